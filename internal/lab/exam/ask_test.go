package exam

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"thera/engine"
	"thera/engine/ugi"
	"thera/game"
	"thera/game/gametest"
	"thera/internal/catalog"
	"thera/internal/lab/match"
)

func examiner(t *testing.T, player string) Examiner {
	t.Helper()
	spec := gametest.Must(t, match.ParseSpec, player)
	return Examiner{Player: spec, Control: match.Control{Nodes: 500}, Patience: time.Minute, Seed: 1}
}

// TestAsk asks an engine, which always has a legal answer, and the same one again.
func TestAsk(t *testing.T) {
	items := small(t)
	var moves [2][]game.Move
	for round := range moves {
		done := 0
		marks, err := examiner(t, "random").Ask(t.Context(), items, func(marks []Mark) { done = len(marks) })
		if err != nil || len(marks) != len(items) || done != len(items) {
			t.Fatalf("%d marks, %d reported, %v; want %d", len(marks), done, err, len(items))
		}
		for n, m := range marks {
			if m.Item.ID != items[n].ID || m.Move == "" || m.Illegal+m.Unparsed > 0 {
				t.Errorf("%+v: want a move at %s", m, items[n].ID)
			}
			moves[round] = append(moves[round], m.Move)
		}
	}
	for n := range items {
		if moves[0][n] != moves[1][n] {
			t.Errorf("%s: %s, then %s; want the same for a seed", items[n].ID, moves[0][n], moves[1][n])
		}
	}
}

func TestAskErrors(t *testing.T) {
	items := small(t)[:1]
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := examiner(t, "ugi:none").Ask(t.Context(), items, nil); err == nil {
		t.Error("a program that does not start: want an error")
	}
	if marks, err := examiner(t, "text:none").Ask(t.Context(), items, nil); err == nil || len(marks) > 0 {
		t.Errorf("a text program at %q: %v, want an error", items[0].Position, err)
	}
	if _, _, err := examiner(t, "random").move(ctx, &candidate{Player: failing{context.Canceled}}, match.Turn{}); !errors.Is(err, context.Canceled) {
		t.Errorf("after an interrupt: %v", err)
	}
	for player, good := range map[string]bool{"greedy": true, "alphabeta:level=3": true, "alphabeta:level=9": false, "quick": false, "text:amazons": false} {
		if err := examiner(t, player).Check(catalog.Hermit()); (err == nil) != good {
			t.Errorf("%s: %v", player, err)
		}
	}
}

// TestAskInterrupted wants the marks from before an interrupt, and none for an answer that
// the interrupt cut short.
func TestAskInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	marks, err := examiner(t, "greedy").Ask(ctx, small(t), func([]Mark) { cancel() })
	if len(marks) != 1 || !errors.Is(err, context.Canceled) {
		t.Errorf("%d marks, %v; want one, and that it was interrupted", len(marks), err)
	}
}

// failing is a player whose moves fail.
type failing struct{ err error }

func (f failing) Move(context.Context, match.Turn) (engine.Info, error) {
	return engine.Info{}, f.err
}

func (failing) Close() {}

// TestFaults counts a player at fault as one without an answer, and fails with errors
// that are not the player's.
func TestFaults(t *testing.T) {
	x := examiner(t, "random")
	x.Control = match.Control{Move: time.Millisecond}
	for _, test := range []struct {
		err     error
		answers int
		fault   Fault
		failed  bool
	}{
		{
			&ugi.CrashError{Wanted: "bestmove", Exit: "exit status 3", Stderr: "no memory\n"}, 0,
			Fault{match.Crash, `engine ended (exit status 3): want bestmove; it wrote "no memory"`},
			false,
		},
		{&ugi.SilentError{Wanted: "bestmove", After: time.Second}, 0, Fault{match.Silence, "engine did not answer: want bestmove within 1s"}, false},
		{context.DeadlineExceeded, 0, Fault{match.Overrun, "no answer within 1.101s"}, false},
		{&ugi.AnswerError{Err: errors.New("want a move")}, 1, Fault{}, false},
		{errors.New("no such game"), 0, Fault{}, true},
	} {
		c := &candidate{Player: failing{test.err}}
		turn := match.Turn{Request: engine.Request{Limits: engine.Limits{Time: time.Millisecond}}}
		answers, fault, err := x.move(t.Context(), c, turn)
		if len(answers) != test.answers || fault != test.fault || (err != nil) != test.failed || c.Player != nil {
			t.Errorf("%v: %q, %+v, %v, still open: %t", test.err, answers, fault, err, c.Player != nil)
		}
	}
}

// TestWrongAnswers counts what a program gives for its move as illegal, or unparsed if it is
// no move at all. Nothing else that it has said is taken for its move.
func TestWrongAnswers(t *testing.T) {
	x, i := examiner(t, "random"), small(t)[0]
	win := i.WinningMoves[0]
	for _, test := range []struct {
		line              string
		illegal, unparsed int
	}{
		{"bestmove Rj10", 1, 0},
		{"bestmove Rj10 ponder " + string(win), 1, 0},
		{"bestmove " + string(win) + ".", 0, 1},
		{"bestmove move:" + string(win), 0, 1},
		{"bestmove (none)", 0, 1},
		{"bestmove", 0, 1},
		{"* Move: " + string(win), 0, 1},
		{"* White wins.", 0, 1},
	} {
		err := &ugi.AnswerError{Line: test.line, Err: game.ErrIllegal, Said: "error: illegal move: " + string(win)}
		answers, fault, failed := x.move(t.Context(), &candidate{Player: failing{err}}, match.Turn{})
		if failed != nil || fault != (Fault{}) {
			t.Fatalf("%q: %+v, %v", test.line, fault, failed)
		}
		mark, failed := i.grade(answers)
		if failed != nil || mark.Move != "" || mark.Kept || mark.Illegal != test.illegal || mark.Unparsed != test.unparsed {
			t.Errorf("%q: %+v, %v; want no move, %d illegal, %d unparsed", test.line, mark, failed, test.illegal, test.unparsed)
		}
	}
}

// TestControl has the player's own limits before those for all.
func TestControl(t *testing.T) {
	x := examiner(t, "alphabeta:depth=2")
	if got := x.control(); got != (match.Control{Nodes: 500, Depth: 2}) {
		t.Errorf("limits %s", got)
	}
	x = examiner(t, "random")
	if x.Control = (match.Control{}); x.control() != (match.Control{Move: match.DefaultMoveTime}) {
		t.Errorf("limits %s, want the default", x.control())
	}
	x = examiner(t, "random:tc=10")
	if x.Control = (match.Control{}); x.control() != (match.Control{Move: match.DefaultMoveTime}) {
		t.Errorf("limits %s, want the default instead of a clock", x.control())
	}
}

// TestTextControl has a text program, which knows no limits, keep only its own: otherwise
// it has as long as Patience says.
func TestTextControl(t *testing.T) {
	for player, want := range map[string]match.Control{
		"text:amazons":             {},
		"text,movetime=5s:amazons": {Move: 5 * time.Second},
	} {
		x := examiner(t, player)
		if got := x.control(); got != want {
			t.Errorf("%s: limits %q, want %q", player, got, want)
		}
		x.Control = match.Control{}
		if got := x.control(); got != want {
			t.Errorf("%s, without limits for all: limits %q, want %q", player, got, want)
		}
	}
}

// TestReferenceRows wants the rows of docs/research/exam.md that are quickly made to hold:
// where the engine or its evaluation has changed since, the others have to be made again.
func TestReferenceRows(t *testing.T) {
	if !gametest.Long() {
		t.Skip("examines two players on the whole set: run with -long")
	}
	page := gametest.Must(t, os.ReadFile, "../../../docs/research/exam.md")
	text := func(e *Estimate) string { return fmt.Sprintf("%.1f [%.1f, %.1f]", 100*e.Mean, 100*e.Low, 100*e.High) }
	for _, name := range []string{"random", "greedy"} {
		x := examiner(t, name)
		x.Control.Nodes = 200_000
		marks, err := x.Ask(t.Context(), shipped(t), nil)
		if err != nil {
			t.Fatal(err)
		}
		kept, regret := "| `"+name+"`", "| `"+name+"`"
		for _, row := range Report(marks) {
			if row.Phase != allPhases {
				continue
			}
			if row.Kept != nil {
				kept += " | " + text(row.Kept)
			}
			if row.Regret != nil {
				regret += " | " + text(row.Regret)
			}
		}
		for _, line := range []string{kept + " |\n", regret + " |\n"} {
			if !strings.Contains(string(page), line) {
				t.Errorf("docs/research/exam.md has no row %s", line)
			}
		}
	}
}
