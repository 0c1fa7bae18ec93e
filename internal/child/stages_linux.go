//go:build amd64 || arm64

package child

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// The stages of the helper, each a process of its own. The guard stays outside. The
// second stage joins the control group and becomes bubblewrap, or else the first
// process of new namespaces. The last one gives up all rights and becomes the program.
const (
	stageGuard  = "guard"
	stageEnter  = "enter"
	stageLaunch = "launch"
)

// The helper's own exit statuses. A program ended by a signal has 128 plus its
// number, as in shells.
const (
	statusUsage  = 2
	statusLimit  = 125 // it was ended for what it used
	statusSignal = 128
)

// scratch is where a program may write: a folder that every Linux has for shared
// memory, and in which nothing else is kept.
const scratch = "/dev/shm"

// devices are what a program may use. There is no /dev/zero, since mapping it makes
// memory that nobody counts.
var devices = []string{"/dev/null", "/dev/full", "/dev/random", "/dev/urandom"}

// candidates returns the means that this machine might have, the best first.
func candidates(helper []string, l Limits) (all []Confinement, err error) {
	groups, _ := findCgroups() // without them, the guard looks
	l.CPU = processorTime(l.CPU)
	c := Confinement{Limits: l, Cgroups: groups, Read: l.readable(), helper: helper}
	if c.Bubblewrap, err = exec.LookPath("bwrap"); err == nil {
		all = append(all, c)
	}
	c.Bubblewrap = ""
	return append(all, c), nil
}

// processorTime returns a limit lowered to the hard one of this process, such as that of
// ulimit -t in a shell: it holds for all that this process starts.
func processorTime(limit time.Duration) time.Duration {
	seconds := uint64(limit.Seconds())
	if lowered := withinHard(unix.RLIMIT_CPU, seconds); lowered < seconds {
		return time.Duration(lowered) * time.Second
	}
	return limit
}

// withinHard returns a value for one of the kernel's limits that an unprivileged process
// can set: its hard limit can only be lowered.
func withinHard(resource int, value uint64) uint64 {
	var held syscall.Rlimit
	if err := syscall.Getrlimit(resource, &held); err != nil {
		return value // setting it fails too
	}
	return min(value, held.Max)
}

// ConfinedMain is the helper: args are the words after its name. It returns the exit
// status. Other information about the program's end goes to standard error, where a
// program's last words are looked for.
func ConfinedMain(args []string) int {
	// To the kernel, rights belong to threads, so everything happens on this one.
	runtime.LockOSThread()
	var c Confinement
	if len(args) < 2 || json.Unmarshal([]byte(args[1]), &c) != nil {
		say("want a stage, a plan and a command; it is thera that starts this command")
		return statusUsage
	}
	c.helper = os.Args[:len(os.Args)-len(args)]
	stages := map[string]func([]string) (int, error){stageGuard: c.guard, stageEnter: c.enter, stageLaunch: c.launch}
	stage, ok := stages[args[0]]
	if !ok {
		say("stage %q: want guard, enter or launch", args[0])
		return statusUsage
	}
	status, err := stage(args[2:])
	if err != nil {
		fmt.Fprintln(os.Stderr, cannotStart+err.Error())
		return statusStart
	}
	return status
}

func say(format string, args ...any) { fmt.Fprintf(os.Stderr, "thera: "+format+"\n", args...) }

// guard runs the other stages and waits for their end.
func (c Confinement) guard(argv []string) (status int, err error) {
	// Nothing that this process has inherited may reach the program.
	if err := unix.CloseRange(3, 1<<32-1, unix.CLOSE_RANGE_CLOEXEC); err != nil {
		return 0, fmt.Errorf("inherited descriptors: %w", err)
	}
	if len(argv) > 0 {
		if c.Program, err = c.find(argv[0]); err != nil {
			return 0, err
		}
	}
	group, err := newCgroups(c.Cgroups, c.Limits)
	defer group.remove()
	if err != nil {
		return 0, err
	}
	c.Joined = group
	self, err := os.Executable()
	if err != nil {
		return 0, err
	}
	p, err := os.StartProcess(self, slices.Concat(c.helper, c.arguments(stageEnter), argv), &os.ProcAttr{
		Env:   c.environment(),
		Files: []*os.File{os.Stdin, os.Stdout, os.Stderr},
		Sys:   c.attributes(),
	})
	if err != nil {
		return 0, err
	}
	w := watch{limits: c.Limits, counted: len(group) > 0, program: p}
	w.begin()
	state, err := p.Wait()
	if err != nil {
		return 0, err
	}
	return w.verdict(exitStatus(state.Sys().(syscall.WaitStatus)), group), nil
}

// attributes says how the second stage is started: in a session of its own, and without
// bubblewrap in new namespaces, where it is the first process: when it ends, all others
// end.
func (c Confinement) attributes() *syscall.SysProcAttr {
	attr := &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL}
	if c.Bubblewrap != "" {
		return attr
	}
	attr.Cloneflags = syscall.CLONE_NEWUSER | syscall.CLONE_NEWPID | syscall.CLONE_NEWNS | syscall.CLONE_NEWIPC | syscall.CLONE_NEWUTS
	if !c.Limits.Network {
		attr.Cloneflags |= syscall.CLONE_NEWNET
	}
	attr.UidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getuid(), HostID: os.Getuid(), Size: 1}}
	attr.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getgid(), HostID: os.Getgid(), Size: 1}}
	// It has these inside the namespaces until it starts the program.
	attr.AmbientCaps = []uintptr{unix.CAP_SYS_ADMIN, unix.CAP_SETPCAP}
	return attr
}

// visible returns what the program may read, shorter paths first. With a folder, its
// command is in there or open to all. Naming the command as well would open whatever it
// links to.
func (c Confinement) visible() []string {
	all := slices.Clone(c.Read)
	if own := cmp.Or(c.Dir, c.Program); own != "" && !c.isVisible(own) {
		all = append(all, own)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// isVisible reports whether the program may read a path.
func (c Confinement) isVisible(path string) bool {
	return slices.ContainsFunc(c.Read, func(open string) bool { return within(path, open) })
}

// environment returns the program's environment: what languages need to start, and
// nothing that might be secret. Its PATH has the folders that it can read.
func (c Confinement) environment() []string {
	var path []string
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		if c.isVisible(dir) {
			path = append(path, dir)
		}
	}
	env := []string{"THERA_CONFINED=1", "TMPDIR=" + scratch, "HOME=" + scratch, "PATH=" + strings.Join(path, ":")}
	for _, name := range append([]string{"LANG", "LC_ALL", "TZ", "GORACE"}, languages...) {
		if value, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+value)
		}
	}
	return env
}

// find returns the path of the program's command. It prefers a program of the folders
// that the program can read, since one elsewhere may not find its own files.
func (c Confinement) find(name string) (path string, err error) {
	switch {
	case filepath.IsAbs(name):
		path, err = exec.LookPath(filepath.Clean(name)) // /mine/../other begins with /mine
	case strings.Contains(name, "/"):
		if path, err = filepath.Abs(filepath.Join(c.Dir, name)); err == nil {
			path, err = exec.LookPath(path)
		}
	default:
		path, err = c.findInPath(name)
	}
	if err == nil && c.Dir != "" && !within(path, c.Dir) && !c.isVisible(path) {
		err = fmt.Errorf("%q is neither in its own folder nor one of the system's programs", name)
	}
	return path, err
}

func (c Confinement) findInPath(name string) (path string, err error) {
	dirs := filepath.SplitList(os.Getenv("PATH"))
	slices.SortStableFunc(dirs, func(a, b string) int {
		switch {
		case c.isVisible(a) == c.isVisible(b):
			return 0
		case c.isVisible(a):
			return -1
		}
		return 1
	})
	for _, dir := range dirs {
		if path, err = exec.LookPath(filepath.Join(dir, name)); err == nil && filepath.IsAbs(path) {
			return path, nil
		}
	}
	return "", &exec.Error{Name: name, Err: exec.ErrNotFound}
}

// enter joins the control group, and makes the program's view of the machine.
func (c Confinement) enter(argv []string) (status int, err error) {
	if err := cgroups(c.Joined).join(); err != nil {
		return 0, err
	}
	self, err := os.Executable()
	if err != nil {
		return 0, err
	}
	launch := slices.Concat(c.helper, c.arguments(stageLaunch), argv)
	if c.Bubblewrap != "" {
		launch[0] = insideHelper(self)
		return 0, syscall.Exec(c.Bubblewrap, c.bubblewrapped(self, launch), os.Environ())
	}
	if err := c.isolate(); err != nil {
		return 0, err
	}
	if err := dropPrivileges(); err != nil {
		return 0, err
	}
	pid, err := syscall.ForkExec(self, launch, &syscall.ProcAttr{
		Env:   os.Environ(),
		Files: []uintptr{0, 1, 2},
		Sys:   &syscall.SysProcAttr{Setsid: true},
	})
	if err != nil {
		return 0, err
	}
	return wait(pid)
}

// isolate makes all files read-only but for a small folder in memory, and shows only
// the program's own processes. It is the view without bubblewrap, together with
// Landlock's rules.
func (c Confinement) isolate() error {
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("mounts: %w", err)
	}
	if err := unix.MountSetattr(unix.AT_FDCWD, "/", unix.AT_RECURSIVE, &unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY}); err != nil {
		return fmt.Errorf("read-only mounts: %w", err)
	}
	options := "mode=700,nr_inodes=10000"
	if c.Limits.Files > 0 {
		options += fmt.Sprintf(",size=%d", c.Limits.Files)
	}
	if err := unix.Mount("tmpfs", scratch, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, options); err != nil {
		return fmt.Errorf("%s: %w", scratch, err)
	}
	if err := unix.Mount("proc", "/proc", "proc", unix.MS_RDONLY|unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC, ""); err != nil {
		return fmt.Errorf("/proc: %w", err)
	}
	return nil
}

// launch gives up all rights and becomes the program. Without a command it only tries.
func (c Confinement) launch(argv []string) (status int, err error) {
	if err := os.Chdir(c.start()); err != nil {
		return 0, err
	}
	if err := dropPrivileges(); err != nil {
		return 0, err
	}
	if c.Bubblewrap == "" {
		if err := c.restrictFiles(); err != nil {
			return 0, err
		}
	}
	if err := c.setLimits(); err != nil {
		return 0, err
	}
	if err := newFilter(c.Limits.Network, len(c.Joined) > 0).enforce(); err != nil {
		return 0, err
	}
	if len(argv) == 0 {
		return 0, nil
	}
	if err := syscall.Exec(c.Program, argv, os.Environ()); err != nil {
		return 0, fmt.Errorf("%s: %w", c.Program, startError(c.Program, err))
	}
	return 0, nil
}

// setLimits sets the kernel's limits for processes, or leaves lower ones. Without a control
// group, those on memory and processes are a safety net below the guard: languages with
// their own heap reserve much more than they use, but not four times the program's limit.
// This process is such a program too.
func (c Confinement) setLimits() error {
	const ownData = 512 << 20
	sampled := len(c.Joined) == 0
	limits := []struct {
		resource int
		value    uint64
		set      bool
	}{
		{unix.RLIMIT_CORE, 0, true},
		{unix.RLIMIT_NOFILE, 256, true},
		{unix.RLIMIT_FSIZE, uint64(c.Limits.Files), c.Limits.Files > 0},
		{unix.RLIMIT_CPU, uint64(c.Limits.CPU.Seconds()), c.Limits.CPU > 0},
		{unix.RLIMIT_DATA, 4*uint64(c.Limits.Memory) + ownData, sampled && c.Limits.Memory > 0},
		{unix.RLIMIT_NPROC, uint64(c.Limits.Threads) + ownThreads, sampled && c.Limits.Threads > 0},
	}
	for _, l := range limits {
		if !l.set {
			continue
		}
		// Package syscall would restore the number of files that it has raised, if it
		// did not see this call.
		value := withinHard(l.resource, l.value)
		if err := syscall.Setrlimit(l.resource, &syscall.Rlimit{Cur: value, Max: value}); err != nil {
			return fmt.Errorf("resource limit %d: %w", l.resource, err)
		}
	}
	return nil
}

// dropPrivileges makes sure that the program has no privileges, even if root runs
// it, and gets none from a setuid file.
func dropPrivileges() error {
	for c := uintptr(0); ; c++ {
		held, err := unix.PrctlRetInt(unix.PR_CAPBSET_READ, c, 0, 0, 0)
		if err != nil {
			break // there are no more
		}
		// A process of another user than root gets none by executing a file.
		if err := unix.Prctl(unix.PR_CAPBSET_DROP, c, 0, 0, 0); err != nil && held == 1 && os.Getuid() == 0 {
			return fmt.Errorf("capability %d: %w", c, err)
		}
	}
	var none [2]unix.CapUserData
	return errors.Join(
		unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0),
		unix.Capset(&unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}, &none[0]),
		unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0),
	)
}

// wait waits until a process ends, and meanwhile for the orphans that become children
// of the first process of a namespace.
func wait(program int) (status int, err error) {
	for {
		var status syscall.WaitStatus
		pid, err := syscall.Wait4(-1, &status, 0, nil)
		if err != nil && !errors.Is(err, syscall.EINTR) {
			return 0, err
		}
		if err == nil && pid == program && (status.Exited() || status.Signaled()) {
			return exitStatus(status), nil
		}
	}
}

func exitStatus(status syscall.WaitStatus) int {
	if status.Signaled() {
		return statusSignal + int(status.Signal())
	}
	return status.ExitStatus()
}
