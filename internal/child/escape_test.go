//go:build linux && (amd64 || arm64)

package child

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// escapes are the programs of testdata/escape, each of which tries to get out.
var escapes = []struct {
	file string
	// ends says how it ends: contained when all its attempts failed, killed when it was
	// ended, and either when that depends on the means.
	ends string
	// free says that it escapes here when it is not confined, as is tested, and that
	// this harms nobody.
	free bool
	// resources says that it takes memory and the like. It is also run with other means
	// to bound those.
	resources bool
}{
	{file: "abstract_socket.c", ends: contained, free: true},
	{file: "clock.c", ends: contained},
	{file: "daemon.c", ends: contained},
	{file: "fork_bomb.c", ends: either, resources: true},
	{file: "int80.c", ends: either, free: true},
	{file: "io_uring.c", ends: contained},
	{file: "kernel.c", ends: contained},
	{file: "keyctl.c", ends: contained, free: true},
	{file: "memfd.c", ends: either, resources: true},
	{file: "memory.c", ends: either, resources: true},
	{file: "metadata.c", ends: contained},
	{file: "mounts.c", ends: contained},
	{file: "namespaces.c", ends: contained},
	{file: "output.c", ends: killed},
	{file: "page_tables.c", ends: killed, resources: true},
	{file: "priority.c", ends: contained},
	{file: "privileges.c", ends: contained, free: true},
	{file: "proc_mem.c", ends: contained, free: true},
	{file: "ptrace.c", ends: contained},
	{file: "rlimits.c", ends: contained},
	{file: "shared_memory.c", ends: either, resources: true},
	{file: "signals.c", ends: either},
	{file: "terminal.c", ends: contained},
	{file: "thread_bomb.c", ends: either, resources: true},
	{file: "unix_socket.c", ends: contained, free: true},
	{file: "heap.go", ends: killed, resources: true},
	{file: "network.go", ends: contained, free: true},
	{file: "processes.go", ends: contained, free: true},
	{file: "complaints.sh", ends: killed},
	{file: "daemon.sh", ends: contained},
	{file: "devices.sh", ends: contained, free: true},
	{file: "environment.sh", ends: contained, free: true},
	{file: "escapes.sh", ends: contained},
	{file: "fill.sh", ends: contained, free: true, resources: true},
	{file: "kill_all.sh", ends: either},
	{file: "shm.sh", ends: contained},
	{file: "writes.sh", ends: contained},
	{file: "descriptors.py", ends: contained, free: true},
	{file: "fifo.py", ends: contained},
	{file: "files.py", ends: contained, free: true},
	{file: "kernel_files.py", ends: contained, free: true},
	{file: "links.py", ends: contained},
	{file: "network.py", ends: contained, free: true},
	{file: "no_newline.py", ends: killed},
	{file: "services.py", ends: contained, free: true},
}

const contained, killed, either = "contained", "killed", "either"

// world is what the programs want to reach.
type world struct {
	dir     string // of the submissions and of what is beside them
	mine    string // the programs' own folder
	args    []string
	outside *exec.Cmd
	nice    int          // of the process outside, as the kernel counts
	reached atomic.Int32 // how many connections and messages came
	secret  *os.File
}

const secretText = "the secret is 61c88647"

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{dir: t.TempDir()}
	w.mine = filepath.Join(w.dir, "submissions", "mine")
	secret, other := filepath.Join(w.dir, "grades", "secret"), filepath.Join(w.dir, "submissions", "other", "Main.java")
	for _, path := range []string{secret, other, filepath.Join(w.mine, "own")} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(secretText), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	var err error
	if w.secret, err = os.Open(secret); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(secret, filepath.Join(w.mine, "handed-in")); err != nil {
		t.Fatal(err)
	}
	socket, abstract := filepath.Join(w.dir, "docker.sock"), "thera-"+filepath.Base(w.dir)+strconv.Itoa(os.Getpid())
	w.listen(t, "unix", socket)
	w.listen(t, "unix", "@"+abstract)
	tcp := w.listen(t, "tcp", "127.0.0.1:0").Addr().(*net.TCPAddr).Port
	udp, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = udp.Close() })
	go func() {
		for {
			if _, _, err := udp.ReadFrom(make([]byte, 1)); err != nil {
				return
			}
			w.reached.Add(1)
		}
	}()
	w.outside = exec.Command("sleep", "600")
	if err := w.outside.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = w.outside.Process.Kill()
		_ = w.outside.Wait()
	})
	if w.nice, err = syscall.Getpriority(syscall.PRIO_PROCESS, w.outside.Process.Pid); err != nil {
		t.Fatal(err)
	}
	w.args = []string{
		secret, socket, abstract, strconv.Itoa(tcp), strconv.Itoa(udp.LocalAddr().(*net.UDPAddr).Port),
		strconv.Itoa(w.outside.Process.Pid), other,
	}
	for name, value := range map[string]string{
		"THERA_SECRET": secretText, "SSH_AUTH_SOCK": socket, "DBUS_SESSION_BUS_ADDRESS": "unix:path=" + socket,
	} {
		t.Setenv(name, value)
	}
	for _, name := range languages {
		t.Setenv(name, "")
	}
	return w
}

// listen counts the connections to an address.
func (w *world) listen(t *testing.T, network, address string) net.Listener {
	t.Helper()
	l, err := net.Listen(network, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			w.reached.Add(1)
			_ = conn.Close()
		}
	}()
	return l
}

// build makes a program of a file, in the programs' own folder. It returns the command,
// nil where the language is missing.
func (w *world) build(t *testing.T, file string) []string {
	t.Helper()
	source, err := filepath.Abs(filepath.Join("testdata", "escape", file))
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(w.mine, strings.ReplaceAll(file, ".", "-"))
	var tool []string
	var argv []string
	switch filepath.Ext(file) {
	case ".c":
		tool = []string{"cc", "-o", program, "-pthread", source}
		argv = []string{program}
	case ".go":
		tool = []string{"go", "build", "-o", program, source}
		argv = []string{program}
	case ".sh":
		argv = []string{"sh", filepath.Join(w.mine, file)}
	case ".py":
		argv = []string{"/usr/bin/python3", filepath.Join(w.mine, file)}
	}
	needs := append(slices.Clone(tool), argv...)[0]
	if _, err := exec.LookPath(needs); err != nil {
		return nil
	}
	if tool != nil {
		cmd := exec.Command(tool[0], tool[1:]...)
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=-buildvcs=false -trimpath")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%q: %v\n%s", tool, err, out)
		}
	} else {
		for _, name := range []string{file, "escape.py"} {
			text, err := os.ReadFile(filepath.Join("testdata", "escape", name))
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(w.mine, name), text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	return slices.Clip(argv)
}

// lacking says that means of confinement can't be tested here, which is a failure where
// they are required.
func lacking(t *testing.T, format string, args ...any) {
	t.Helper()
	report := t.Logf
	if os.Getenv("THERA_TEST_CONFINEMENT") == "required" {
		report = t.Errorf
	}
	report("NOT tested: "+format, args...)
}

var testLimits = Limits{Memory: 64 << 20, Threads: 40, CPU: time.Minute, Files: 8 << 20}

// everyMeans returns all means of confinement that work here, by name. Those that bound
// the resources in another way than necessary are marked.
func everyMeans(t *testing.T, l Limits) (all map[string]Confinement, marked map[string]bool) {
	t.Helper()
	all, marked = map[string]Confinement{}, map[string]bool{}
	found, err := candidates(helper(), l)
	if err != nil {
		t.Fatal(err)
	}
	if found[0].Bubblewrap == "" {
		lacking(t, "confinement by bubblewrap (apt-get install bubblewrap)")
	}
	if len(found[0].Cgroups) == 0 {
		t.Log("NOT tested: bounds by control groups, which the tests may not make here")
	}
	for _, c := range slices.Clone(found) {
		if len(c.Cgroups) > 0 {
			c.Cgroups = nil
			marked[c.means()] = true
			found = append(found, c)
		}
	}
	for _, c := range found {
		if err := c.try(t.Context()); err != nil {
			lacking(t, "%s: %v", c.means(), err)
			continue
		}
		all[c.means()] = c
	}
	return all, marked
}

// TestEscapes runs every program by all means of confinement that work here. None may
// reach anything outside. Those that harm nobody are first run without: they do escape.
func TestEscapes(t *testing.T) {
	w, free := newWorld(t), newWorld(t) // the environment names the services of the latter
	t.Setenv("TMPDIR", t.TempDir())
	means, marked := everyMeans(t, testLimits)
	for _, e := range escapes {
		t.Run(e.file, func(t *testing.T) {
			command := w.build(t, e.file)
			if command == nil {
				t.Skip("NOT tested: the language is missing")
			}
			if e.free {
				t.Run("unconfined", func(t *testing.T) { free.escape(t, append(command, free.args...)) })
			}
			for name, c := range means {
				if marked[name] && !e.resources {
					continue
				}
				t.Run(name, func(t *testing.T) { w.attempt(t, c.Command(w.mine, append(command, w.args...)), e.ends) })
			}
		})
	}
}

// escape runs a program without confinement until it has got out.
func (w *world) escape(t *testing.T, argv []string) {
	t.Helper()
	p, err := w.start(argv)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close(0)
	for line := range p.Lines() {
		if strings.HasPrefix(line, "ESCAPED") {
			return
		}
	}
	t.Errorf("it did not escape: %s", p.Stderr())
}

// attempt runs a program and looks at what has become of the world.
func (w *world) attempt(t *testing.T, argv []string, ends string) {
	t.Helper()
	p, err := w.start(argv)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for line := range p.Lines() {
		if len(out) < 100 {
			out = append(out, line[:min(len(line), 200)])
		}
	}
	said := strings.Join(append(out, p.Stderr()), "\n")
	if strings.Contains(said, "ESCAPED") || strings.Contains(said, secretText) || Clean(said) != said {
		t.Errorf("it got out:\n%s", said)
	}
	end := killed
	if p.Err() == nil && slices.Contains(out, contained) {
		end = contained
	}
	if ends != either && end != ends {
		t.Errorf("it was %s, want %s: %s\n%s", end, ends, p.Exit(), said)
	}
	if n := w.reached.Swap(0); n > 0 {
		t.Errorf("it reached %d services", n)
	}
	w.inspect(t)
}

// start starts a program from a shell that has left a file open for it.
func (w *world) start(argv []string) (*Process, error) {
	fd := strconv.Itoa(int(w.secret.Fd()))
	return Start("", append([]string{"sh", "-c", fmt.Sprintf("exec 7</proc/%d/fd/%s; exec \"$@\"", os.Getpid(), fd), "sh"}, argv...))
}

// inspect checks that nothing has changed in the world and nothing is left behind.
func (w *world) inspect(t *testing.T) {
	t.Helper()
	for path, want := range map[string]os.FileMode{w.args[0]: 0o644, w.args[6]: 0o644, filepath.Join(w.mine, "own"): 0o644} {
		text, err := os.ReadFile(path)
		info, statErr := os.Lstat(path)
		if err != nil || statErr != nil || string(text) != secretText || info.Mode() != want {
			t.Errorf("%s: %v, %q", path, cmp.Or(err, statErr), text)
		}
	}
	for _, pattern := range []string{filepath.Join(w.dir, "*", "thera-escape"), filepath.Join(w.mine, "thera-escape"), "/dev/shm/thera-escape*", "/tmp/thera-escape"} {
		if found, _ := filepath.Glob(pattern); len(found) > 0 {
			t.Errorf("it has left %q", found)
		}
	}
	pid := w.outside.Process.Pid
	if priority, err := syscall.Getpriority(syscall.PRIO_PROCESS, pid); err != nil || priority != w.nice {
		t.Errorf("the process outside: %v, priority %d, want %d", err, priority, w.nice)
	}
	if state, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid)); err != nil || !strings.Contains(string(state), ") S ") {
		t.Errorf("the process outside: %v, %s", err, state)
	}
	awaitNone(t, func(cmdline string) bool {
		return strings.HasPrefix(cmdline, w.mine) || strings.HasPrefix(cmdline, "sleep\x00623.5")
	})
}

// The command of a program can't be another's file, neither by a path nor by a link.
func TestForeignCommand(t *testing.T) {
	means, _ := everyMeans(t, testLimits)
	dir := t.TempDir()
	mine, other := filepath.Join(dir, "mine"), filepath.Join(dir, "other")
	script := []byte("#!/bin/sh\necho hello\n")
	if err := errors.Join(
		os.Mkdir(mine, 0o755), os.Mkdir(other, 0o755),
		os.WriteFile(filepath.Join(mine, "run"), script, 0o755), os.WriteFile(filepath.Join(other, "run"), script, 0o755),
		os.Symlink("../other/run", filepath.Join(mine, "link")), os.Symlink("run", filepath.Join(mine, "alias")),
	); err != nil {
		t.Fatal(err)
	}
	for command, runs := range map[string]bool{
		"./run": true, mine + "/run": true, "./alias": true,
		"../other/run": false, other + "/run": false, mine + "/../other/run": false, "./link": false, mine + "/link": false,
	} {
		for name, c := range means {
			argv := c.Command(mine, []string{command})
			if out, err := exec.Command(argv[0], argv[1:]...).CombinedOutput(); (err == nil && string(out) == "hello\n") != runs {
				t.Errorf("%s by %s: %v, %s; want it to run: %t", command, name, err, out, runs)
			}
		}
	}
}

// Programs of these languages start by all means: the list of readable files has what
// they need.
func TestLanguages(t *testing.T) {
	means, _ := everyMeans(t, DefaultLimits())
	dir := t.TempDir()
	for name, text := range map[string]string{
		"hello.py": "import json, random, socket, subprocess, threading, tempfile\ntempfile.TemporaryFile()\nprint('hello')\n",
		"hello.js": "require('child_process').execFileSync('true'); console.log('hello')\n",
		"hello.pl": "use strict; use POSIX; use List::Util; print \"hello\\n\";\n",
		"hello.sh": "#!/usr/bin/env bash\ncat <(echo hello) >/dev/null 2>/dev/null; cat <(echo hello)\n",
		"H.java":   "class H { public static void main(String[] a) { new java.util.Random(); System.out.println(\"hello\"); } }\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, command := range [][]string{{"python3", "hello.py"}, {"node", "hello.js"}, {"perl", "hello.pl"}, {"./hello.sh"}, {"java", "H.java"}} {
		if _, err := exec.LookPath(command[0]); err != nil && command[0] != "./hello.sh" {
			t.Logf("NOT tested: %v", err)
			continue
		}
		for name, c := range means {
			argv := c.Command(dir, command)
			if out, err := exec.Command(argv[0], argv[1:]...).CombinedOutput(); err != nil || string(out) != "hello\n" {
				t.Errorf("%q by %s: %v, %s", command, name, err, out)
			}
		}
	}
}

func TestCgroups(t *testing.T) {
	const root = "/sys/fs/cgroup"
	for text, want := range map[string][][]string{
		"0::/user.slice/user@1000.service/app.slice/x.scope\n": {
			{root + "/user.slice/user@1000.service/app.slice/x.scope"},
			{root + "/user.slice/user@1000.service/app.slice"},
			{root + "/user.slice/user@1000.service"},
			{root + "/user.slice"},
			{root},
		},
		"0::/\n":                                {{root}},
		"12:pids:/a\n4:cpu,memory:/b/c\n0::/\n": {{root + "/memory/b/c", root + "/pids/a"}},
		"":                                      nil,
	} {
		if got := possibleCgroups(text); !slices.EqualFunc(got, want, slices.Equal) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for name, files := range map[string]map[string]string{
		"version 1": {"memory.oom_control": "oom_kill_disable 0\nunder_oom 0\noom_kill 3\n", "pids.events": "max 5\n"},
		"version 2": {"memory.events": "low 0\nhigh 0\nmax 12\noom 4\noom_kill 3\n", "pids.events": "max 5\n"},
	} {
		dir := t.TempDir()
		for file, text := range files {
			if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if g := (cgroups{dir}); g.killed() != 3 || g.refused() != 5 {
			t.Errorf("%s: %d killed, %d refused; want 3 and 5", name, g.killed(), g.refused())
		}
	}
	if g := (cgroups{t.TempDir()}); g.killed() != 0 || g.write("memory.max", 1) == nil {
		t.Error("a folder that is no control group")
	}
}
