package main

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/creack/pty"
	"github.com/hinshun/vt10x"
	"github.com/rogpeppe/go-internal/testscript"
)

// The size of the terminals that scripts run in: the smallest that is common.
const columns, rows = 80, 24

// hasTerminals reports whether this system gives pseudo-terminals.
func hasTerminals() bool {
	master, slave, err := pty.Open()
	if err != nil {
		return false
	}
	slave.Close()
	master.Close()
	return true
}

// inTerminal runs a program in a terminal. Each line of the file is what to
// do next:
//
//	see TEXT   wait until it stands on the screen
//	type TEXT  type it; \r is Enter, \x1b is Escape, as in Go
//	interrupt  send the program an interrupt
func inTerminal(ts *testscript.TestScript, _ bool, args []string) {
	cmd := exec.Command(args[2], args[3:]...)
	cmd.Dir = ts.Getenv("WORK")
	cmd.Env = append(os.Environ(), "TERM="+ts.Getenv("TERM"), "NO_COLOR="+ts.Getenv("NO_COLOR"),
		"LC_ALL=C.UTF-8", "GORACE=atexit_sleep_ms=0")
	terminal, err := pty.StartWithSize(cmd, &pty.Winsize{Cols: columns, Rows: rows})
	ts.Check(err)
	defer terminal.Close()
	screen := vt10x.New(vt10x.WithSize(columns, rows), vt10x.WithWriter(io.Discard))
	drawn := make(chan struct{})
	go func() {
		defer close(drawn)
		for in := bufio.NewReader(terminal); screen.Parse(in) == nil; {
		} // ends when the program does
	}()
	kill := func(reason string) {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		<-drawn
		ts.Fatalf("%s; the screen:\n%s", reason, screen)
	}
	for line := range strings.Lines(ts.ReadFile(args[1])) {
		verb, text, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch verb {
		case "see":
			for deadline := time.Now().Add(time.Minute); !strings.Contains(screen.String(), text); {
				if time.Now().After(deadline) {
					kill("no " + strconv.Quote(text) + " to be seen")
				}
				time.Sleep(5 * time.Millisecond)
			}
		case "type":
			keys, err := strconv.Unquote(`"` + text + `"`)
			ts.Check(err)
			_, err = io.WriteString(terminal, keys)
			ts.Check(err)
		case "interrupt":
			ts.Check(cmd.Process.Signal(os.Interrupt))
		default:
			kill("no command " + strconv.Quote(verb))
		}
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case err = <-ended:
	case <-time.After(time.Minute):
		_ = cmd.Process.Kill()
		err = <-ended
		ts.Logf("still running after a minute")
	}
	<-drawn
	if err != nil {
		// What it said may be there: the race detector's report, for one.
		ts.Logf("the screen at the end:\n%s", screen)
	}
	wantStatus(ts, args[0], err)
}
