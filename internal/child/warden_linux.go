package child

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"

	"golang.org/x/sys/unix"
)

// scratch is where a program may write: a folder that every Linux has for
// shared memory, and in which nothing else is kept.
const scratch = "/dev/shm"

type warden struct {
	job
	report    *Report
	namespace bool // it is the first process in new namespaces
	out, errs io.Writer
}

// run returns the exit status. after, if not nil, is called when the program has ended.
func (w warden) run(after func()) int {
	path, err := "", error(nil)
	if !w.probe {
		path, err = exec.LookPath(w.argv[0])
	}
	if w.namespace {
		w.isolate()
	}
	if w.limits.Shown != "" && err == nil {
		err = os.Chdir(w.limits.Shown)
	}
	w.limit()
	w.dropPrivileges()
	if w.probe {
		return w.report.tell(w.out)
	}
	if err != nil {
		say(w.errs, "can't start the program: %v", err)
		return statusStart
	}
	pid, err := syscall.ForkExec(path, w.argv, &syscall.ProcAttr{
		Env:   w.environment(),
		Files: []uintptr{0, 1, 2},
		Sys:   &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL},
	})
	if err != nil {
		say(w.errs, "can't start %s: %v", path, err)
		return statusStart
	}
	status := w.reap(pid)
	if after != nil {
		after()
	}
	return status
}

// reap waits for processes until the program ends: orphans become this
// process's children.
func (w warden) reap(program int) int {
	var status syscall.WaitStatus
	for {
		pid, err := syscall.Wait4(-1, &status, 0, nil)
		if err != nil && err != syscall.EINTR {
			return statusStart // it was there a moment ago
		}
		if pid != program || err != nil || !status.Exited() && !status.Signaled() {
			continue
		}
		if status.Signaled() {
			say(w.errs, "the program was ended by a signal: %v", status.Signal())
		}
		return exitStatus(status)
	}
}

// environment returns the program's environment: what languages need to start,
// and nothing that might be secret.
func (w warden) environment() []string {
	env := []string{"THERA_CONFINED=1"}
	for _, name := range []string{"PATH", "HOME", "USER", "LANG", "LC_ALL", "TZ", "JAVA_HOME", "PYENV_ROOT", "PYTHONPATH", "NODE_PATH", "GORACE"} {
		if value, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+value)
		}
	}
	if w.namespace {
		return append(env, "TMPDIR="+scratch)
	}
	return append(env, "TMPDIR="+os.TempDir())
}

// isolate makes the files read-only and the machine's other processes
// invisible. The network is absent from the start.
func (w warden) isolate() {
	w.report.hold("processes: it sees only its own, all of which end with it")
	if !w.limits.Network {
		w.report.hold("network: none")
	}
	err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, "")
	if err == nil && w.limits.Hidden != "" {
		w.report.tried(hide(w.limits.Hidden, w.limits.Shown), "other submissions can't be read", "other submissions")
	}
	if err == nil {
		err = unix.MountSetattr(unix.AT_FDCWD, "/", unix.AT_RECURSIVE, &unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY})
	}
	if err == nil {
		size := ""
		if w.limits.Files > 0 {
			size = fmt.Sprintf(",size=%d", w.limits.Files)
		}
		err = unix.Mount("tmpfs", scratch, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, "mode=700,nr_inodes=10000"+size)
	}
	w.report.tried(err, fmt.Sprintf("files: read-only, but for %s in memory", bytesText(w.limits.Files)), "what it writes to files")
	if err := unix.Mount("proc", "/proc", "proc", unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC, ""); err != nil {
		w.report.leave("what /proc tells of other processes", err)
	}
}

func bytesText(n int64) string {
	if n == 0 {
		return "a folder"
	}
	return size(n)
}

// hide mounts an empty folder over another, with only one of its folders in it.
func hide(folder, shown string) error {
	fd, err := unix.Open(shown, unix.O_PATH|unix.O_DIRECTORY, 0)
	if err != nil {
		return fmt.Errorf("%s: %w", shown, err)
	}
	defer unix.Close(fd) //nolint:errcheck // it was only read
	if err := unix.Mount("tmpfs", folder, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, "size=64k,mode=755"); err != nil {
		return err
	}
	if err := os.MkdirAll(shown, 0o755); err != nil {
		return err
	}
	return unix.Mount(filepath.Join("/proc/self/fd", fmt.Sprint(fd)), shown, "", unix.MS_BIND|unix.MS_REC, "")
}

// limit sets the kernel's limits, which child processes inherit. The one on
// memory is a safety net below the guard's: languages with their own heap
// reserve much more than they use, but not four times the program's limit.
func (w warden) limit() {
	l := w.limits
	set := func(resource int, value int64) error {
		if value == 0 {
			return nil
		}
		return unix.Setrlimit(resource, &unix.Rlimit{Cur: uint64(value), Max: uint64(value)})
	}
	w.report.tried(set(unix.RLIMIT_DATA, 4*l.Memory), fmt.Sprintf("memory: %s, looked at every %v", bytesText(l.Memory), often), "memory at one blow")
	held := fmt.Sprintf("threads and processes: %d, looked at every %v", l.Threads, often)
	if w.namespace {
		w.report.tried(set(unix.RLIMIT_NPROC, int64(l.Threads)), held, "number of processes at one blow")
	} else {
		w.report.hold(held) // outside of namespaces the limit would count all that the user runs
	}
	w.report.tried(set(unix.RLIMIT_CPU, int64(l.CPU.Seconds())), fmt.Sprintf("time of the processor: %v", l.CPU), "time of the processor")
	w.report.tried(errors.Join(set(unix.RLIMIT_FSIZE, l.Files), set(unix.RLIMIT_NOFILE, 256)), "open files: 256", "size and number of open files")
	_ = unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{})
}

// dropPrivileges makes sure that the program has no privileges, even if root runs
// it, and gets none from a setuid file.
func (w warden) dropPrivileges() {
	for c := range uintptr(64) {
		_ = unix.Prctl(unix.PR_CAPBSET_DROP, c, 0, 0, 0) // many don't exist, and without namespaces it may not
	}
	_ = unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var caps [2]unix.CapUserData
	if err := unix.Capget(&header, &caps[0]); err == nil {
		caps[0].Inheritable, caps[1].Inheritable = 0, 0
		_ = unix.Capset(&header, &caps[0])
	}
	w.report.tried(unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "privileges: none", "privileges")
}
