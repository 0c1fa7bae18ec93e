package ugi

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"thera/engine"
	"thera/engine/enginetest"
	"thera/game"
	"thera/internal/child"
	"thera/santorini"
)

// TestServeInput reads input that ends without a newline, has Windows's line
// ends, spaces and a line that is too long.
func TestServeInput(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"", ""},
		{"isready", "readyok\n"},
		{"\r\n\n  isready  \r\nquit\r\nisready\n", "readyok\n"},
		{strings.Repeat("x", child.MaxLine+1) + "\nisready\n", "info string error: input: line too long: want at most 1048576 bytes\nreadyok\n"},
	} {
		var out bytes.Buffer
		err := testServer(enginetest.Stub{}).Serve(t.Context(), strings.NewReader(test.in), &out)
		if err != nil || out.String() != test.want {
			t.Errorf("%.40q: %q, %v; want %q", test.in, out.String(), err, test.want)
		}
	}
}

// TestServeAnswersAtTheEnd ends the input, or the context, during a search.
func TestServeAnswersAtTheEnd(t *testing.T) {
	const answer = "bestmove b1a1,a1b1\n"
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		err := testServer(enginetest.Stub{}).Serve(t.Context(), strings.NewReader("go infinite\n"), &out)
		if err != nil || !strings.HasSuffix(out.String(), answer) {
			t.Errorf("end of input: %q, %v", out.String(), err)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		in, send := io.Pipe()
		go fmt.Fprintln(send, "go infinite")
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		var out bytes.Buffer
		err := testServer(enginetest.Stub{}).Serve(ctx, in, &out)
		if !errors.Is(err, context.DeadlineExceeded) || !strings.HasSuffix(out.String(), answer) {
			t.Errorf("end of context: %q, %v", out.String(), err)
		}
		_ = send.Close() // the reading ends
	})
}

// TestServeCompletes ends the input in searches with a limit, which continue to it
// unless "quit" comes first.
func TestServeCompletes(t *testing.T) {
	for _, test := range []struct {
		in   string
		took time.Duration
		want string // the end of the output
	}{
		{"go movetime 1000\n", time.Second, "time 1000 score cp 0 wdl 500 0 500 multipv 1 pv b1a1,a1b1 a5d2,d2c1\nbestmove b1a1,a1b1\n"},
		{"go movetime 1000", time.Second, "bestmove b1a1,a1b1\n"},
		{"go p1time 60000 p2time 1\n", 6 * time.Second, "bestmove b1a1,a1b1\n"},
		{"go p2time 60000\n", 0, "bestmove b1a1,a1b1\n"},
		{"position startpos moves b1a1,a1b1\ngo p2time 60000\n", 6 * time.Second, "bestmove a5d2,d2c1\n"},
		{"position startpos moves b1a1,a1b1\ngo p1time 60000\n", 0, "bestmove a5d2,d2c1\n"},
		{"go\n", 0, "bestmove b1a1,a1b1\n"},
		{"go ponder movetime 1000\n", 0, "bestmove b1a1,a1b1\n"},
		{"go ponder movetime 1000\nponderhit\n", time.Second, "bestmove b1a1,a1b1\n"},
		{"go movetime 1000\nquit\n", 0, "bestmove b1a1,a1b1\n"},
		{"go movetime 1000\nquit", 0, "bestmove b1a1,a1b1\n"},
	} {
		synctest.Test(t, func(t *testing.T) {
			began := time.Now()
			var out bytes.Buffer
			err := testServer(enginetest.Stub{}).Serve(t.Context(), strings.NewReader(test.in), &out)
			if took := time.Since(began); err != nil || took != test.took || !strings.HasSuffix(out.String(), test.want) {
				t.Errorf("%q: %q after %v, %v; want %q after %v", test.in, out.String(), took, err, test.want, test.took)
			}
		})
	}
}

// prover is an engine whose searches end at once, as with a proof. It keeps the seeds.
type prover struct {
	enginetest.Stub
	seeds *[]uint64
}

func (e prover) Search(ctx context.Context, req engine.Request) (engine.Info, error) {
	*e.seeds = append(*e.seeds, req.Seed)
	req.Limits = engine.Limits{Depth: 1}
	return e.Stub.Search(ctx, req)
}

// TestServeInfinite wants the answer of an infinite search to wait for "stop", even if the
// search has ended before.
func TestServeInfinite(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newConversation(t, testServer(prover{seeds: new([]uint64)}))
		if said := c.hold("> go infinite\n~ 1h\n"); strings.Contains(said, "bestmove") {
			t.Errorf("answered before stop: %s", said)
		}
		if said := c.hold("> stop\n"); !strings.HasSuffix(said, "< bestmove b1a1,a1b1\n") {
			t.Errorf("after stop: %s", said)
		}
		c.end()
	})
}

// TestServeNewGame wants a new engine for each game, by either name, and the seed kept.
func TestServeNewGame(t *testing.T) {
	var seeds []uint64
	engines := 0
	server := testServer(nil)
	server.Variants[0].New = func(engine.Config) engine.Engine {
		engines++
		return prover{seeds: &seeds}
	}
	in := "setoption name Seed value 7\ngo depth 1\nisready\n"
	for _, verb := range []string{"uginewgame", "ucinewgame"} {
		in += verb + "\ngo depth 1\n"
	}
	// Each command waits for the answer to the one before.
	synctest.Test(t, func(t *testing.T) {
		c := newConversation(t, server)
		for line := range strings.Lines(in) {
			c.hold("> " + line)
		}
		c.end()
	})
	if engines != 3 || !slices.Equal(seeds, []uint64{7, 7, 7}) {
		t.Errorf("%d engines with the seeds %d, want 3 with 7", engines, seeds)
	}
}

// TestServeTeams asks about seats beyond the second.
func TestServeTeams(t *testing.T) {
	server := testServer(enginetest.Stub{})
	server.Variants = []Variant{{Name: "teams", Game: santorini.Rules(), New: server.Variants[0].New}}
	const flat = "00000/00000/00000/00000/00000 "
	for in, want := range map[string]string{
		"position fen " + flat + "b2d4,b4d2,+,+ 3\nquery p1turn\n":                              "response false\n",
		"position fen 23000/22000/00000/00000/00000 a5d4,b2d2,+,+ 1 moves a5b5\nquery result\n": "response p1+3win\n",
	} {
		var out bytes.Buffer
		if err := server.Serve(t.Context(), strings.NewReader(in), &out); err != nil || out.String() != want {
			t.Errorf("%q: %q, %v; want %q", in, out.String(), err, want)
		}
	}
}

// TestServeBusy wants an answer to each go, also while perft counts.
func TestServeBusy(t *testing.T) {
	var out bytes.Buffer
	const in = "setoption name UCI_Variant value amazons\nquery perft 9\ngo depth 1\nstop\n"
	err := testServer(enginetest.Stub{}).Serve(t.Context(), strings.NewReader(in), &out)
	const want = "info string error: go: still busy: want stop first\nbestmove (none)\ninfo string error: query: perft 9: stopped at "
	if err != nil || !strings.HasPrefix(out.String(), want) {
		t.Errorf("%q, %v; want %q", out.String(), err, want)
	}
}

// TestServeFailures has the streams fail.
func TestServeFailures(t *testing.T) {
	failure := errors.New("no more paper")
	in, out := io.Pipe()
	_ = out.CloseWithError(failure)
	if err := testServer(enginetest.Stub{}).Serve(t.Context(), in, io.Discard); !errors.Is(err, failure) {
		t.Errorf("input: %v", err)
	}
	in, out = io.Pipe()
	_ = in.CloseWithError(failure)
	if err := testServer(enginetest.Stub{}).Serve(t.Context(), strings.NewReader("go infinite\nisready\n"), out); !errors.Is(err, failure) {
		t.Errorf("output: %v", err)
	}
}

func TestServeNeedsVariants(t *testing.T) {
	for _, test := range []struct {
		variants []Variant
		want     string
	}{
		{nil, "want at least one variant"},
		{[]Variant{{Name: "x", Game: small.Game, Start: "7x7"}}, `variant "x": variant "7x7"`},
	} {
		server := Server{Variants: test.variants}
		if err := server.Serve(t.Context(), strings.NewReader(""), io.Discard); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v, want %q", err, test.want)
		}
	}
}

// TestServeMakesEngines pins when a new engine is made, and with what.
func TestServeMakesEngines(t *testing.T) {
	server := testServer(nil)
	var made []engine.Config
	for i := range server.Variants {
		server.Variants[i].New = func(c engine.Config) engine.Engine {
			made = append(made, c)
			return enginetest.Stub{}
		}
	}
	synctest.Test(t, func(t *testing.T) {
		c := newConversation(t, server)
		c.hold(`
> ugi
> setoption name Hash value 2
> setoption name Threads value 3
> setoption name Level value 4
> isready
> isready
> go depth 1
> setoption name Seed value 5
> go depth 1
> uginewgame
> isready
> setoption name UCI_Variant value amazons
> go depth 1
> setoption name Level value 5
> setoption name Level value 50
> isready
`)
		c.end()
	})
	want := []engine.Config{{TableMiB: 2, Threads: 3, Level: 4}, {TableMiB: 2, Threads: 3, Level: 4}, {TableMiB: 2, Threads: 3, Level: 4}, {TableMiB: 2, Threads: 3, Level: 5}}
	if !slices.Equal(made, want) {
		t.Errorf("made %v, want %v", made, want)
	}
}

// TestServeHeedsClocks pins that a server sees to the end of clocks.
func TestServeHeedsClocks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server := testServer(timeless{})
		start := time.Now()
		in, send := io.Pipe()
		out, answers := io.Pipe()
		done := make(chan error)
		go func() { done <- server.Serve(t.Context(), in, answers) }()
		fmt.Fprintln(send, "go p1time 60000 p2time 60000")
		p := child.Attach(child.Streams{In: send, Out: out, Wait: func() error { return nil }})
		for line := range p.Lines() {
			if strings.HasPrefix(line, "bestmove") {
				break
			}
		}
		if took := time.Since(start); took != 59950*time.Millisecond {
			t.Errorf("answered after %s", took)
		}
		_ = send.Close()
		if err := <-done; err != nil {
			t.Error(err)
		}
		_ = answers.Close()
	})
}

// timeless is an engine that knows no clocks.
type timeless struct{ enginetest.Stub }

func (e timeless) Search(ctx context.Context, req engine.Request) (engine.Info, error) {
	req.Limits = engine.Limits{}
	return e.Stub.Search(ctx, req)
}

// FuzzServe obeys any lines at all. What is wrong is answered and changes
// nothing; what is accepted in silence is known.
func FuzzServe(f *testing.F) {
	f.Add("ugi\nisready\nuginewgame\nposition startpos\ngo depth 3\nquit\n")
	f.Add("uci\nsetoption name Hash value 99\nsetoption name UCI_Variant value amazons\ngo infinite\nstop")
	f.Add("position fen Q5/6/6/6/6/5q b moves f1e1,e1a5\nquery legalmoves\nquery perft 2\ngo wtime 5 btime 5")
	f.Add("position startpos moves b1a1,a1b1 b1a1,a1b1\n\x00\xff\u2028 go\nquery result\n")
	f.Fuzz(func(t *testing.T, text string) {
		var out strings.Builder
		x, err := newSession(testServer(enginetest.Stub{}), &out)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.SplitSeq(text, "\n") {
			before := x.pos
			x.handleLine(t.Context(), line)
			x.stopTask()
			checkAnswers(t, line, out.String(), before, x.pos)
			out.Reset()
		}
	})
}

func checkAnswers(t *testing.T, line, answers string, before, after game.Position) {
	t.Helper()
	refused, moves := false, 0
	for answer := range strings.Lines(answers) {
		verb, _ := cutVerb(answer)
		switch verb {
		case "id", "option", "ugiok", "uciok", "readyok", "info", "bestmove", "response":
		default:
			t.Errorf("%q: answer %q", line, answer)
		}
		refused = refused || strings.HasPrefix(answer, "info string error: ")
		if verb == "bestmove" {
			moves++
		}
	}
	if verb, _ := cutVerb(line); verb == "go" && moves != 1 || verb != "go" && moves != 0 {
		t.Errorf("%q: %d moves, want one for go and none else", line, moves)
	}
	switch verb, _ := cutVerb(line); verb {
	case "", "quit", "stop", "uginewgame", "ucinewgame", "setoption", "position":
	default:
		if answers == "" {
			t.Errorf("%q: no answer", line)
		}
	}
	if refused && before != after {
		t.Errorf("%q: the position has changed from %s to %s", line, before, after)
	}
}

// TestErrorLine cuts what is longer than a person may want to read.
func TestErrorLine(t *testing.T) {
	const prefix = "info string error: "
	for length, want := range map[int]int{499: 499, 500: 500, 501: 500 + len("…")} {
		line := errorLine("x", errors.New(strings.Repeat("y", length-len("x: "))))
		if got := len(line) - len(prefix); got != want || strings.HasSuffix(line, "…") != (length > 500) {
			t.Errorf("%d bytes become %d: %q", length, got, line)
		}
	}
}
