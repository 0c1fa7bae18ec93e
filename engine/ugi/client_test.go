package ugi

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"thera/engine"
	"thera/engine/enginetest"
	"thera/game"
	"thera/game/gametest"
)

// scripted is a program that greets in UGI and answers a command by the lines
// given for it, and else says nothing.
func scripted(answers map[string]string) enginetest.Program {
	return func(_ context.Context, in io.Reader, out io.Writer) error {
		for lines := bufio.NewScanner(in); lines.Scan(); {
			answer, ok := answers[lines.Text()]
			switch {
			case ok:
			case lines.Text() == "ugi":
				answer = "ugiok"
			case lines.Text() == "isready":
				answer = "readyok"
			case lines.Text() == "quit":
				return nil
			}
			if answer == "crash" {
				return errors.New("exit status 3")
			}
			if answer != "" {
				fmt.Fprintln(out, answer)
			}
		}
		return nil
	}
}

// start starts a client for a program in this process, which ends with the test.
func start(t *testing.T, run enginetest.Program, opt ClientOptions) *Client {
	t.Helper()
	c, err := newClient(t.Context(), connect(t, run), opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

func startPosition(t *testing.T) game.Position {
	t.Helper()
	return gametest.Must(t, small.Game.Start, small.Start)
}

func TestClient(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var trace strings.Builder
		c := start(t, testServer(enginetest.Stub{Score: engine.WinIn(5)}).Serve, ClientOptions{
			Settings: []Setting{{"hash", "64"}},
			Trace:    &trace,
		})
		if c.Protocol() != UGI || c.Name() != "Stub 1" || c.Author() != "Nobody" || len(c.Options()) != 7 {
			t.Errorf("introduced as %s, %s, %s, %v", c.Protocol(), c.Name(), c.Author(), c.Options())
		}
		trace.Reset()
		if err := c.NewGame(t.Context()); err != nil {
			t.Error(err)
		}
		var reports []engine.Info
		info, err := c.Search(t.Context(), engine.Request{
			Position: startPosition(t),
			Limits:   engine.Limits{Time: time.Second},
			Seed:     7,
			Report:   func(i engine.Info) { reports = append(reports, i) },
		})
		want := engine.Info{Score: engine.WinIn(5), Depth: 2, Nodes: 1000, Time: time.Second, Line: []game.Move{"b1-a1(b1)", "a5-d2(c1)"}}
		if diff := cmp.Diff(want, info); err != nil || diff != "" {
			t.Errorf("%v\n%s", err, diff)
		}
		if len(reports) != 2 || reports[0].Depth != 1 || reports[1].Depth != 2 {
			t.Errorf("reports: %+v", reports)
		}
		if err := errors.Join(c.Close(), c.Close()); err != nil {
			t.Error(err)
		}
		const conversation = `
> uginewgame
> isready
< readyok
> setoption name Seed value 7
> isready
< readyok
> position fen 1q2q1/q4q/6/6/Q4Q/1Q2Q1 w
> isready
< readyok
> go movetime 1000
< info depth 1 nodes 10 nps 10000 time 0 score mate 5 wdl 1000 0 0 multipv 1 pv b1a1,a1b1 a5d2,d2c1
< info depth 2 nodes 1000 nps 1000 time 1000 score mate 5 wdl 1000 0 0 multipv 1 pv b1a1,a1b1 a5d2,d2c1
< bestmove b1a1,a1b1
> quit
`
		if diff := cmp.Diff(conversation, "\n"+trace.String()); diff != "" {
			t.Error(diff)
		}
	})
}

// TestClientPonders has a program search on the opponent's time, with a line
// for each of two moves.
func TestClientPonders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var trace strings.Builder
		c := start(t, testServer(enginetest.Stub{}).Serve, ClientOptions{Trace: &trace})
		trace.Reset()
		began, ponder := time.Now(), make(chan struct{})
		time.AfterFunc(time.Hour, func() { close(ponder) })
		var ranks []int
		info, err := c.Search(t.Context(), engine.Request{
			Position: startPosition(t), Limits: engine.Limits{Time: time.Second}, Lines: 2, Ponder: ponder,
			Report: func(i engine.Info) { ranks = append(ranks, i.Rank) },
		})
		if took := time.Since(began); err != nil || info.Best() != "b1-a1(b1)" || info.Rank != 0 || took != time.Hour+time.Second {
			t.Errorf("after %s: %+v, %v; want the first move after an hour and a second", took, info, err)
		}
		if want := []int{0, 1, 0}; !slices.Equal(ranks, want) {
			t.Errorf("lines of ranks %v, want %v", ranks, want)
		}
		for _, line := range []string{"> setoption name MultiPV value 2\n", "> go ponder movetime 1000\n", "> ponderhit\n"} {
			if !strings.Contains(trace.String(), line) {
				t.Errorf("want %s in\n%s", line, trace.String())
			}
		}
	})
}

func TestClientStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := start(t, testServer(enginetest.Stub{}).Serve, ClientOptions{})
		began := time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		for _, want := range []time.Duration{time.Hour, time.Hour} { // the second with ctx done already
			info, err := c.Search(ctx, engine.Request{Position: startPosition(t)})
			if took := time.Since(began); err != nil || took != want || info.Best() != "b1-a1(b1)" {
				t.Errorf("after %s: %+v, %v; want an answer after %s", took, info, err, want)
			}
		}
	})
}

// readAhead reads lines before they are wanted, as the pipe of a process does.
func readAhead(in io.Reader) io.Reader {
	lines := make(chan string, 100)
	out, ahead := io.Pipe()
	go func() {
		enginetest.Pass(in, io.Discard, func(line string) string {
			lines <- line
			return ""
		})
		close(lines)
	}()
	go func() {
		for line := range lines {
			fmt.Fprintln(ahead, line)
		}
		_ = ahead.Close()
	}()
	return out
}

func TestClientProtocols(t *testing.T) {
	const ucinewgame = "> ucinewgame\n"
	slow := func(ctx context.Context, in io.Reader, out io.Writer) error {
		waiting := readAhead(in)
		time.Sleep(8 * time.Second)
		return testServer(enginetest.Stub{}).Serve(ctx, waiting, out)
	}
	greeted := false
	strict := served(func(line string) string {
		greeted = greeted || line == "uci"
		if !greeted {
			return ""
		}
		return line
	}, enginetest.Unchanged)
	for _, test := range []struct {
		name string
		run  enginetest.Program
		ask  Protocol
		want Protocol
		wait time.Duration
	}{
		{"both", testServer(enginetest.Stub{}).Serve, "", UGI, 0},
		{"UCI wanted", testServer(enginetest.Stub{}).Serve, UCI, UCI, 0},
		{"UGI wanted", testServer(enginetest.Stub{}).Serve, UGI, UGI, 0},
		{"UCI only", served(enginetest.Replaced("ugi", "?"), enginetest.Unchanged), "", UCI, 0},
		{"UCI only, no word before", strict, "", UCI, 5 * time.Second},
		{"both, slow to start", slow, "", UCI, 8 * time.Second},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				began := time.Now()
				var trace strings.Builder
				c := start(t, test.run, ClientOptions{Protocol: test.ask, Trace: &trace})
				if c.Protocol() != test.want || len(c.Options()) != 7 || time.Since(began) != test.wait {
					t.Errorf("%s after %s, want %s after %s\n%s", c.Protocol(), time.Since(began), test.want, test.wait, &trace)
				}
				if err := c.NewGame(t.Context()); err != nil {
					t.Error(err)
				}
				if got := strings.Contains(trace.String(), ucinewgame); got != (test.want == UCI) {
					t.Errorf("ucinewgame: %v\n%s", got, &trace)
				}
				info, err := c.Search(t.Context(), engine.Request{Position: startPosition(t), Limits: engine.Limits{Depth: 3}})
				if err != nil || info.Depth != 3 {
					t.Errorf("%+v, %v\n%s", info, err, &trace)
				}
			})
		})
	}
}

func TestClientOptions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var trace strings.Builder
		c := start(t, scripted(map[string]string{
			"ugi": "option name Seed type spin default 0 min 0 max 10\n" +
				"option name Clear Hash type button\noption name Broken type x\nugiok",
		}), ClientOptions{Trace: &trace})
		for _, test := range []struct{ name, value, want string }{
			{"clear hash", "", "> setoption name Clear Hash\n"},
			{"Seed", "11", `Seed "11": want a whole number from 0 to 10`},
			{"Broken", "1", `option "Broken": want one of Seed, Clear Hash`},
		} {
			trace.Reset()
			err := c.SetOption(test.name, test.value)
			if err != nil {
				trace.WriteString(err.Error())
			}
			if trace.String() != test.want {
				t.Errorf("%s %s: %s, want %s", test.name, test.value, &trace, test.want)
			}
		}
		for seed, want := range map[uint64]string{25: "> setoption name Seed value 5\n", 10: "> setoption name Seed value 10\n"} {
			trace.Reset()
			c.setSeed(seed)
			c.setSeed(seed)
			if trace.String() != want {
				t.Errorf("seed %d: %s, want %s", seed, &trace, want)
			}
		}
		_, err := newClient(t.Context(), connect(t, scripted(nil)), ClientOptions{Settings: []Setting{{"Hash", "1"}}})
		if err == nil || !strings.Contains(err.Error(), `option "Hash"`) {
			t.Errorf("unknown setting: %v", err)
		}
	})
}

// TestClientVariant sets the board before all else in a program that has several.
func TestClientVariant(t *testing.T) {
	const boards, hash = "option name UCI_Variant type combo default a var a var b\n", "option name Hash type spin default 1 min 1 max 9\n"
	for _, test := range []struct{ options, variant, want string }{
		{boards + hash, "b", "< readyok\n> setoption name UCI_Variant value b\n> setoption name Hash value 2\n> isready\n"},
		{boards + hash, "", "< readyok\n> setoption name Hash value 2\n> isready\n"},
		{hash, "b", "< readyok\n> setoption name Hash value 2\n> isready\n"},
	} {
		synctest.Test(t, func(t *testing.T) {
			var trace strings.Builder
			start(t, scripted(map[string]string{"ugi": test.options + "ugiok"}), ClientOptions{
				Variant: test.variant, Settings: []Setting{{"Hash", "2"}}, Trace: &trace,
			})
			if !strings.Contains(trace.String(), test.want) {
				t.Errorf("variant %q: want %q in\n%s", test.variant, test.want, &trace)
			}
		})
	}
}

// TestClientReadsInfo has a program say more, and less, than an Info holds.
func TestClientReadsInfo(t *testing.T) {
	for _, test := range []struct {
		name, said string
		want       engine.Info
	}{
		{"all", "info depth 3 score cp 8 nodes 9 time 4 pv b1a1,a1b1 a5d2,d2c1\nbestmove b1a1,a1b1 ponder a5d2,d2c1", engine.Info{
			Score: 8, Depth: 3, Nodes: 9, Time: 4 * time.Millisecond, Line: []game.Move{"b1-a1(b1)", "a5-d2(c1)"},
		}},
		{"the move alone", "bestmove b1a1,a1b1", engine.Info{Line: []game.Move{"b1-a1(b1)"}}},
		{"a move other than the line's", "info depth 3 score cp 8 pv e1f1,f1e1\nbestmove b1a1,a1b1", engine.Info{
			Score: 8, Depth: 3, Line: []game.Move{"b1-a1(b1)"},
		}},
		{"an illegal line", "info depth 3 score cp 8 pv b1a1,a1b1 b1a1,a1b1\nbestmove b1a1,a1b1", engine.Info{
			Score: 8, Depth: 3, Line: []game.Move{"b1-a1(b1)"},
		}},
		{
			"a bound and a second line",
			"info depth 3 score cp 8 pv b1a1,a1b1\ninfo depth 4 score cp 99 upperbound pv b1a1,a1b1\n" +
				"info depth 4 multipv 2 score cp 7 pv e1f1,f1e1\ninfo nodes 77\ninfo depth x\ninfo string hello\nbestmove b1a1,a1b1",
			engine.Info{Score: 8, Depth: 3, Nodes: 77, Line: []game.Move{"b1-a1(b1)"}},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := start(t, scripted(map[string]string{"go depth 3": test.said}), ClientOptions{})
				got, err := c.Search(t.Context(), engine.Request{Position: startPosition(t), Limits: engine.Limits{Depth: 3}})
				if diff := cmp.Diff(test.want, got); err != nil || diff != "" {
					t.Errorf("%v\n%s", err, diff)
				}
			})
		})
	}
}

// TestClientSeed passes a seed on to a program that takes only one.
func TestClientSeed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var trace strings.Builder
		c := start(t, scripted(map[string]string{"ugi": "option name Seed type spin default 0 min 0 max 1\nugiok"}), ClientOptions{Trace: &trace})
		trace.Reset()
		c.setSeed(5)
		if got, want := trace.String(), "> setoption name Seed value 1\n"; got != want {
			t.Errorf("seed 5: %q, want %q", got, want)
		}
	})
}

// TestClientReports passes on the lines that were asked for and no others.
func TestClientReports(t *testing.T) {
	const said = "info depth 1 score cp 8 pv b1a1,a1b1\ninfo depth 1 multipv 2 score cp 7 pv e1f1,f1e1\n" +
		"info depth 1 multipv 3 score cp 6 pv e1d1,d1e1\nbestmove b1a1,a1b1"
	for lines, want := range [][]int{{0}, {0}, {0, 1}, {0, 1, 2}, {0, 1, 2}} {
		synctest.Test(t, func(t *testing.T) {
			c := start(t, scripted(map[string]string{"go depth 1": said}), ClientOptions{})
			var ranks []int
			_, err := c.Search(t.Context(), engine.Request{
				Position: startPosition(t), Limits: engine.Limits{Depth: 1}, Lines: lines,
				Report: func(i engine.Info) { ranks = append(ranks, i.Rank) },
			})
			if err != nil || !slices.Equal(ranks, want) {
				t.Errorf("%d lines: ranks %v, %v; want %v", lines, ranks, err, want)
			}
		})
	}
}

// TestClientIntroduction keeps what a program says of itself, and nothing of
// a line that says nothing.
func TestClientIntroduction(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := start(t, scripted(map[string]string{"ugi": "id name Some One 2\nid author No Body\nid name\nid author\nid\nugiok"}), ClientOptions{})
		if c.Name() != "Some One 2" || c.Author() != "No Body" {
			t.Errorf("introduced as %q by %q", c.Name(), c.Author())
		}
	})
}
