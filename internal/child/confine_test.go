package child

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// acts are the programs that are confined: the test binary, when its first
// argument names one.
var acts = map[string]func(){
	"confine": func() { os.Exit(ConfinedMain(os.Args[2:])) },
	"hello":   func() { fmt.Println("hello"); os.Exit(7) },
	"killed": func() {
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	},
	"eat": func() { // not from Go's heap, which the race detector makes larger
		for {
			part, err := syscall.Mmap(-1, 0, 8<<20, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
			if err != nil {
				panic(err)
			}
			for i := 0; i < len(part); i += 4096 {
				part[i] = 1
			}
			time.Sleep(10 * time.Millisecond) // a busy machine must not run out of it before anybody looks
		}
	},
	"bomb": func() { // within reason, should nothing hold it
		for range 1000 {
			if err := exec.Command("sleep", "60").Start(); err != nil { // the kernel's limit, which root does not have
				fmt.Println("the program was ended: threads and processes: it may have 40")
				os.Exit(statusLimit)
			}
		}
		time.Sleep(time.Minute)
	},
	"confined-orphan": func() {
		cmd := exec.Command(os.Args[0], "stay")
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		_ = cmd.Start()
		fmt.Println("leaving")
	},
	"look": look,
}

// view is what a program sees of the machine.
type view struct {
	Processes, Interfaces int
	Write, Scratch        bool // where it may write
	Other, Own            bool // which folders it may read
	Secret                string
	Caps                  string
	UID                   int
	Dir                   string
}

func look() {
	processes, _ := filepath.Glob("/proc/[0-9]*")
	var up int
	interfaces, _ := net.Interfaces()
	for _, i := range interfaces {
		if i.Flags&net.FlagUp != 0 {
			up++
		}
	}
	dir, _ := os.Getwd()
	status, _ := os.ReadFile("/proc/self/status")
	_, caps, _ := strings.Cut(string(status), "CapEff:")
	caps, _, _ = strings.Cut(caps, "\n")
	write := func(path string) bool { return os.WriteFile(path, []byte("x"), 0o600) == nil }
	read := func(path string) bool { _, err := os.ReadFile(path); return err == nil }
	_ = json.NewEncoder(os.Stdout).Encode(view{
		Processes: len(processes), Interfaces: up,
		Write: write(filepath.Join(dir, "written")), Scratch: write(filepath.Join(os.TempDir(), "scratch")),
		Other: read("../other/secret"), Own: read("own"),
		Secret: os.Getenv("THERA_SECRET"), Caps: strings.TrimSpace(caps), UID: os.Getuid(), Dir: filepath.Base(dir),
	})
}

// helper is the test binary as a helper.
func helper() []string { return []string{os.Args[0], "confine"} }

// modes are the helpers to test: as it comes, and without namespaces.
var modes = map[string][]string{"": helper(), "plain ": append(helper(), "--plain")}

// confined returns a command for one of the acts.
func confined(l Limits, helper []string, act string) *exec.Cmd {
	argv := ConfinedCommand(helper, l, []string{os.Args[0], act})
	return exec.Command(argv[0], argv[1:]...)
}

// needsNamespaces skips a test where the kernel refuses them.
func needsNamespaces(t *testing.T) {
	t.Helper()
	r, err := ProbeConfinement(t.Context(), helper(), DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Open) > 1 {
		t.Skip(r)
	}
}

func TestStatus(t *testing.T) {
	for mode, helper := range modes {
		for act, want := range map[string]string{"hello": "7 hello\n ", "killed": "137  thera: the program was ended by a signal: killed\n"} {
			cmd := confined(DefaultLimits(), helper, act)
			var errs strings.Builder
			cmd.Stderr = &errs
			out, _ := cmd.Output()
			if got := fmt.Sprintf("%d %s %s", cmd.ProcessState.ExitCode(), out, errs.String()); got != want {
				t.Errorf("%s%s: %q, want %q", mode, act, got, want)
			}
		}
	}
}

func TestNoProgram(t *testing.T) {
	for mode, helper := range modes {
		argv := ConfinedCommand(helper, DefaultLimits(), []string{"/no/such/program"})
		out, err := exec.Command(argv[0], argv[1:]...).CombinedOutput()
		exit, ok := errors.AsType[*exec.ExitError](err)
		if !ok || exit.ExitCode() != statusStart || !strings.HasPrefix(string(out), "thera: can't start the program: ") {
			t.Errorf("%s: %v, %q", mode, err, out)
		}
	}
}

func TestLimitsHold(t *testing.T) {
	onLinux(t)
	for mode, helper := range modes {
		for act, want := range map[string]string{"eat": "MiB of memory: it may have 256\n", "bomb": "threads and processes: it may have 40\n"} {
			t.Run(mode+act, func(t *testing.T) {
				t.Parallel()
				cmd := confined(Limits{Memory: 256 << 20, Threads: 40}, helper, act)
				out, _ := cmd.CombinedOutput()
				if cmd.ProcessState.ExitCode() != statusLimit || !strings.HasSuffix(string(out), want) {
					t.Errorf("%d %q, want %q", cmd.ProcessState.ExitCode(), out, want)
				}
			})
		}
	}
}

// onLinux skips a test elsewhere.
func onLinux(t *testing.T) {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("nothing is bounded on " + runtime.GOOS)
	}
}

func TestView(t *testing.T) {
	needsNamespaces(t)
	all := t.TempDir()
	for _, name := range []string{"other/secret", "mine/own"} {
		if err := os.MkdirAll(filepath.Join(all, filepath.Dir(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(all, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("THERA_SECRET", "42")
	l := DefaultLimits()
	l.Hidden, l.Shown = all, filepath.Join(all, "mine")
	out, err := confined(l, helper(), "look").CombinedOutput()
	var got view
	if err != nil || json.Unmarshal(out, &got) != nil {
		t.Fatalf("%v, %s", err, out)
	}
	want := view{Processes: 2, Scratch: true, Own: true, Caps: "0000000000000000", UID: os.Getuid(), Dir: "mine"}
	if got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// Nothing survives the end of the program or of the process that started it. The
// children that have left its session are the hardest to find.
func TestNothingIsLeft(t *testing.T) {
	onLinux(t)
	for mode, helper := range modes {
		t.Run(mode, func(t *testing.T) {
			out, err := confined(DefaultLimits(), helper, "confined-orphan").Output()
			if err != nil || string(out) != "leaving\n" {
				t.Errorf("%v, %q", err, out)
			}
			awaitNone(t)
		})
	}
	t.Run("killed", func(t *testing.T) {
		cmd := confined(DefaultLimits(), helper(), "stay")
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
		awaitNone(t)
	})
}

// awaitNone waits until no process of this test stays.
func awaitNone(t *testing.T) {
	t.Helper()
	for range 6000 {
		n := 0
		lines, _ := filepath.Glob("/proc/[0-9]*/cmdline")
		for _, path := range lines {
			if text, err := os.ReadFile(path); err == nil && string(text) == os.Args[0]+"\x00stay\x00" {
				n++
			}
		}
		if n == 0 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("processes are left")
}

func TestProbe(t *testing.T) {
	onLinux(t)
	r, err := ProbeConfinement(t.Context(), modes["plain "], DefaultLimits())
	want := `confined: processes that it leaves behind are ended; memory: 1g, looked at every 50ms; threads and processes: 256, looked at every 50ms; time of the processor: 30m0s; open files: 256; privileges: none
NOT confined: network, and what it writes to files (no namespaces: they are not wanted); what it reads (any file that you may read, but for other submissions where those are hidden)`
	if err != nil || r.String() != want {
		t.Errorf("%v, %s, want %s", err, r, want)
	}
	if _, err := ProbeConfinement(t.Context(), []string{"/no/such/helper"}, DefaultLimits()); err == nil {
		t.Error("a helper that is not there")
	}
}

func TestParse(t *testing.T) {
	l, err := DefaultLimits().Parse("memory=512m, threads=64,cpu=10m,files=16k,network")
	if want := "memory=512m,threads=64,cpu=10m0s,files=16k,network"; err != nil || l.String() != want {
		t.Errorf("%v, %s, want %s", err, l, want)
	}
	if again, err := (Limits{}).Parse(l.String()); again != l || err != nil {
		t.Errorf("%v, %v, want %v", again, err, l)
	}
	for text, want := range map[string]string{
		"memory=":       `"memory=": want a size as in 512m or 1g`,
		"memory=100":    `"memory=100": want 16m or more`,
		"memory=1t":     `"memory=1t": want a size as in 512m or 1g`,
		"threads=0":     `"threads=0": want a whole number from 1`,
		"cpu=10":        `"cpu=10": want a time of a second or more, as in 10m`,
		"network=1":     `"network=1": want no value`,
		"disk=1g":       `"disk=1g": want memory, threads, cpu, files or network`,
		"cpu=1m,files=": `"files=": want a size as in 512m or 1g`,
	} {
		if _, err := DefaultLimits().Parse(text); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

func TestMainRefuses(t *testing.T) {
	for want, args := range map[string][]string{
		"no command: ":     {"--limits", "{}"},
		"\"ls\": ":         {"ls"},
		"--limits \"x\": ": {"--limits", "x", "--", "ls"},
		"--limits: ":       {"--limits"},
	} {
		if _, err := parseJob(args); err == nil || err.Error() != want+usage {
			t.Errorf("%q: %v", args, err)
		}
	}
}
