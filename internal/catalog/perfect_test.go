package catalog_test

import (
	"math/rand/v2"
	"testing"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
)

// TestPerfect plays random games of Hermit and has the engine look at each
// position: where it says that the result is proven, and where a win is left
// in the end, it must agree with the solver. Near the end all is proven.
func TestPerfect(t *testing.T) {
	entry := catalog.Hermit()
	solver := entry.NewSolver(catalog.SolverConfig{MemoryMiB: 2, OutcomeOnly: true})
	wins := func(pos game.Position) bool {
		v, err := solver.Solve(t.Context(), engine.Problem{Position: pos})
		if err != nil || !v.Proven {
			t.Fatalf("%s: %+v, %v", pos, v, err)
		}
		return v.Winners.Has(pos.Turn())
	}
	rng := rand.New(rand.NewPCG(5, 6))
	e := entry.NewEngine(engine.Config{HashMiB: 1})
	for _, board := range []string{"3x3", "4x4", "6x6", "10x10"} {
		for range 10 {
			pos, err := entry.Start(board)
			if err != nil {
				t.Fatal(err)
			}
			for pos.Winners() == 0 {
				moves := pos.Moves()
				if len(moves) <= 14 {
					info, err := e.Search(t.Context(), engine.Request{Position: pos, Limits: engine.Limits{Nodes: 20_000}})
					if err != nil {
						t.Fatal(err)
					}
					won := wins(pos)
					if info.Score.Won() != won || info.Score.Lost() == won {
						t.Errorf("%s: %v, but it is %v that the seat to move wins", pos, info.Score, won)
					}
					if next, err := pos.Play(info.Best()); err != nil || won && wins(next) {
						t.Errorf("%s: %s gives the win away (%v)", pos, info.Best(), err)
					}
				}
				if pos, err = pos.Play(moves[rng.IntN(len(moves))]); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// TestPerfectLevels wants no proofs from the solver at the lower levels.
func TestPerfectLevels(t *testing.T) {
	pos, err := catalog.Hermit().Start("4x4")
	if err != nil {
		t.Fatal(err)
	}
	for level, want := range map[int]bool{1: false, catalog.MaxLevel: true} {
		e := catalog.Hermit().NewEngine(engine.Config{Level: level})
		info, err := e.Search(t.Context(), engine.Request{Position: pos, Limits: engine.Limits{Nodes: 20_000}})
		if _, proven := info.Score.Proven(); err != nil || proven != want {
			t.Errorf("level %d: %v, %v, want proven %v", level, info.Score, err, want)
		}
	}
}
