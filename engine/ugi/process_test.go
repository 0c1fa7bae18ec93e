package ugi

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"thera/engine"
	"thera/engine/enginetest"
)

// TestMain makes the test binary an engine program if its arguments say so; see
// programArgs.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "engine" {
		os.Exit(runProgram(os.Args[2]))
	}
	// Under the race detector, programs wait for a second before they end.
	if err := os.Setenv("GORACE", "atexit_sleep_ms=0"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

func runProgram(name string) int {
	var run enginetest.Program
	switch name {
	case "good":
		run = testServer(enginetest.Stub{}).Serve
	case "crashing":
		run = enginetest.Filtered(testServer(enginetest.Stub{}).Serve, func(line string) string {
			if strings.HasPrefix(line, "go") {
				fmt.Fprintln(os.Stderr, "panic: out of ideas")
				os.Exit(3)
			}
			return line
		}, enginetest.Unchanged)
	case "silent":
		run = served(enginetest.Unchanged, enginetest.Without(""))
	case "babbling":
		run = func(context.Context, io.Reader, io.Writer) error {
			for {
				fmt.Println("info string how do you do")
			}
		}
	case "stubborn": // does not end with its input
		run = func(ctx context.Context, in io.Reader, out io.Writer) error {
			err := testServer(enginetest.Stub{}).Serve(ctx, in, out)
			time.Sleep(time.Minute)
			return err
		}
	}
	if err := run(context.Background(), os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// startTest starts the test binary as an engine program.
func startTest(t *testing.T, name string, opt ClientOptions) (*Client, error) {
	t.Helper()
	return Start(t.Context(), programArgs(t, name), opt)
}

// programArgs returns the command that starts the test binary as an engine program.
func programArgs(t *testing.T, name string) []string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return []string{self, "engine", name}
}

// checkGoroutines returns a function that checks that no more goroutines run
// than now.
func checkGoroutines(t *testing.T) func() {
	before := runtime.NumGoroutine()
	return func() {
		t.Helper()
		for range 6000 {
			if runtime.NumGoroutine() <= before {
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
		t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
	}
}

func TestProcess(t *testing.T) {
	defer checkGoroutines(t)()
	c, err := startTest(t, "good", ClientOptions{})
	if err != nil {
		t.Fatal(err)
	}
	info, err := c.Search(t.Context(), engine.Request{Position: startPosition(t), Limits: engine.Limits{Time: 20 * time.Millisecond}})
	if err != nil || info.Best() != "b1-a1(b1)" {
		t.Errorf("%+v, %v", info, err)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}

func TestProcessCrash(t *testing.T) {
	defer checkGoroutines(t)()
	c, err := startTest(t, "crashing", ClientOptions{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Search(t.Context(), engine.Request{Position: startPosition(t), Limits: engine.Limits{Depth: 1}})
	crash, ok := errors.AsType[*CrashError](err)
	if want := (CrashError{Wanted: "bestmove", Exit: "exit status 3", Stderr: "panic: out of ideas\n"}); !ok || *crash != want {
		t.Errorf("%v, want %v", err, &want)
	}
	if err := c.NewGame(t.Context()); !errors.Is(err, crash) {
		t.Errorf("new game: %v, want %v", err, crash)
	}
	if crash, ok := errors.AsType[*CrashError](c.Close()); !ok || crash.Exit != "exit status 3" {
		t.Errorf("close: %v", crash)
	}
}

func TestProcessSilence(t *testing.T) {
	for _, name := range []string{"silent", "babbling"} {
		t.Run(name, func(t *testing.T) {
			defer checkGoroutines(t)()
			start := time.Now()
			_, err := startTest(t, name, ClientOptions{Timeout: 50 * time.Millisecond, Grace: 50 * time.Millisecond})
			if _, ok := errors.AsType[*SilentError](err); !ok {
				t.Errorf("%v, want a SilentError", err)
			}
			if took := time.Since(start); took > time.Minute {
				t.Errorf("noticed after %s", took)
			}
		})
	}
}

func TestProcessKilled(t *testing.T) {
	defer checkGoroutines(t)()
	c, err := startTest(t, "stubborn", ClientOptions{Grace: 50 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	for range 2 {
		if silent, ok := errors.AsType[*SilentError](c.Close()); !ok || silent.After != 50*time.Millisecond {
			t.Errorf("%v, want a SilentError", silent)
		}
	}
	if took := time.Since(start); took > time.Minute {
		t.Errorf("killed after %s", took)
	}
}

func TestStartRefuses(t *testing.T) {
	defer checkGoroutines(t)()
	for _, argv := range [][]string{nil, {"/no/such/engine"}} {
		if _, err := Start(t.Context(), argv, ClientOptions{}); err == nil || !strings.HasPrefix(err.Error(), "no engine") && !strings.Contains(err.Error(), `"/no/such/engine"`) {
			t.Errorf("%q: %v", argv, err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := Start(ctx, programArgs(t, "silent"), ClientOptions{}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v, want the context's error", err)
	}
}
