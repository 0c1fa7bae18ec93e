package child

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Confinement is how this machine confines a program. [FindConfinement] finds it. All of
// it holds, or the program is not started.
type Confinement struct {
	Limits Limits `json:"limits"`
	// Bubblewrap is the path of bwrap, which makes the program's view of the machine.
	// If empty, thera makes it, by namespaces and Landlock.
	Bubblewrap string `json:"bubblewrap,omitempty"`
	// Cgroups are the folders in which to make a control group for each program, one for
	// each kernel controller that needs its own. Without any, the guard looks at memory
	// and threads twenty times a second.
	Cgroups []string `json:"cgroups,omitempty"`
	// Read is what all programs may read: the system's programs, and what the limits add.
	Read []string `json:"read"`

	// For one program:
	Dir     string   `json:"dir,omitempty"`     // its own folder, in which it starts
	Program string   `json:"program,omitempty"` // the path of its command, which it may read if it has no folder
	Joined  []string `json:"joined,omitempty"`  // its control groups

	helper []string
	failed []string // the better means, and why each does not work
}

// How the helper ends if a program could not be started, or not be confined: with this
// status, and the reason after these words on standard error.
const (
	statusStart = 127
	cannotStart = "thera: can't start the program: "
)

// ErrUnconfinable says that no means of confinement works on this machine.
var ErrUnconfinable = errors.New("programs can't be confined on this machine")

// FindConfinement tries the means of confinement that this machine has, the best first,
// and returns the first that works. If none does, the error is an [ErrUnconfinable] that
// says why and how to get one.
//
// Helper is the first words of a command that passes the rest of its words to
// [ConfinedMain]. Private are files and folders that programs must not be able to read,
// except for the folder given to [Confinement.Command]: the limits or the system must
// not open them.
func FindConfinement(ctx context.Context, helper []string, l Limits, private ...string) (Confinement, error) {
	if err := l.checkNamed(); err != nil {
		return Confinement{}, err
	}
	for _, path := range private {
		if err := l.checkPrivate(path); err != nil {
			return Confinement{}, err
		}
	}
	found, err := candidates(helper, l)
	if err != nil {
		return Confinement{}, err
	}
	failures := []string{"want bubblewrap (apt-get install bubblewrap), or user namespaces and Landlock"}
	for _, c := range found {
		if err = c.try(ctx); err == nil {
			c.failed = failures[1:]
			return c, nil
		}
		if ctx.Err() != nil { // the failure says nothing about the machine
			return Confinement{}, ctx.Err()
		}
		failures = append(failures, fmt.Sprintf("%s: %v", c.means(), err))
	}
	return Confinement{}, fmt.Errorf("%w: %s", ErrUnconfinable, strings.Join(failures, "; "))
}

// checkPrivate returns an error if programs could read the file or folder.
func (l Limits) checkPrivate(path string) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	if resolved, err := filepath.EvalSymlinks(path); err == nil { // it may be made later
		path = resolved
	}
	for _, open := range l.readable() {
		if resolved, err := filepath.EvalSymlinks(open); err == nil {
			open = resolved
		}
		if within(path, open) {
			return fmt.Errorf("confined programs can read all of %s, and so %s: want that elsewhere", open, path)
		}
	}
	return nil
}

// within reports whether a path is another one or below it.
func within(path, top string) bool {
	return path == top || strings.HasPrefix(path, top+string(filepath.Separator))
}

// checkNamed returns an error if the limits name what is not there, or if somebody opens
// a whole home by mistake.
func (l Limits) checkNamed() error {
	for _, path := range l.Read {
		if _, err := os.Stat(path); err != nil {
			return fmt.Errorf("read=%s: %w", path, err)
		}
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return nil // there is none to protect
	}
	for _, path := range l.named() {
		if within(home, path) {
			return fmt.Errorf("confined programs could read all of your home, %s, by %s (read=, %s): want folders in it", home, path, strings.Join(languages, ", "))
		}
	}
	return nil
}

// named returns what programs may read because the limits, or the variables that say
// where languages are installed, name it.
func (l Limits) named() []string {
	all := slices.Clone(l.Read)
	for _, name := range languages {
		for _, path := range filepath.SplitList(os.Getenv(name)) {
			if filepath.IsAbs(path) {
				all = append(all, filepath.Clean(path))
			}
		}
	}
	return all
}

// readable returns what a program may read besides its own folder: what is named, and
// what programs in C, Go, Java, JavaScript, Perl, Python and shell need in order to run.
func (l Limits) readable() []string {
	all := append(l.named(),
		"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/nix/store",
		"/etc/alternatives", "/etc/ld.so.cache", "/etc/localtime", "/etc/nsswitch.conf", "/etc/perl",
		"/etc/ssl/openssl.cnf", "/sys/devices/system/cpu",
	)
	if l.Network {
		all = append(all, "/etc/resolv.conf", "/etc/hosts", "/etc/ssl/certs")
	}
	for _, pattern := range []string{"/etc/java*", "/etc/python*"} {
		found, _ := filepath.Glob(pattern) // the pattern is right
		all = append(all, found...)
	}
	all = slices.DeleteFunc(all, func(path string) bool {
		_, err := os.Stat(path)
		return err != nil
	})
	return outermost(all)
}

// outermost leaves out paths that lie in others. A link in another path is shown with that
// one, and only what it leads to has to be added: bubblewrap can't mount anything on a link.
func outermost(paths []string) (all []string) {
	lies := func(path string) bool {
		return slices.ContainsFunc(paths, func(top string) bool { return top != path && within(path, top) })
	}
	for _, path := range paths {
		if lies(path) {
			if target, err := filepath.EvalSymlinks(path); err == nil {
				path = target
			}
		}
		if !lies(path) {
			all = append(all, path)
		}
	}
	return all
}

// languages are the variables that say where languages are installed.
var languages = []string{"JAVA_HOME", "PYENV_ROOT", "PYTHONPATH", "NODE_PATH"}

// try lets the helper do everything except start a program.
func (c Confinement) try(ctx context.Context) error {
	argv := c.Command("", nil)
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	lead(cmd)
	out, err := cmd.CombinedOutput()
	if said := bytes.TrimSpace(out); err != nil && len(said) > 0 {
		err = errors.New(strings.TrimPrefix(Clean(string(said)), "thera: "))
	}
	return err
}

// Command returns the command that runs another one confined. dir is the program's own
// folder, which it may read and starts in. Its command must be there or be one that all
// may read: who wrote the program may have chosen it. With dir "", any command will do.
func (c Confinement) Command(dir string, argv []string) []string {
	c.Dir = dir
	return slices.Concat(c.helper, c.arguments(stageGuard), argv)
}

// arguments returns the helper's arguments for a stage, without the program's command.
func (c Confinement) arguments(stage string) []string {
	text, err := json.Marshal(c)
	if err != nil {
		panic(err) // no field can fail
	}
	return []string{stage, string(text)}
}

// means names what confines programs.
func (c Confinement) means() string { return c.view() + ", " + c.bounds() }

// view names what makes a program's view of the machine.
func (c Confinement) view() string {
	if c.Bubblewrap != "" {
		return "bubblewrap"
	}
	return "namespaces and Landlock"
}

// bounds names what bounds memory and threads.
func (c Confinement) bounds() string {
	switch len(c.Cgroups) {
	case 0:
		return fmt.Sprintf("looked at every %v", often)
	case 1:
		return "cgroup v2"
	}
	return "cgroups v1"
}

// Hold is one thing that holds for confined programs.
type Hold struct {
	What string `json:"what"`
	How  string `json:"how"`
	By   string `json:"by"` // the means
}

// String returns it in a few words.
func (h Hold) String() string { return fmt.Sprintf("%s: %s (%s)", h.What, h.How, h.By) }

// Holds are all things that hold.
type Holds []Hold

// String returns them in one line.
func (h Holds) String() string {
	var all []string
	for _, hold := range h {
		all = append(all, hold.String())
	}
	return "confined: " + strings.Join(all, "; ")
}

// Report says what is confined, and by which means.
func (c Confinement) Report() Holds {
	l := c.Limits
	files := strings.Join(append([]string{c.view()}, c.failed...), "; not ")
	network, networkBy := "none, not even within the machine; no sockets", "namespace, seccomp"
	if l.Network {
		network, networkBy = "all, but no Unix sockets", "seccomp"
	}
	bounded := func(limit string, set bool) string {
		if !set {
			return "unlimited"
		}
		return limit
	}
	return Holds{
		{"terminal", "none", "session"},
		{"files", fmt.Sprintf("reads only the system's programs, its own folder and what read= names; writes at most %s, in TMPDIR", bounded(size(l.Files), l.Files > 0)), files},
		{"network", network, networkBy},
		{"processes", "sees only its own, which end with it", "namespace"},
		{"memory", bounded(size(l.Memory), l.Memory > 0), c.bounds()},
		{"threads", bounded(fmt.Sprint(l.Threads), l.Threads > 0), c.bounds()},
		{"processor", bounded(fmt.Sprint(l.CPU, " for each process"), l.CPU > 0), "rlimit"},
		{"output", fmt.Sprintf("%s before the next input", size(MaxFlood)), "counted"},
		{"privileges", "none, and no rare system calls", "capabilities, seccomp"},
	}
}
