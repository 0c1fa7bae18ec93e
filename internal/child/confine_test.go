package child

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// acts are the programs that are confined: the test binary, when its first
// argument names one.
var acts = map[string]func(){
	"confine": func() { os.Exit(ConfinedMain(os.Args[2:])) },
	"hello":   func() { fmt.Println("hello"); os.Exit(7) },
	"killed": func() {
		if self, err := os.FindProcess(os.Getpid()); err == nil {
			_ = self.Kill()
		}
	},
	"look": look,
	"report": func() {
		c, err := FindConfinement(context.Background(), helper(), DefaultLimits())
		fmt.Println(c.Report(), err)
	},
	"referee": func() {
		c, err := FindConfinement(context.Background(), helper(), DefaultLimits())
		if err != nil {
			panic(err)
		}
		p, err := Start("", c.Command("", []string{os.Args[0], "stay"}))
		if err != nil {
			panic(err)
		}
		for line := range p.Lines() {
			fmt.Println(line)
		}
	},
}

// view is what a program sees of the machine.
type view struct {
	Processes      bool // only its own
	Write, Scratch bool // where it may write
	Other, Own     bool // which files it may read
	Environment    []string
	Caps           string
	UID            int
	Dir            string
}

func look() {
	processes, _ := filepath.Glob("/proc/[0-9]*")
	dir, _ := os.Getwd()
	status, _ := os.ReadFile("/proc/self/status")
	_, caps, _ := strings.Cut(string(status), "CapEff:")
	caps, _, _ = strings.Cut(caps, "\n")
	write := func(path string) bool { return os.WriteFile(path, []byte("x"), 0o600) == nil }
	read := func(path string) bool { _, err := os.ReadFile(path); return err == nil }
	var names []string
	for _, variable := range os.Environ() {
		name, _, _ := strings.Cut(variable, "=")
		if name != "PWD" { // bubblewrap sets it
			names = append(names, name)
		}
	}
	_ = json.NewEncoder(os.Stdout).Encode(view{
		Processes: len(processes) < 6, Write: write(filepath.Join(dir, "written")), Scratch: write(filepath.Join(os.TempDir(), "scratch")),
		Other: read("../other/secret"), Own: read("own"),
		Environment: names, Caps: strings.TrimSpace(caps), UID: os.Getuid(), Dir: filepath.Base(dir),
	})
}

// helper is the test binary as a helper.
func helper() []string { return []string{os.Args[0], "confine"} }

// confine returns the confinement that this machine has.
func confine(t *testing.T, l Limits) Confinement {
	t.Helper()
	c, err := FindConfinement(t.Context(), helper(), l)
	if err != nil {
		t.Skip(err)
	}
	return c
}

// confined returns a command for one of the acts.
func confined(c Confinement, dir, act string) *exec.Cmd {
	argv := c.Command(dir, []string{os.Args[0], act})
	return exec.Command(argv[0], argv[1:]...)
}

func TestStatus(t *testing.T) {
	c := confine(t, DefaultLimits())
	for act, want := range map[string]string{"hello": "7 hello\n ", "killed": "137  thera: the program was ended by a signal: killed\n"} {
		cmd := confined(c, "", act)
		var errs strings.Builder
		cmd.Stderr = &errs
		out, _ := cmd.Output()
		if got := fmt.Sprintf("%d %s %s", cmd.ProcessState.ExitCode(), out, errs.String()); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestNoProgram(t *testing.T) {
	c := confine(t, DefaultLimits())
	argv := c.Command("", []string{"/no/such/program"})
	cmd := exec.Command(argv[0], argv[1:]...)
	out, _ := cmd.CombinedOutput()
	if cmd.ProcessState.ExitCode() != 127 || !strings.HasPrefix(string(out), "thera: can't start the program: ") {
		t.Errorf("%v, %q", cmd.ProcessState, out)
	}
}

func TestView(t *testing.T) {
	all := t.TempDir()
	for _, name := range []string{"other/secret", "mine/own"} {
		if err := os.MkdirAll(filepath.Join(all, filepath.Dir(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(all, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range append([]string{"LC_ALL", "TZ"}, languages...) {
		t.Setenv(name, "")
	}
	t.Setenv("LANG", "C")
	t.Setenv("THERA_SECRET", "42")
	l := DefaultLimits()
	l.Read = []string{os.Args[0]} // the program, which is not one of the system
	out, err := confined(confine(t, l), filepath.Join(all, "mine"), "look").CombinedOutput()
	var got view
	if err != nil || json.Unmarshal(out, &got) != nil {
		t.Fatalf("%v, %s", err, out)
	}
	want := view{
		Processes: true, Scratch: true, Own: true, Caps: "0000000000000000", UID: os.Getuid(), Dir: "mine",
		Environment: append([]string{"THERA_CONFINED", "TMPDIR", "HOME", "PATH", "LANG", "LC_ALL", "TZ", "GORACE"}, languages...),
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// Nothing survives the guard, nor the process that started the guard.
func TestNothingIsLeft(t *testing.T) {
	c := confine(t, DefaultLimits())
	for name, cmd := range map[string]*exec.Cmd{"guard": confined(c, "", "stay"), "referee": exec.Command(os.Args[0], "referee")} {
		t.Run(name, func(t *testing.T) { killWhileRunning(t, cmd) })
	}
}

func killWhileRunning(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 100)); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	awaitNone(t, func(cmdline string) bool { return cmdline == os.Args[0]+"\x00stay\x00" })
}

// awaitNone waits until no process has such a command.
func awaitNone(t *testing.T, such func(cmdline string) bool) {
	t.Helper()
	var left string
	for range 6000 {
		left = ""
		lines, _ := filepath.Glob("/proc/[0-9]*/cmdline")
		for _, path := range lines {
			if text, err := os.ReadFile(path); err == nil && such(string(text)) {
				left = path
			}
		}
		if left == "" {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("a process is left: %s", left)
}

// What must stay private is not under anything that programs may read.
func TestPrivate(t *testing.T) {
	dir := t.TempDir()
	for _, path := range []string{"bot", "home/me"} {
		if err := os.MkdirAll(filepath.Join(dir, path), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("HOME", filepath.Join(dir, "home/me"))
	const home = "confined programs could read all of your home, DIR/home/me, by DIR/home (read=, JAVA_HOME, PYENV_ROOT, PYTHONPATH, NODE_PATH): want folders in it"
	for name, test := range map[string]struct{ read, variable, want string }{
		"token":    {read: "bot", want: "confined programs can read all of DIR/bot, and so DIR/bot/token: want that elsewhere"},
		"home":     {read: "home", want: home},
		"variable": {variable: "home", want: home},
		"missing":  {read: "none", want: "read=DIR/none: stat DIR/none: no such file or directory"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("PYTHONPATH", "")
			l := DefaultLimits()
			l.Read = []string{filepath.Join(dir, test.read)}
			if test.variable != "" {
				l.Read = nil
				t.Setenv("PYTHONPATH", filepath.Join(dir, test.variable))
			}
			_, err := FindConfinement(t.Context(), helper(), l, filepath.Join(dir, "bot/token"))
			if want := strings.ReplaceAll(test.want, "DIR", dir); err == nil || err.Error() != want {
				t.Errorf("%v, want %s", err, want)
			}
		})
	}
}

// TestLinkWithinOpen lets programs read a link in a folder that they read anyway, such as
// Debian's /usr/bin/java, by the same means as without it.
func TestLinkWithinOpen(t *testing.T) {
	dir := t.TempDir()
	top, outside, link := filepath.Join(dir, "top"), filepath.Join(dir, "outside"), filepath.Join(dir, "top", "link")
	err := errors.Join(os.Mkdir(top, 0o700), os.WriteFile(outside, nil, 0o600), os.Symlink(outside, link))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := outermost([]string{link, "/usr", "/usr/bin", top, top}), []string{outside, "/usr", top, top}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	plain := confine(t, DefaultLimits())
	l := DefaultLimits()
	l.Read = []string{top, link}
	if c := confine(t, l); c.Bubblewrap != plain.Bubblewrap {
		t.Errorf("%s, want %s as without the link: %q", c.view(), plain.view(), c.failed)
	}
}

// Where no means works, the error says why for each, and what to install.
func TestNoMeans(t *testing.T) {
	_, err := FindConfinement(context.Background(), []string{"/no/such/helper"}, DefaultLimits())
	if err == nil || runtime.GOOS == "linux" && (!strings.Contains(err.Error(), "apt-get install bubblewrap") || !strings.Contains(err.Error(), "Landlock")) {
		t.Error(err)
	}
}

// An interruption says nothing about the machine, so it must not advise to do without.
func TestInterruptedSearch(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("there is nothing to try")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := FindConfinement(ctx, helper(), DefaultLimits()); !errors.Is(err, context.Canceled) || errors.Is(err, ErrUnconfinable) {
		t.Error(err)
	}
}

func TestReport(t *testing.T) {
	c := Confinement{Limits: Limits{Memory: 1 << 30, Threads: 256, CPU: time.Minute, Files: 64 << 20}, Bubblewrap: "/usr/bin/bwrap", Cgroups: []string{"/a"}}
	want := "confined: terminal: none (session); files: reads only the system's programs, its own folder and what read= names; writes at most 64m, in TMPDIR (bubblewrap); network: none, not even within the machine; no sockets (namespace, seccomp); processes: sees only its own, which end with it (namespace); memory: 1g (cgroup v2); threads: 256 (cgroup v2); processor: 1m0s for each process (rlimit); output: 64m before the next input (counted); privileges: none, and no rare system calls (capabilities, seccomp)"
	if got := c.Report().String(); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	c.Bubblewrap, c.failed = "", []string{"bubblewrap, cgroup v2: no permission"}
	const by = "namespaces and Landlock; not bubblewrap, cgroup v2: no permission"
	if got := c.Report()[1].By; got != by {
		t.Errorf("%s, want %s", got, by)
	}
}

// TestHardLimits confines programs where the shell has hard limits below those of thera:
// they stay, and the report has the one on processor time.
func TestHardLimits(t *testing.T) {
	confine(t, DefaultLimits())
	out, err := exec.Command("sh", "-c", `ulimit -t 120 && ulimit -n 200 && ulimit -f 8192 && exec "$0" report`, os.Args[0]).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "processor: 2m0s for each process") || !strings.HasSuffix(string(out), " <nil>\n") {
		t.Errorf("%v: %s", err, out)
	}
}

func TestParse(t *testing.T) {
	l, err := DefaultLimits().Parse("memory=512m, threads=64,cpu=10m,files=16k,network,read=/opt/jdk,read=/srv/x")
	if want := "memory=512m,threads=64,cpu=10m0s,files=16k,network,read=/opt/jdk,read=/srv/x"; err != nil || l.String() != want {
		t.Errorf("%v, %s, want %s", err, l, want)
	}
	if again, err := (Limits{}).Parse(l.String()); !reflect.DeepEqual(again, l) || err != nil {
		t.Errorf("%v, %v, want %v", again, err, l)
	}
	for text, want := range map[string]string{
		"cpu=1m,cpu=2m": `"cpu=2m": want cpu once`,
		"memory=":       `"memory=": want a size as in 512m or 1g`,
		"memory=100":    `"memory=100": want 16m or more`,
		"memory=1t":     `"memory=1t": want a size as in 512m or 1g`,
		"threads=0":     `"threads=0": want a whole number from 1`,
		"cpu=10":        `"cpu=10": want a time of a second or more, as in 10m`,
		"network=1":     `"network=1": want no value`,
		"read=/":        `"read=/": want a file or folder below /, as in read=/opt/jdk`,
		"disk=1g":       `"disk=1g": want memory, threads, cpu, files, network or read; omitted ones keep their defaults`,
		"cpu=1m,files=": `"files=": want a size as in 512m or 1g`,
	} {
		if _, err := DefaultLimits().Parse(text); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// TestParseComma is in a folder whose path Parse could not read back.
func TestParseComma(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a,b")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	if l, err := (Limits{}).Parse("read=x"); err == nil || !strings.Contains(err.Error(), "want a path without a comma") {
		t.Errorf("%v, %v", l, err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("memory=512m, threads=64,cpu=10m,files=16m,network,read=/opt/jdk")
	f.Add("memory=9999999999g,,=,read=.")
	f.Fuzz(func(t *testing.T, text string) {
		l, err := Limits{}.Parse(text)
		if err != nil {
			return
		}
		if again, err := (Limits{}).Parse(l.String()); err != nil || again.String() != l.String() {
			t.Errorf("%q: %q, then %q, %v", text, l, again, err)
		}
	})
}

func TestMainRefuses(t *testing.T) {
	for _, args := range [][]string{nil, {"guard"}, {"guard", "x"}, {"host", "{}"}} {
		if status := ConfinedMain(args); status != 2 {
			t.Errorf("%q: status %d, want 2", args, status)
		}
	}
}
