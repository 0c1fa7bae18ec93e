package ugi

import (
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
)

// illegalEngine is an engine that makes an illegal move in seat 2.
type illegalEngine struct{ enginetest.Stub }

func (e illegalEngine) Search(ctx context.Context, req engine.Request) (engine.Info, error) {
	info, err := e.Stub.Search(ctx, req)
	if req.Position.Turn() == 1 {
		info.Line = []game.Move{"a1-a1(a1)"}
	}
	return info, err
}

// faults are engine programs with the faults that Check is to find, and no
// others, by the beginnings of what it says.
var faults = []struct {
	name string
	run  enginetest.Program
	want []string
}{
	{"none", served(enginetest.Unchanged, enginetest.Unchanged), nil},
	{"none, without our queries", served(func(line string) string {
		return strings.NewReplacer("query fen", "query ?", "query legalmoves", "query ?", "query perft", "query ?").Replace(line)
	}, enginetest.Unchanged), nil},
	{"none, UCI only", served(enginetest.Replaced("ugi", "?"), enginetest.Unchanged), nil},

	{"crash at once", func(context.Context, io.Reader, io.Writer) error { return errors.New("exit status 2") }, []string{
		"start: engine ended (exit status 2): want ugiok or readyok",
	}},
	{"ends at moves from startpos", endsAt("position startpos"), []string{
		"new game: engine ended (exit status 0): want readyok after position startpos",
		"moves from startpos: engine ended (exit status 0)",
		"movetime: engine ended (exit status 0)",
		"clocks: engine ended (exit status 0)",
		"nodes: engine ended (exit status 0)",
		"depth: engine ended (exit status 0)",
		"infinite and stop: engine ended (exit status 0)",
		"isready during a search: engine ended (exit status 0)",
		"info: engine ended (exit status 0)",
		"back-to-back searches: engine ended (exit status 0)",
		"ponder and ponderhit: engine ended (exit status 0)",
		"two lines: engine ended (exit status 0)",
		"bad input: move without sense: engine ended (exit status 0): want readyok after position startpos moves ??, stop",
		"bad input: illegal move: engine ended (exit status 0)",
		"query p1turn, gameover, result: engine ended (exit status 0)",
		"quit during a search: engine ended (exit status 0)",
	}},
	{"ends at moves from fen", endsAt("position fen"), []string{
		"moves from fen: engine ended (exit status 0): want readyok after position fen 1q2q1/q4q/6/6/Q4Q/1Q2Q1 w",
		"back-to-back searches: engine ended (exit status 0)",
		"bad input: unknown command: engine ended (exit status 0): want readyok after position fen ",
		"bad input: unknown option: engine ended (exit status 0)",
		"bad input: position without sense: engine ended (exit status 0)",
		"bad input: move without sense: engine ended (exit status 0)",
		"bad input: illegal move: engine ended (exit status 0)",
		"bad input: limit without sense: engine ended (exit status 0)",
		"bad input: value out of range: engine ended (exit status 0)",
		"query fen, legalmoves, perft: engine ended (exit status 0)",
	}},
	{"ends at an endless search", endsAt("go infinite"), []string{
		"infinite and stop: engine ended (exit status 0): want readyok",
	}},
	{"ends at queries", endsAt("query"), []string{
		"bad input: unknown command: engine ended (exit status 0): want response to query fen",
		"bad input: unknown option: engine ended (exit status 0)",
		"bad input: position without sense: engine ended (exit status 0)",
		"bad input: move without sense: engine ended (exit status 0)",
		"bad input: illegal move: engine ended (exit status 0)",
		"bad input: limit without sense: engine ended (exit status 0)",
		"bad input: value out of range: engine ended (exit status 0)",
		"query p1turn, gameover, result: engine ended (exit status 0): want response to query p1turn",
		"query fen, legalmoves, perft: engine ended (exit status 0)",
	}},
	{"silence", served(enginetest.Unchanged, enginetest.Without("")), []string{"start: engine did not answer: want uciok within 10s"}},
	{"babble", babble, []string{"start: engine did not answer: want uciok within 10s"}},
	{"no author", served(enginetest.Unchanged, enginetest.Without("id author")), []string{"greeting: want id name, id author and then ugiok"}},
	{"option without sense", served(enginetest.Unchanged, enginetest.Replaced("type spin", "type number")), []string{`greeting: "option name Hash`}},
	{"default out of range", served(enginetest.Unchanged, enginetest.Replaced("default 16 min 1", "default 0 min 1")), []string{
		`greeting: "option name Hash type spin default 0 min 1 max 1024": default: Hash "0": want a whole number from 1`,
	}},

	{"illegal moves", testServer(illegalEngine{}).Serve, []string{
		`moves from startpos: engine answered "bestmove a1a1,a1a1": illegal move`,
		`moves from fen: engine answered "bestmove a1a1,a1a1": illegal move`,
	}},
	{"late", testServer(enginetest.Stub{TimeFraction: 2}).Serve, []string{"movetime: 600ms: want at most 300ms"}},
	{"uses up its clock", served(enginetest.Replaced("go p1time 1000 p1inc 0", "go movetime 1000"), enginetest.Unchanged), []string{
		"clocks: its clock ran out: 1s of 1s",
	}},
	{"heedless of limits", testServer(enginetest.Stub{LimitFactor: 3}).Serve, []string{
		"nodes: 15000 nodes: want at most 5000",
		"depth: depth 6: want at most 2",
	}},
	{"answers before stop", served(func(line string) string {
		return strings.NewReplacer("ugi", "?", "go infinite", "go depth 1").Replace(line)
	}, enginetest.Unchanged), []string{"infinite and stop: bestmove before stop"}},
	{"deaf to stop", served(enginetest.Without("stop"), enginetest.Unchanged), []string{
		"infinite and stop: engine did not answer: want bestmove after stop within 10s",
		"ponder and ponderhit: engine did not answer: want bestmove after stop within 10s",
	}},
	{"slow to stop", served(func(line string) string {
		if line == "stop" {
			time.Sleep(time.Second)
		}
		return line
	}, enginetest.Unchanged), []string{
		"infinite and stop: 1s after stop: want at most 200ms",
		"ponder and ponderhit: 1s after stop: want at most 200ms",
	}},
	{"slow to stop, but only once", slowOnce(), nil},
	{"answers twice", served(enginetest.Unchanged, func(line string) string {
		if isBestMove(line) {
			return line + "\n" + line
		}
		return line
	}), []string{"infinite and stop: a second bestmove"}},
	{"does not read while searching", served(func(line string) string {
		if line == "go movetime 1000" {
			time.Sleep(time.Second)
		}
		return line
	}, enginetest.Unchanged), []string{"isready during a search: readyok after 1s"}},

	{"busy after its answer", busyAfterwards(), []string{"back-to-back searches: position "}},
	{"answers before ponderhit", served(enginetest.Replaced("go ponder", "go"), enginetest.Unchanged), []string{
		"ponder and ponderhit: go ponder movetime 100: bestmove before ponderhit or stop",
	}},
	{"deaf to ponderhit", served(enginetest.Replaced("ponderhit", "isready"), enginetest.Unchanged), []string{
		"ponder and ponderhit: engine did not answer: want bestmove after ponderhit within 10s",
	}},
	{"one line", served(enginetest.Replaced("name MultiPV value 2", "name MultiPV value 1"), enginetest.Unchanged), []string{
		"two lines: MultiPV 2: want an info line with a pv for both",
	}},
	{"the same line twice", served(enginetest.Unchanged, func(line string) string {
		if strings.Contains(line, "multipv 2") {
			return line[:strings.Index(line, " pv ")] + " pv b1a1,a1b1"
		}
		return line
	}), []string{"two lines: multipv 1 and 2 both begin with"}},

	{"no info", served(enginetest.Unchanged, enginetest.Without("info depth")), []string{
		"info: no info", "two lines: MultiPV 2: want an info line",
	}},
	{"no speed", served(enginetest.Unchanged, enginetest.Replaced("nps", "speed")), []string{"info: the last info has depth, nodes, speed,"}},
	{"unknown score", served(enginetest.Unchanged, enginetest.Replaced("score cp", "score bp")), []string{
		`info: "info depth 1`, `two lines: "info depth 1`,
	}},
	{"illegal line", served(enginetest.Unchanged, enginetest.Replaced(" pv ", " pv a1a1,a1a1 ")), []string{
		`info: pv a1a1,a1a1`, `two lines: multipv 1 and 2 both begin with a1a1,a1a1`,
	}},

	{"silent about bad input", served(enginetest.Unchanged, enginetest.Without("info string")), []string{
		"bad input: unknown command: xyzzy 1 2 3: no word",
		"bad input: unknown option: ",
		"bad input: position without sense: ",
		"bad input: move without sense: ",
		"bad input: illegal move: ",
		"bad input: limit without sense: go depth x: no word",
		"bad input: value out of range: setoption name Hash value 1025: no word",
	}},
	{"ends at bad input", served(enginetest.Replaced("xyzzy", "quit"), enginetest.Unchanged), []string{
		"bad input: unknown command: engine ended (exit status 0): want readyok after xyzzy 1 2 3, stop",
	}},
	{"forgets its position", served(func(line string) string {
		if strings.HasSuffix(line, "??") {
			return "position startpos\n" + line
		}
		return line
	}, enginetest.Unchanged), []string{"bad input: move without sense: position startpos moves ??: the position is now"}},
	{"searches anyway", served(enginetest.Replaced("depth x", "depth 1"), enginetest.Unchanged), []string{"bad input: limit without sense: go depth x: a search"}},

	{"wrong about the turn", served(enginetest.Replaced("p1turn", "gameover"), enginetest.Unchanged), []string{
		`query p1turn, gameover, result: query p1turn in 1q2q1/q4q/6/6/Q4Q/1Q2Q1 w: "false": want true`,
	}},
	{"does not know who has won", served(enginetest.Unchanged, enginetest.Replaced("win", "lose")), []string{"query p1turn, gameover, result: query result in"}},
	{"no queries", served(enginetest.Replaced("query", "question"), enginetest.Unchanged), []string{"query p1turn, gameover, result: query p1turn: an error"}},
	{"silent to queries", served(enginetest.Without("query perft"), enginetest.Unchanged), []string{"query fen, legalmoves, perft: engine did not answer: want response to query perft 2 within 10s"}},
	{"counts wrongly", served(enginetest.Replaced("perft 2", "perft 1"), enginetest.Unchanged), []string{"query fen, legalmoves, perft: query perft 2 in"}},

	{"does not end", func(ctx context.Context, in io.Reader, out io.Writer) error {
		err := testServer(enginetest.Stub{}).Serve(ctx, in, out)
		<-ctx.Done()
		return err
	}, []string{
		"quit: engine did not answer: want its end after quit within 2s",
		"quit during a search: engine did not answer: want its end after quit within 2s",
		"end of input: engine did not answer: want its end at the end of input within 2s",
	}},
	{"ends with a failure", func(ctx context.Context, in io.Reader, out io.Writer) error {
		err := testServer(enginetest.Stub{}).Serve(ctx, in, out)
		return errors.Join(err, errors.New("exit status 1"))
	}, []string{
		"quit: engine ended (exit status 1): want an orderly end",
		"quit during a search: engine ended (exit status 1)",
		"end of input: engine ended (exit status 1)",
	}},
}

// endsAt ends at the first line with a prefix.
func endsAt(prefix string) enginetest.Program {
	return served(func(line string) string {
		if strings.HasPrefix(line, prefix) {
			return "quit"
		}
		return line
	}, enginetest.Unchanged)
}

// busyAfterwards is busy when it gets a position just after its 100th answer.
func busyAfterwards() enginetest.Program {
	return func(ctx context.Context, in io.Reader, out io.Writer) error {
		answers := 0
		return served(func(line string) string {
			if strings.HasPrefix(line, "position") && answers == 100 {
				return "go infinite\n" + line + "\nstop"
			}
			return line
		}, func(line string) string {
			if isBestMove(line) {
				answers++
			}
			return line
		})(ctx, in, out)
	}
}

// babble says all kinds of things, but never what is wanted.
func babble(_ context.Context, in io.Reader, out io.Writer) error {
	go enginetest.Pass(in, io.Discard, enginetest.Unchanged)
	for {
		if _, err := fmt.Fprintln(out, "info string how do you do"); err != nil {
			return err
		}
		time.Sleep(time.Millisecond)
	}
}

// slowOnce is late when it is stopped for the first time, as on a busy machine.
func slowOnce() enginetest.Program {
	stopped := false
	return served(func(line string) string {
		if line == "stop" && !stopped {
			stopped = true
			time.Sleep(time.Second)
		}
		return line
	}, enginetest.Unchanged)
}

func TestCheckFindsFaults(t *testing.T) {
	for _, test := range faults {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var got []string
				start := func(ctx context.Context) (*Client, error) {
					return newClient(ctx, connect(t, test.run), ClientOptions{Variant: small.Name})
				}
				for p := range check(t.Context(), start, small) {
					t.Logf("%-5v %s: %s", p.OK, p.Name, p.Detail)
					if !p.OK {
						got = append(got, p.Name+": "+p.Detail)
					}
				}
				fits := len(got) == len(test.want)
				for i := range min(len(got), len(test.want)) {
					fits = fits && strings.HasPrefix(got[i], test.want[i])
				}
				if !fits {
					t.Errorf("found:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(test.want, "\n"))
				}
			})
		})
	}
}

// TestCheckTellsWhatIsMissing wants programs to hear of what they need not say,
// but what their games lack without it.
func TestCheckTellsWhatIsMissing(t *testing.T) {
	for _, test := range []struct{ missing, want string }{
		{" pv ", "none with a pv, so that nobody sees the play expected"},
		{" score cp 0", "none with a score, so that records have none"},
	} {
		synctest.Test(t, func(t *testing.T) {
			start := func(ctx context.Context) (*Client, error) {
				program := served(enginetest.Unchanged, enginetest.Replaced(test.missing, " "))
				return newClient(ctx, connect(t, program), ClientOptions{})
			}
			for p := range check(t.Context(), start, small) {
				if p.Name == "info" && (!p.OK || !strings.HasSuffix(p.Detail, test.want)) {
					t.Errorf("without%s: %+v, want %s", test.missing, p, test.want)
				}
			}
		})
	}
}

// TestCheckNeedsGame wants no program started for a board on which no game can be played.
func TestCheckNeedsGame(t *testing.T) {
	finished, unknown := small, small
	finished.Game, finished.Start = finishedGame{small.Game}, ""
	unknown.Start = "6x7"
	for _, test := range []struct {
		variant Variant
		want    string
	}{
		{unknown, `variant "6x7" of amazons: want one of 10x10, 8x8, 6x6`},
		{finished, `position "Q*/*q w": the game is over`},
	} {
		start := func(context.Context) (*Client, error) {
			t.Error("the program is started")
			return nil, errors.ErrUnsupported
		}
		got := slices.Collect(check(t.Context(), start, test.variant))
		if want := []Point{{"rules", false, test.want}}; !slices.Equal(got, want) {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
}

// finishedGame is a game whose start has no moves.
type finishedGame struct{ game.Game }

func (g finishedGame) Start(string) (game.Position, error) { return g.Parse("Q*/*q w") }

// TestCheckTold wants what a program wrote before it crashed to be told once, until another
// program crashes in another way.
func TestCheckTold(t *testing.T) {
	var c checker
	crash := func(stderr string) error {
		return fmt.Errorf("nodes: %w", &CrashError{Wanted: "bestmove", Exit: "exit status 2", Stderr: stderr})
	}
	const ended = "nodes: engine ended (exit status 2): want bestmove"
	for i, test := range []struct {
		err  error
		want string
	}{
		{errors.New("15000 nodes"), "15000 nodes"},
		{crash(""), ended},
		{crash("panic: a\n"), ended + `; it wrote "panic: a"`},
		{crash("panic: a\n"), ended + "; it wrote the same as before"},
		{crash(""), ended},
		{crash("panic: a\n"), ended + "; it wrote the same as before"},
		{crash("panic: b\n"), ended + `; it wrote "panic: b"`},
		{crash("panic: a\n"), ended + `; it wrote "panic: a"`},
	} {
		if got := c.told(test.err); got != test.want {
			t.Errorf("fault %d: %q, want %q", i, got, test.want)
		}
	}
}
