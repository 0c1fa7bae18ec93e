//go:build unix

package child

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"github.com/creack/pty"
)

const lastWord = "that is all"

// unruly are programs that a teacher meets sooner or later.
var unruly = map[string]func(){
	"flood": func() {
		for {
			_, _ = os.Stdout.WriteString(strings.Repeat("nonsense\n", 1000))
		}
	},
	"endless line": func() {
		for {
			_, _ = os.Stdout.WriteString(strings.Repeat("x", 1<<16))
		}
	},
	"endless complaint": func() {
		for {
			_, _ = os.Stderr.WriteString(strings.Repeat("x", 1<<16))
		}
	},
	"orphan":         func() { leaveBehind(false, "stay") },
	"outcast":        func() { leaveBehind(true, "stay") },
	"chatty outcast": func() { leaveBehind(true, "babble") },
	"babble": func() {
		for range 10_000 {
			fmt.Println("and another thing")
			fmt.Fprintln(os.Stderr, "and another thing")
			time.Sleep(time.Millisecond)
		}
		fmt.Println(lastWord)
	},
	"teacher": teach,
	"typist":  typeCommand,
}

// teach starts a program from a terminal.
func teach() {
	p, err := Start("", []string{os.Args[0], "typist"})
	if err != nil {
		panic(err)
	}
	for line := range p.Lines() {
		fmt.Println(line)
	}
}

// typeCommand types into its terminal, as if its user had.
func typeCommand() {
	tty, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err != nil {
		fmt.Println("no terminal")
		return
	}
	command := byte('!')
	_, _, errno := syscall.Syscall(syscall.SYS_IOCTL, tty.Fd(), syscall.TIOCSTI, uintptr(unsafe.Pointer(&command)))
	fmt.Println("has typed:", errno)
}

// No program has the terminal of the one who started it, confined or not: by TIOCSTI it
// could type commands into the shell.
func TestNoTerminal(t *testing.T) {
	terminal, err := pty.Start(exec.Command(os.Args[0], "teacher"))
	if err != nil {
		t.Skipf("no terminal here: %v", err)
	}
	out, _ := io.ReadAll(terminal) // ends with an error when the program does
	if got := strings.TrimSpace(string(out)); got != "no terminal" {
		t.Errorf("%q", got)
	}
}

// leaveBehind starts a process that holds the streams, says which, and ends.
func leaveBehind(session bool, program string) {
	cmd := exec.Command(os.Args[0], program)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: session}
	if err := cmd.Start(); err != nil {
		panic(err)
	}
	fmt.Println("child", cmd.Process.Pid)
}

func TestFlood(t *testing.T) {
	for _, program := range []string{"flood", "endless line", "endless complaint"} {
		t.Run(program, func(t *testing.T) {
			t.Parallel()
			p := start(t, program)
			for range p.Lines() {
			}
			if !errors.Is(p.Err(), ErrFlood) || !strings.HasPrefix(p.Exit(), "killed for a flood of output") {
				t.Errorf("%v, %s", p.Err(), p.Exit())
			}
			if killed := p.Close(time.Minute); killed {
				t.Error("killed twice")
			}
		})
	}
}

// What is asked for is no flood, however much it is.
func TestNoFlood(t *testing.T) {
	p := &Process{}
	line := strings.Repeat("x", 1<<20) + "\n"
	for range 2 * MaxFlood / len(line) {
		p.flood.reset()
		if n, err := p.counted(strings.NewReader(line)).Read(make([]byte, 2<<20)); n != len(line) || err != nil {
			t.Fatal(n, err)
		}
	}
	if p.flood.flooded() {
		t.Error("a flood")
	}
}

// A program has ended once its process exits, even if other processes hold its
// streams and write to them. The processes of its group end with it.
func TestLeftBehind(t *testing.T) {
	for program, survives := range map[string]bool{"orphan": false, "outcast": true, "chatty outcast": true} {
		t.Run(program, func(t *testing.T) {
			t.Parallel()
			p := start(t, program)
			said := <-p.Lines()
			for said == "here" || said == "and another thing" { // the one that stays was faster
				said = <-p.Lines()
			}
			pid, err := strconv.Atoi(strings.TrimPrefix(said, "child "))
			if err != nil {
				t.Fatalf("%q", said)
			}
			for said := range p.Lines() {
				if said == lastWord {
					t.Error("the program has ended only with the process that it left behind")
				}
			}
			if p.Err() != nil {
				t.Error(p.Err())
			}
			if !survives {
				awaitEnd(t, pid)
			} else if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
				t.Error(err)
			}
		})
	}
}

// awaitEnd waits until there is no such process, or only its exit status.
func awaitEnd(t *testing.T, pid int) {
	t.Helper()
	for range 6000 {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if syscall.Kill(pid, 0) != nil || err == nil && strings.Contains(string(stat), ") Z ") {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("process %d lives on", pid)
}

// All that a program has written is read, however late.
func TestLateReader(t *testing.T) {
	const lines = 5000 // more than wait in channel and buffer, less than a pipe holds
	cmd := "i=0; while [ $i -lt 5000 ]; do echo $i; i=$((i+1)); done"
	p, err := Start("", []string{"sh", "-c", cmd})
	if err != nil {
		t.Fatal(err)
	}
	time.Sleep(200 * time.Millisecond) // it has ended, most likely
	n := 0
	for range p.Lines() {
		n++
	}
	if n != lines {
		t.Errorf("%d lines, want %d", n, lines)
	}
}
