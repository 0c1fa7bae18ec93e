package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"os/signal"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"thera/game/gametest"
	"thera/internal/child"
)

func TestMain(m *testing.M) {
	// Under the race detector, programs wait for a second before they end.
	if err := os.Setenv("GORACE", "atexit_sleep_ms=0"); err != nil {
		panic(err)
	}
	testscript.Main(m, map[string]func(){"thera": main, "clicker": clicker, "textbot": textbot, natsServer: serveBus})
}

// clicker is a browser for scripts. It does on the page of the Amazons text
// program what the variable CLICKS says, commands separated by commas.
func clicker() {
	jar, _ := cookiejar.New(nil) // there is no error without options
	browser := http.Client{Jar: jar}
	res, err := browser.Get(os.Args[1])
	if err != nil {
		os.Exit(1)
	}
	_ = res.Body.Close()
	commands, err := res.Request.URL.Parse("/api/display/command")
	if err != nil {
		os.Exit(1)
	}
	for command := range strings.SplitSeq(os.Getenv("CLICKS"), ",") {
		res, err := browser.Post(commands.String(), "application/json", strings.NewReader(`{"line":"`+command+`"}`))
		if err != nil {
			os.Exit(1)
		}
		_ = res.Body.Close()
	}
}

// TestScripts runs the scripts in testdata/script with the real program;
// -update rewrites the outputs that they compare. These commands are our own:
//
//	status N program args...         run it and expect exit status N
//	patiently program args...        run it until it succeeds, for commands that can
//	                                 fail on a busy machine
//	attend N program args...         run it with its input open until it ends by
//	                                 itself, and expect exit status N
//	interrupt N program args...      run it, interrupt it at its first output and
//	                                 expect exit status N
//	hangup N program args...         the same, but close its terminal, which signals
//	                                 it twice
//	visit PATH program args...       run it, get the path at the address that it
//	                                 prints, interrupt it and expect exit status 0;
//	                                 its output is followed by what was gotten
//	serving FILE program args...     run it with a server that has this store, whose
//	                                 address stands where the arguments say URL, that
//	                                 of its metrics for METRICS
//	await FILE                       wait until there is such a file
//	untimed FILE FILE                compare the files without the lines that say
//	                                 how much time was used
//	unclocked FILE FILE              compare files of JSON without "seconds"
//	people FILE                      create a store with accounts and games
//	terminal N FILE program args...  run it in a terminal, do what FILE says and
//	                                 expect exit status N
//
// The condition pty is whether there are terminals to be had.
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
			"patiently": patiently,
			"attend":    attend,
			"interrupt": signaled(os.Interrupt),
			"hangup":    signaled(syscall.SIGHUP, syscall.SIGHUP),
			"visit":     visit,
			"serving":   serving,
			"await":     await,
			"untimed":   untimed,
			"unclocked": unclocked,
			"terminal":  inTerminal,
			"people":    people,
		},
		Condition: func(name string) (bool, error) {
			switch name {
			case "pty":
				return hasTerminals(), nil
			case "confined":
				_, err := child.FindConfinement(context.Background(), []string{"thera", confineName}, child.DefaultLimits())
				if err != nil {
					t.Log("NOT tested confined:", err)
				}
				return err == nil, nil
			}
			return false, fmt.Errorf("unknown condition %q: want pty or confined", name)
		},
	})
}

func status(ts *testscript.TestScript, _ bool, args []string) {
	wantStatus(ts, args[0], ts.Exec(args[1], args[2:]...))
}

func patiently(ts *testscript.TestScript, _ bool, args []string) {
	err := ts.Exec(args[0], args[1:]...)
	for begin := time.Now(); err != nil && time.Since(begin) < 2*time.Minute; {
		err = ts.Exec(args[0], args[1:]...)
	}
	ts.Check(err)
}

func attend(ts *testscript.TestScript, _ bool, args []string) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, args[1], args[2:]...)
	cmd.Dir = ts.Getenv("WORK")
	cmd.Env = append(os.Environ(), "BROWSER="+ts.Getenv("BROWSER"), "CLICKS="+ts.Getenv("CLICKS"))
	cmd.Stdout, cmd.Stderr = ts.Stdout(), ts.Stderr()
	_, err := cmd.StdinPipe()
	ts.Check(err)
	wantStatus(ts, args[0], cmd.Run())
}

// signaled returns a command of scripts that runs a program and sends it signals
// from its first output on, a moment apart.
func signaled(signals ...os.Signal) func(*testscript.TestScript, bool, []string) {
	return func(ts *testscript.TestScript, _ bool, args []string) {
		cmd := exec.Command(args[1], args[2:]...)
		cmd.Dir = ts.Getenv("WORK")
		out := &notifier{written: make(chan struct{}, 1)}
		cmd.Stdout, cmd.Stderr = out, ts.Stderr()
		_, err := cmd.StdinPipe() // open until the end, as a terminal is
		ts.Check(err)
		ts.Check(startHearing(cmd, signals...))
		select {
		case <-out.written:
		case <-time.After(time.Minute):
			ts.Logf("no output in a minute")
		}
		for _, s := range signals {
			if err := cmd.Process.Signal(s); !errors.Is(err, os.ErrProcessDone) {
				ts.Check(err)
			}
			time.Sleep(10 * time.Millisecond)
		}
		err = cmd.Wait()
		_, _ = io.Copy(ts.Stdout(), &out.text)
		wantStatus(ts, args[0], err)
	}
}

// startHearing starts a program that does not ignore some signals, even while this
// one does: under nohup that is SIGHUP, and programs inherit what is ignored. What is
// caught they do not.
func startHearing(cmd *exec.Cmd, signals ...os.Signal) error {
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, signals...)
	defer signal.Stop(caught)
	return cmd.Start()
}

// TestStartHearing asks a program which signals it ignores.
func TestStartHearing(t *testing.T) {
	if _, err := os.Stat("/proc/self/status"); err != nil {
		t.Skip(err)
	}
	signal.Ignore(syscall.SIGHUP)
	defer signal.Reset(syscall.SIGHUP)
	cmd := exec.Command("cat", "/proc/self/status")
	var out bytes.Buffer
	cmd.Stdout = &out
	if err := errors.Join(startHearing(cmd, syscall.SIGHUP), cmd.Wait()); err != nil {
		t.Fatal(err)
	}
	_, mask, _ := strings.Cut(out.String(), "SigIgn:\t")
	mask, _, _ = strings.Cut(mask, "\n")
	if ignored, err := strconv.ParseUint(mask, 16, 64); err != nil || ignored>>(syscall.SIGHUP-1)&1 != 0 {
		t.Errorf("ignored are %q, %v; want not SIGHUP", mask, err)
	}
}

var address = regexp.MustCompile(`http://[^\s"]*`)

// end ends a program that a failed check has left behind.
func end(cmd *exec.Cmd) { _ = errors.Join(cmd.Process.Kill(), cmd.Wait()) }

func visit(ts *testscript.TestScript, _ bool, args []string) {
	cmd := exec.Command(args[1], args[2:]...)
	cmd.Dir = ts.Getenv("WORK")
	out, err := cmd.StdoutPipe()
	ts.Check(err)
	cmd.Stderr = ts.Stderr()
	ts.Check(cmd.Start())
	defer end(cmd)
	line, err := bufio.NewReader(out).ReadString('\n')
	ts.Check(err)
	_, _ = io.WriteString(ts.Stdout(), line)
	res, err := http.Get(strings.TrimSuffix(address.FindString(line), "/") + args[0])
	ts.Check(err)
	_, err = io.Copy(ts.Stdout(), res.Body)
	ts.Check(errors.Join(err, res.Body.Close()))
	ts.Check(cmd.Process.Signal(os.Interrupt))
	wantStatus(ts, "0", cmd.Wait())
}

func serving(ts *testscript.TestScript, _ bool, args []string) {
	server := exec.Command("thera", "serve", "--json", "--listen", "127.0.0.1:0", "--metrics", "127.0.0.1:0", "--no-open", "--log-level", "error", "--store", ts.MkAbs(args[0]))
	out, err := server.StdoutPipe()
	ts.Check(err)
	var log bytes.Buffer // not the script's, which is the program's
	server.Stderr = &log
	defer func() { ts.Logf("%s", log.String()) }()
	ts.Check(server.Start())
	defer end(server)
	line, err := bufio.NewReader(out).ReadString('\n')
	ts.Check(err)
	var serving serveResult
	ts.Check(json.Unmarshal([]byte(line), &serving))
	for i, arg := range args {
		switch arg {
		case "URL":
			args[i] = serving.URL
		case "METRICS":
			args[i] = serving.Metrics
		}
	}
	ts.Check(ts.Exec(args[1], args[2:]...))
	ts.Check(server.Process.Signal(os.Interrupt))
	wantStatus(ts, "0", server.Wait())
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

func untimed(ts *testscript.TestScript, _ bool, args []string) {
	spent := regexp.MustCompile(`(?m)^.* used .*\n`)
	if a, b := spent.ReplaceAllString(ts.ReadFile(args[0]), ""), spent.ReplaceAllString(ts.ReadFile(args[1]), ""); a != b {
		ts.Fatalf("%s:\n%s\n%s:\n%s", args[0], a, args[1], b)
	}
}

func unclocked(ts *testscript.TestScript, _ bool, args []string) {
	seconds := regexp.MustCompile(`"seconds":[0-9.e-]+`)
	if a, b := seconds.ReplaceAllString(ts.ReadFile(args[0]), ""), seconds.ReplaceAllString(ts.ReadFile(args[1]), ""); a != b {
		ts.Fatalf("%s:\n%s\n%s:\n%s", args[0], a, args[1], b)
	}
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
