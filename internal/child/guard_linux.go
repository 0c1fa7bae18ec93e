package child

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// often is the interval at which the guard checks.
const often = 50 * time.Millisecond

// run runs the job in this process and those that it starts.
func (j job) run(out, errs io.Writer) int {
	// To the kernel, privileges and the like belong to threads, so everything
	// happens on this one.
	runtime.LockOSThread()
	if j.warden {
		var r Report
		return warden{j, &r, true, out, errs}.run(nil)
	}
	pid, refused := j.startWarden()
	if refused != nil {
		return j.alone(refused, out, errs)
	}
	g := newGuard(j.limits, func() []int { return descendants(pid) }, func() { _ = syscall.Kill(pid, syscall.SIGKILL) })
	defer g.stop()
	return g.verdict(wait(pid), errs)
}

// startWarden starts this executable again in new namespaces, where it is the
// first process: when it ends, all others end.
func (j job) startWarden() (pid int, err error) {
	if j.plain {
		return 0, errors.New("they are not wanted")
	}
	self, err := os.Executable()
	if err != nil {
		return 0, err
	}
	attr := &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWPID | syscall.CLONE_NEWNS | syscall.CLONE_NEWIPC,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: os.Getuid(), HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: os.Getgid(), HostID: os.Getgid(), Size: 1}},
		// It has these inside the namespaces until it starts the program.
		AmbientCaps: []uintptr{unix.CAP_SYS_ADMIN, unix.CAP_SETPCAP},
		Pdeathsig:   syscall.SIGKILL,
	}
	if !j.limits.Network {
		attr.Cloneflags |= syscall.CLONE_NEWNET
	}
	p, err := os.StartProcess(self, slices.Concat(helperName(), j.args()), &os.ProcAttr{
		Env:   os.Environ(),
		Files: []*os.File{os.Stdin, os.Stdout, os.Stderr},
		Sys:   attr,
	})
	if err != nil {
		return 0, err
	}
	return p.Pid, nil
}

// helperName returns the words that started this process as a helper.
func helperName() []string {
	n := slices.Index(os.Args, "--limits")
	if n < 0 {
		n = 1
	}
	return os.Args[:n]
}

// alone runs the program without namespaces, which were refused. Processes that
// it leaves behind become children of this one, and are ended here.
func (j job) alone(refused error, out, errs io.Writer) int {
	var r Report
	r.leave("network, and what it writes to files", fmt.Errorf("no namespaces: %w", refused))
	_ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
	own := func() []int { return descendants(os.Getpid()) }
	end := func() {
		for pids := own(); len(pids) > 0; pids = own() {
			for _, pid := range pids {
				_ = syscall.Kill(pid, syscall.SIGKILL)
			}
			time.Sleep(time.Millisecond)
		}
	}
	if j.probe {
		r.hold("processes that it leaves behind are ended")
		return warden{j, &r, false, out, errs}.run(nil)
	}
	g := newGuard(j.limits, own, end)
	status := warden{j, &r, false, out, errs}.run(func() {
		go end() // needs this process to reap the ended ones
		for {
			if _, err := syscall.Wait4(-1, nil, 0, nil); err != nil && err != syscall.EINTR {
				return
			}
		}
	})
	g.stop()
	return g.verdict(status, errs)
}

type guard struct {
	limits Limits
	own    func() []int // the program's processes
	end    func()       // ends them
	done   chan struct{}
	ended  chan struct{} // closed when the guard has stopped
	reason string        // why it has ended the program, once ended is closed
}

func newGuard(l Limits, own func() []int, end func()) *guard {
	g := &guard{limits: l, own: own, end: end, done: make(chan struct{}), ended: make(chan struct{})}
	go g.watch(os.Getppid())
	return g
}

func (g *guard) watch(parent int) {
	defer close(g.ended)
	for {
		select {
		case <-g.done:
			return
		case <-time.After(often):
		}
		threads, memory := 0, int64(0)
		for _, pid := range g.own() {
			t, m := usageOf(pid)
			threads, memory = threads+t, memory+m
		}
		switch {
		case os.Getppid() != parent:
			g.reason = "its referee is gone"
		case g.limits.Threads > 0 && threads > g.limits.Threads:
			g.reason = fmt.Sprintf("%d threads and processes: it may have %d", threads, g.limits.Threads)
		case g.limits.Memory > 0 && memory > g.limits.Memory:
			g.reason = fmt.Sprintf("%d MiB of memory: it may have %d", memory>>20, g.limits.Memory>>20)
		default:
			continue
		}
		g.end()
		return
	}
}

func (g *guard) stop() {
	select {
	case <-g.done:
	default:
		close(g.done)
	}
	<-g.ended
}

// verdict returns the exit status, and says so if the guard ended the program.
func (g *guard) verdict(status int, errs io.Writer) int {
	g.stop()
	if g.reason == "" {
		return status
	}
	say(errs, "the program was ended: %s", g.reason)
	return statusLimit
}

func wait(pid int) int {
	var status syscall.WaitStatus
	for {
		if _, err := syscall.Wait4(pid, &status, 0, nil); err != syscall.EINTR {
			return exitStatus(status)
		}
	}
}

func exitStatus(status syscall.WaitStatus) int {
	if status.Signaled() {
		return statusSignal + int(status.Signal())
	}
	return status.ExitStatus()
}
