package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"thera/game/gametest"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"thera": main})
}

// TestScripts runs the scripts in testdata/script with the real program;
// -update rewrites the outputs that they compare. Three commands are our own:
//
//	status N program args...     run it and want exit status N
//	interrupt N program args...  run it, interrupt it at its first output and
//	                             want exit status N
//	await FILE                   wait until there is such a file
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       gametest.Update(),
		Setup: func(env *testscript.Env) error {
			// With the race detector, a program sleeps a second before it exits.
			env.Setenv("GORACE", "atexit_sleep_ms=0")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status":    status,
			"interrupt": interrupt,
			"await":     await,
		},
	})
}

func status(ts *testscript.TestScript, _ bool, args []string) {
	wantStatus(ts, args[0], ts.Exec(args[1], args[2:]...))
}

func interrupt(ts *testscript.TestScript, _ bool, args []string) {
	cmd := exec.Command(args[1], args[2:]...)
	out := &notifier{written: make(chan struct{}, 1)}
	cmd.Stdout, cmd.Stderr = out, ts.Stderr()
	_, err := cmd.StdinPipe() // open until the end, as a terminal is
	ts.Check(err)
	ts.Check(cmd.Start())
	select {
	case <-out.written:
	case <-time.After(time.Minute):
		ts.Logf("no output in a minute")
	}
	ts.Check(cmd.Process.Signal(os.Interrupt))
	err = cmd.Wait()
	_, _ = io.Copy(ts.Stdout(), &out.text)
	wantStatus(ts, args[0], err)
}

func await(ts *testscript.TestScript, _ bool, args []string) {
	for range 6000 {
		if _, err := os.Stat(ts.MkAbs(args[0])); err == nil {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	ts.Fatalf("no file %s in a minute", args[0])
}

// notifier is a buffer that tells when something has been written to it.
type notifier struct {
	text    bytes.Buffer
	written chan struct{}
}

func (n *notifier) Write(data []byte) (int, error) {
	select {
	case n.written <- struct{}{}:
	default:
	}
	return n.text.Write(data)
}

// wantStatus checks how a command has ended.
func wantStatus(ts *testscript.TestScript, want string, err error) {
	got := 0
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if strconv.Itoa(got) != strings.TrimSpace(want) {
		ts.Fatalf("exit status %d, want %s", got, want)
	}
}
