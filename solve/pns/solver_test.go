package pns_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"thera/amazons"
	"thera/engine"
	"thera/engine/enginetest"
	"thera/game"
	"thera/game/gametest"
	"thera/hermit"
	"thera/santorini"
	"thera/solve/pns"
)

// TestThreads wants several threads to prove what one does.
func TestThreads(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	opt := pns.Options{TableMiB: 1, Threads: 4}
	one, fours := newEndings(), []engine.Solver{newEndingsBy(opt), newOrderedBy(opt)}
	for i := range 60 {
		pos := late(t, "1q2q1/q4q/6/6/Q4Q/1Q2Q1 w", 6+i%4, rng)
		v, err := one.Solve(t.Context(), engine.Problem{Position: pos})
		if err != nil {
			t.Fatal(err)
		}
		for _, several := range fours {
			w, err := several.Solve(t.Context(), engine.Problem{Position: pos, All: true})
			if err != nil || w.Winners != v.Winners || len(v.Moves) > 0 && !slices.Contains(w.Moves, v.Moves[0]) {
				t.Fatalf("%s: %+v, %v; with one thread %+v", pos, w, err, v)
			}
		}
	}
}

func TestSolverThreads(t *testing.T) {
	enginetest.TestSolver(t, func() engine.Solver { return newEndingsBy(pns.Options{TableMiB: 1, Threads: 2}) }, enginetest.Problems{
		Long:   parseAmazons(t, "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w"),
		Beyond: 2 * 2176, // a position of this size counts for up to 2,176 nodes
		Over:   []game.Position{parseAmazons(t, "Q* w"), parseAmazons(t, "qQ*/*** b"), parseAmazons(t, "q*Q* b")},
		Grundy: -1,
	})
}

func TestResume(t *testing.T) {
	problem := engine.Problem{
		Position:   parseAmazons(t, "1qq1/q2q/Q2Q/1QQ1 w"),
		Limits:     engine.Limits{Nodes: 5000},
		Checkpoint: filepath.Join(t.TempDir(), "checkpoint"),
	}
	var last uint64
	for parts := 1; ; parts++ {
		v, err := newEndings().Solve(t.Context(), problem)
		if err != nil || v.Nodes <= last {
			t.Fatalf("after %d nodes: %+v, %v", last, v, err)
		}
		last = v.Nodes
		if v.Proven {
			if parts < 3 || v.Winners != game.Only(amazons.Black) {
				t.Errorf("in %d parts: %+v", parts, v)
			}
			break
		}
	}
	problem.Position = parseAmazons(t, "1qq1/q2q/Q2Q/1QQ1 b")
	if _, err := newEndings().Solve(t.Context(), problem); err == nil {
		t.Error("takes the checkpoint of another position")
	}
	problem.Position = parseAmazons(t, "1qq1/q2q/Q2Q/1QQ1 w")
	data := gametest.Must(t, os.ReadFile, problem.Checkpoint)
	for _, at := range []int{3, 25, len(data) / 2, len(data) - 1} {
		spoiled := slices.Clone(data)
		spoiled[at] ^= 1
		if err := os.WriteFile(problem.Checkpoint, spoiled, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := newEndings().Solve(t.Context(), problem); err == nil {
			t.Errorf("takes a checkpoint with byte %d changed", at)
		}
	}
}

func TestRefusals(t *testing.T) {
	s := newEndings()
	pos := gametest.Must(t, hermit.Rules().Start, "")
	if _, err := s.Solve(t.Context(), engine.Problem{Position: pos}); err == nil {
		t.Error("takes a position of another game")
	}
	plain := newPlain[santorini.Position, santorini.Move]()
	for name, text := range map[string]string{
		"three seats": "00000/00000/00000/00000/00000 a1b1,c1d1,e1e2 3",
		"teams":       "00000/00000/00000/00000/00000 a1b1,c1d1,+,+ 3",
	} {
		pos := gametest.Must(t, santorini.Rules().Parse, text)
		v, err := plain.Solve(t.Context(), engine.Problem{Position: pos, Limits: engine.Limits{Nodes: 100}})
		if !errors.Is(err, engine.ErrUnsupported) {
			t.Errorf("%s: %+v, %v; want %v", name, v, err, engine.ErrUnsupported)
		}
	}
}

// BenchmarkEnding proves that Black wins a 6×6 ending with 16 empty squares.
func BenchmarkEnding(b *testing.B) {
	pos := gametest.Must(b, amazons.Rules().Parse, "1q2**/1*1Qq1/1*1Q*1/1q1***/*Q**Qq/3*2 w")
	const want = 88866
	var nodes uint64
	for b.Loop() {
		v, err := newEndings().Solve(b.Context(), engine.Problem{Position: pos})
		if err != nil || v.Nodes != want {
			b.Fatalf("%+v, %v; want %d nodes", v, err, want)
		}
		nodes += v.Nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}

// TestAllMovesStops wants no proof and no moves if the limit suffices for one winning
// move, but not for all.
func TestAllMovesStops(t *testing.T) {
	problem := engine.Problem{Position: parseAmazons(t, "2q/3/Q2 w")}
	one, err := newEndings().Solve(t.Context(), problem)
	if err != nil || !one.Proven || len(one.Moves) != 1 {
		t.Fatalf("%+v, %v", one, err)
	}
	problem.All, problem.Limits.Nodes = true, one.Nodes+1
	v, err := newEndings().Solve(t.Context(), problem)
	if err != nil || v.Proven || v.Winners != 0 || len(v.Moves) > 0 || v.Nodes < one.Nodes {
		t.Errorf("%+v, %v; want nothing proven within %d nodes", v, err, problem.Limits.Nodes)
	}
}
