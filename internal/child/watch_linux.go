//go:build amd64 || arm64

package child

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// often is the interval at which the guard looks at the program.
const often = 50 * time.Millisecond

// watch ends a program when the process that started the guard has ended, or when the
// program uses too much of what no control group counts.
type watch struct {
	limits  Limits
	counted bool        // a control group bounds memory and threads
	program *os.Process // takes all others along

	done, ended chan struct{}
	reason      string // why it has ended the program, once ended is closed
}

func (w *watch) begin() {
	w.done, w.ended = make(chan struct{}), make(chan struct{})
	go w.look(os.Getppid())
}

func (w *watch) look(parent int) {
	defer close(w.ended)
	ticks := time.NewTicker(often)
	defer ticks.Stop()
	for w.reason == "" {
		select {
		case <-w.done:
			return
		case <-ticks.C:
		}
		if os.Getppid() != parent {
			w.reason = "its referee is gone"
		} else if !w.counted {
			w.reason = w.excess()
		}
	}
	_ = w.program.Kill() // or it has ended by itself
}

// excess returns what the program uses too much of, "" if nothing.
func (w *watch) excess() string {
	const mostFiles = 10_000
	threads, memory, files := 0, int64(0), 0
	for _, pid := range descendants(w.program.Pid) {
		t, m := usageOf(pid)
		threads, memory = threads+t, memory+m
		var fs unix.Statfs_t
		err := unix.Statfs(filepath.Join("/proc", strconv.Itoa(pid), "root", scratch), &fs)
		if err == nil && int64(fs.Blocks)*fs.Bsize == w.limits.Files { // not that of the machine
			files = max(files, int(fs.Files-fs.Ffree))
		}
	}
	switch {
	case w.limits.Threads > 0 && threads > w.limits.Threads+ownThreads:
		return fmt.Sprintf("%d threads and processes: it may have %d", threads, w.limits.Threads)
	case w.limits.Memory > 0 && memory > w.limits.Memory+ownMemory:
		return tooMuchMemory(w.limits)
	case files > mostFiles:
		return fmt.Sprintf("%d files: it may have %d", files, mostFiles)
	}
	return ""
}

func tooMuchMemory(l Limits) string {
	return fmt.Sprintf("too much memory: it may have %d MiB", l.Memory>>20)
}

// verdict returns the exit status of a program that has ended, and says on standard
// error if that was for what it used.
func (w *watch) verdict(status int, group cgroups) int {
	close(w.done)
	<-w.ended
	switch {
	case w.reason != "":
	case status != 0 && group.killed() > 0:
		w.reason = tooMuchMemory(w.limits)
	case status != 0 && group.refused() > 0:
		say("the program was refused more than %d threads and processes", w.limits.Threads)
		return status
	case status > statusSignal:
		say("the program was ended by a signal: %v", syscall.Signal(status-statusSignal))
		return status
	default:
		return status
	}
	say("the program was ended: %s", w.reason)
	return statusLimit
}

// descendants returns the processes below one, as far as they are still linked
// to it. It asks the kernel for children thread by thread, which is cheaper
// than looking at all processes of the machine.
func descendants(pid int) []int {
	var all []int
	tasks, _ := os.ReadDir(fmt.Sprintf("/proc/%d/task", pid)) // none when it has ended
	for _, task := range tasks {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%s/children", pid, task.Name()))
		if err != nil {
			continue
		}
		for _, word := range strings.Fields(string(text)) {
			if child, err := strconv.Atoi(word); err == nil {
				all = append(append(all, child), descendants(child)...)
			}
		}
	}
	return all
}

// usageOf returns a process's number of threads and how many bytes of memory are its
// own, with the tables that map it.
func usageOf(pid int) (threads int, memory int64) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, 0
	}
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(line, ":")
		word, _, _ := strings.Cut(strings.TrimSpace(value), " ")
		n, _ := strconv.ParseInt(word, 10, 64)
		switch name {
		case "Threads":
			threads = int(n)
		case "RssAnon", "RssShmem", "VmPTE", "VmSwap":
			memory += n << 10
		}
	}
	return threads, memory
}
