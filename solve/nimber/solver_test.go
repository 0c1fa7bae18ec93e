package nimber_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"thera/engine"
	"thera/engine/enginetest"
	"thera/game"
	"thera/game/gametest"
	"thera/hermit"
	"thera/hermit/endgame"
	"thera/solve/nimber"
)

// newSolver returns a solver of Hermit.
func newSolver(opt nimber.Options) engine.Solver { return nimber.New(split, opt) }

// split makes the parts of positions of Hermit.
func split(pos game.Position) (nimber.Parts[endgame.Part, endgame.Placing], error) {
	return endgame.NewField(pos)
}

func parse(t *testing.T, text string) game.Position {
	t.Helper()
	return gametest.Must(t, hermit.Rules().Parse, text)
}

// TestNegativeMemory wants a size below zero to be the default.
func TestNegativeMemory(t *testing.T) {
	v, err := newSolver(nimber.Options{TableMiB: -2}).Solve(t.Context(), engine.Problem{Position: parse(t, "./././././. 1")})
	if err != nil || !v.Proven {
		t.Errorf("%+v, %v", v, err)
	}
}

// TestSolveThreads checks the nimbers of boards, found by one goroutine and by three,
// and the number of nodes that one visits.
func TestSolveThreads(t *testing.T) {
	for _, test := range []struct {
		text   string
		grundy int
		move   game.Move
		nodes  uint64
	}{
		{"./././././. 1", 3, "Ra4-a3", 9},
		{"..../..../.... 1", 2, "Rb2-c2", 201},
		{"..../..../..../.... 1", 0, "", 2550},
		{"R..../..... 2", 4, "Re2-e1", 255},
	} {
		pos := parse(t, test.text)
		for threads := 1; threads <= 3; threads += 2 {
			v, err := newSolver(nimber.Options{TableMiB: 2, Threads: threads}).Solve(t.Context(), engine.Problem{Position: pos})
			if err != nil || !v.Proven || v.Grundy != test.grundy {
				t.Errorf("%s: %+v, %v, want nimber %d", test.text, v, err, test.grundy)
				continue
			}
			if threads > 1 {
				continue
			}
			if v.Nodes != test.nodes {
				t.Errorf("%s: %d nodes, want %d", test.text, v.Nodes, test.nodes)
			}
			if test.move == "" && len(v.Moves) > 0 || test.move != "" && v.Moves[0] != test.move {
				t.Errorf("%s: %v, want %q", test.text, v.Moves, test.move)
			}
		}
	}
}

func TestSolverThreads(t *testing.T) {
	newSolver := func() engine.Solver { return newSolver(nimber.Options{TableMiB: 16, Threads: 2}) }
	enginetest.TestSolver(t, newSolver, enginetest.Problems{
		Long: parse(t, strings.Repeat("....../", 5)+"...... 1"), Beyond: 1000,
		Over: []game.Position{parse(t, "R 2"), parse(t, "R 1"), parse(t, "RY/.B 1")}, Grundy: 0,
	})
}

// TestCheckpointSize wants a checkpoint to stay within its size, and to be read again.
func TestCheckpointSize(t *testing.T) {
	p := engine.Problem{
		Position:      parse(t, "..../..../..../..../..../.... 1"),
		Limits:        engine.Limits{Nodes: 80_000},
		Checkpoint:    filepath.Join(t.TempDir(), "nimbers"),
		CheckpointMiB: 1,
	}
	v, err := newSolver(nimber.Options{TableMiB: 16}).Solve(t.Context(), p)
	if err != nil || v.Proven {
		t.Fatalf("%+v, %v, want no proof yet", v, err)
	}
	info, err := os.Stat(p.Checkpoint)
	if err != nil {
		t.Fatal(err)
	}
	const header = 100
	if size := info.Size(); size > 1<<20+header || size < 1<<19 {
		t.Errorf("%d bytes, want at most 1 MiB and more than half of that", size)
	}
	p.Limits.Nodes = 1
	if v, err = newSolver(nimber.Options{TableMiB: 16}).Solve(t.Context(), p); err != nil || v.Nodes <= 80_000 {
		t.Errorf("%+v, %v, want the nodes of both runs", v, err)
	}
}

// TestCheckpoint solves a board in many small runs, each by a new solver, and
// wants what each found to be kept.
func TestCheckpoint(t *testing.T) {
	p := engine.Problem{
		Position:   parse(t, "..../..../..../.... 1"),
		Checkpoint: filepath.Join(t.TempDir(), "nimbers"),
	}
	var v engine.Verdict
	runs := 0
	for ; !v.Proven; runs++ {
		p.Limits.Nodes = 500
		next, err := newSolver(nimber.Options{TableMiB: 2}).Solve(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		if next.Nodes < v.Nodes {
			t.Fatalf("%+v after %+v", next, v)
		}
		v = next
	}
	if v.Grundy != 0 || runs < 5 || v.Nodes > 6000 {
		t.Errorf("%+v after %d runs, want nimber 0", v, runs)
	}

	text := gametest.Must(t, os.ReadFile, p.Checkpoint)
	for _, changed := range []string{"", "hello", string(text[:50]), string(text[:len(text)-1]), strings.Replace(string(text), string(text[100:110]), "0123456789", 1)} {
		if err := os.WriteFile(p.Checkpoint, []byte(changed), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := newSolver(nimber.Options{TableMiB: 2}).Solve(t.Context(), p); err == nil || !strings.Contains(err.Error(), "checkpoint") {
			t.Errorf("a wrong checkpoint gives %v", err)
		}
	}
	p.Checkpoint = filepath.Join(t.TempDir(), "no", "such")
	if _, err := newSolver(nimber.Options{TableMiB: 2}).Solve(t.Context(), p); err == nil {
		t.Error("no error for a checkpoint that can't be written")
	}
}

// BenchmarkSolve solves 4×4.
func BenchmarkSolve(b *testing.B) {
	pos := gametest.Must(b, hermit.Rules().Start, "4x4")
	for b.Loop() {
		v, err := newSolver(nimber.Options{TableMiB: 2}).Solve(b.Context(), engine.Problem{Position: pos})
		if err != nil || v.Nodes != 2550 {
			b.Fatal(v, err)
		}
	}
	b.ReportMetric(2550*float64(b.N)/b.Elapsed().Seconds(), "nodes/s")
}

// TestSolveNext gives one solver several positions in turn. It keeps what it knows for a
// position that comes after the last one, forgets it for one on another board, and still
// works after a position that is too large.
func TestSolveNext(t *testing.T) {
	s := newSolver(nimber.Options{TableMiB: 2})
	for i, test := range []struct {
		text   string
		grundy int
		nodes  uint64
		err    error
	}{
		{"..../..../.... 1", 2, 201, nil},
		{"..../RR../.... 2", 3, 44, nil}, // a new solver takes 94
		{"R..../..... 2", 4, 255, nil},
		{"R..../..... 2", 4, 0, nil},
		{strings.Repeat("......./", 6) + "....... 1", 0, 0, engine.ErrUnsupported},
		{"..../..../.... 1", 2, 201, nil},
	} {
		v, err := s.Solve(t.Context(), engine.Problem{Position: parse(t, test.text)})
		if !errors.Is(err, test.err) || v.Proven != (test.err == nil) || v.Grundy != test.grundy || v.Nodes != test.nodes {
			t.Errorf("position %d, %s: %+v, %v; want nimber %d, %d nodes, error %v", i, test.text, v, err, test.grundy, test.nodes, test.err)
		}
	}
}

// TestCheckpointOfUsedSolver wants a checkpoint to mean the same to all solvers, although a
// solver numbers the squares of a position as it did those of an earlier one, where it can.
// Numbered on all three files, the part b3, b4, c3 of the second position has nimber 0 and the
// key that b3, b4, c4 of the last one, of nimber 2, has when only two files are numbered.
func TestCheckpointOfUsedSolver(t *testing.T) {
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	p := engine.Problem{
		Position:   parse(t, "R../R.R/.BB/RYY 2"),
		Checkpoint: filepath.Join(t.TempDir(), "nimbers"),
	}
	used := newSolver(nimber.Options{TableMiB: 2})
	for _, step := range []struct {
		ctx     context.Context
		problem engine.Problem
	}{
		{canceled, engine.Problem{Position: parse(t, ".../.../.../... 1")}},
		{t.Context(), engine.Problem{Position: parse(t, "B.B/B../R.B/.YB 2")}},
		{canceled, p},
	} {
		if _, err := used.Solve(step.ctx, step.problem); err != nil {
			t.Fatal(err)
		}
	}
	v, err := newSolver(nimber.Options{TableMiB: 2}).Solve(t.Context(), p)
	if err != nil || v.Winners != game.Only(1) || v.Grundy != 2 {
		t.Errorf("%+v, %v; want seat 2 to win, nimber 2", v, err)
	}
}
