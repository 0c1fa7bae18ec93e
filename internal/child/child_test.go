package child

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestMain makes the test binary a program if its argument names one.
func TestMain(m *testing.M) {
	// Under the race detector, programs would wait for a second before they end.
	if err := os.Setenv("GORACE", "atexit_sleep_ms=0"); err != nil {
		panic(err)
	}
	if len(os.Args) < 2 {
		os.Exit(m.Run())
	}
	if act, ok := acts[os.Args[1]]; ok {
		act()
		return
	}
	switch os.Args[1] {
	case "echo": // until the end of its input
		for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
			fmt.Println("<" + lines.Text() + ">")
		}
	case "fail":
		fmt.Fprintln(os.Stderr, strings.Repeat("oh no ", tailSize))
		os.Exit(3)
	case "long line": // which ends once there is input
		fmt.Print(strings.Repeat("x", 2*MaxLine))
		lines := bufio.NewScanner(os.Stdin)
		lines.Scan()
		fmt.Println("\n" + lines.Text())
	case "stay":
		fmt.Println("here")
		time.Sleep(time.Hour)
	default:
		if act, ok := unruly[os.Args[1]]; ok {
			act()
			return
		}
		os.Exit(m.Run())
	}
}

func start(t *testing.T, program string) *Process {
	t.Helper()
	p, err := Start("", []string{os.Args[0], program})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestProcess(t *testing.T) {
	p := start(t, "echo")
	p.Send("one")
	p.Send("two")
	for _, want := range []string{"<one>", "<two>"} {
		if got := <-p.Lines(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if killed := p.Close(time.Minute); killed || p.Err() != nil || p.Exit() != "exit status 0" || p.Stderr() != "" {
		t.Errorf("killed %v, %v, %s, %q", killed, p.Err(), p.Exit(), p.Stderr())
	}
}

func TestProcessFails(t *testing.T) {
	p := start(t, "fail")
	for line := range p.Lines() {
		t.Errorf("said %q", line)
	}
	if p.Err() == nil || p.Exit() != "exit status 3" || len(p.Stderr()) != tailSize || !strings.HasSuffix(p.Stderr(), "oh no \n") {
		t.Errorf("%v, %s, %d bytes of standard error", p.Err(), p.Exit(), len(p.Stderr()))
	}
	if p.Close(time.Minute) {
		t.Error("killed what had ended")
	}
	if _, err := Start("", []string{"/no/such/program"}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v, want that there is none", err)
	}
}

// TestScriptWithoutInterpreter checks that a script that is there is not called missing.
func TestScriptWithoutInterpreter(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows starts no scripts")
	}
	dir := t.TempDir()
	for _, test := range []struct{ text, want string }{
		{"#!/no/such -u\n", `: no such file or directory: want the interpreter in its first line, "/no/such -u"`},
		{"#! /bin/sh\r\necho\r\n", `: no such file or directory: want the interpreter in its first line, "/bin/sh", and lines that end in \n, not in \r\n as on Windows`},
	} {
		if err := os.WriteFile(filepath.Join(dir, "run"), []byte(test.text), 0o700); err != nil {
			t.Fatal(err)
		}
		_, err := Start(dir, []string{"./run"})
		if err == nil || !strings.HasSuffix(err.Error(), test.want) || !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%q: %v, want …%s", test.text, err, test.want)
		}
	}
}

func TestProcessIsKilled(t *testing.T) {
	p := start(t, "stay")
	if got := <-p.Lines(); got != "here" {
		t.Errorf("%q", got)
	}
	if killed := p.Close(10 * time.Millisecond); !killed || p.Err() == nil {
		t.Errorf("killed %v, %v", killed, p.Err())
	}
}

func TestReadLine(t *testing.T) {
	long := strings.Repeat("x", MaxLine)
	r := bufio.NewReader(strings.NewReader("a\r\n\n" + long + "\n" + long + "x\nb"))
	for _, want := range []struct {
		line string
		err  error
	}{{"a", nil}, {"", nil}, {"", ErrLongLine}, {"", ErrLongLine}, {"b", io.EOF}, {"", io.EOF}} {
		line, err := ReadLine(r)
		if line != want.line || !errors.Is(err, want.err) {
			t.Errorf("%.20q of %d bytes, %v; want %q, %v", line, len(line), err, want.line, want.err)
		}
	}
}

// The beginning of a line without end is there while the program still waits, and the
// lines after it are whole.
func TestLongLine(t *testing.T) {
	p := start(t, "long line")
	defer p.Close(time.Minute)
	if got, want := <-p.Lines(), strings.Repeat("x", 100)+"… (longer than 1048576 bytes)"; got != want {
		t.Errorf("%.200q, want %q", got, want)
	}
	p.Send("go on")
	if got := <-p.Lines(); got != "go on" {
		t.Errorf("then %.200q", got)
	}
}

// A program of whatever kind can't control the terminal that its words are shown on.
func TestWordsAreClean(t *testing.T) {
	p, err := Start("", []string{"sh", "-c", `printf '\033[2J>\n'; printf '\342\200\256\302\233' >&2`})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := <-p.Lines(), `\x1b[2J>`; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	p.Close(time.Minute)
	if got, want := p.Stderr(), `\u202e\u009b`; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// The end of standard error begins with a whole letter.
func TestTailIsCut(t *testing.T) {
	var said tail
	_, _ = said.Write([]byte(strings.Repeat("王", tailSize)))
	if got := said.String(); len(got) != tailSize-tailSize%3 || strings.Trim(got, "王") != "" {
		t.Errorf("%d bytes: %.10q", len(got), got)
	}
}
