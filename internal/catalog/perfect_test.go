package catalog_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"thera/amazons"
	"thera/amazons/eval"
	"thera/engine"
	"thera/game"
	"thera/game/gametest"
	"thera/internal/catalog"
)

// TestPerfect plays random games of Hermit and has the engine look at each
// position: where it says that the result is proven, and where a win is left
// in the end, it must agree with the solver. Near the end all is proven.
func TestPerfect(t *testing.T) {
	entry := catalog.Hermit()
	solver := entry.NewSolver(catalog.SolverConfig{TableMiB: 2, OutcomeOnly: true})
	wins := func(pos game.Position) bool {
		v, err := solver.Solve(t.Context(), engine.Problem{Position: pos})
		if err != nil || !v.Proven {
			t.Fatalf("%s: %+v, %v", pos, v, err)
		}
		return v.Winners.Has(pos.Turn())
	}
	rng := rand.New(rand.NewPCG(5, 6))
	e := entry.NewEngine(engine.Config{TableMiB: 1})
	for _, board := range []string{"3x3", "4x4", "6x6", "10x10"} {
		for range 10 {
			pos := gametest.Must(t, entry.Start, board)
			for pos.Winners() == 0 {
				moves := pos.Moves()
				if len(moves) <= 14 {
					info, err := e.Search(t.Context(), engine.Request{Position: pos, Limits: engine.Limits{Nodes: 20_000}})
					if err != nil {
						t.Fatal(err)
					}
					won := wins(pos)
					if plies, proven := info.Score.Proven(); proven && max(plies, -plies) > free(pos) {
						t.Errorf("%s: %v, but %d squares are free", pos, info.Score, free(pos))
					}
					if info.Score.Won() != won || info.Score.Lost() == won {
						t.Errorf("%s: %v, but it is %v that the seat to move wins", pos, info.Score, won)
					}
					if next, err := pos.Play(info.Best()); err != nil || won && wins(next) {
						t.Errorf("%s: %s gives the win away (%v)", pos, info.Best(), err)
					}
				}
				pos = gametest.Must(t, pos.Play, moves[rng.IntN(len(moves))])
			}
		}
	}
}

// free returns how many squares are empty, of which each turn of Hermit takes one at
// least.
func free(pos game.Position) (n int) {
	for _, cell := range pos.Board().Cells {
		if cell.Kind == "" {
			n++
		}
	}
	return n
}

// TestPerfectLevels wants no proofs from the solver at the lower levels.
func TestPerfectLevels(t *testing.T) {
	pos := gametest.Must(t, catalog.Hermit().Start, "4x4")
	for level, want := range map[int]bool{1: false, catalog.MaxLevel: true} {
		e := catalog.Hermit().NewEngine(engine.Config{Level: level})
		info, err := e.Search(t.Context(), engine.Request{Position: pos, Limits: engine.Limits{Nodes: 20_000}})
		plies, proven := info.Score.Proven()
		if err != nil || proven != want || max(plies, -plies) > free(pos) {
			t.Errorf("level %d: %v, %v, want proven %v, in at most %d plies", level, info.Score, err, want, free(pos))
		}
	}
}

// TestKeepsWins plays games of Amazons in which each turn is the best of some
// random ones, and has the engine move wherever the solver can prove a win in a
// tenth of its nodes: it must keep it, for all that ten times its nodes can
// show. With -long it does so in some thousand positions.
func TestKeepsWins(t *testing.T) {
	games, nodes := 6, uint64(8_000)
	if gametest.Long() {
		games, nodes = 150, 60_000
	}
	entry := catalog.Amazons()
	wins := func(pos game.Position, nodes uint64) bool {
		solver := entry.NewSolver(catalog.SolverConfig{TableMiB: 1})
		v, err := solver.Solve(t.Context(), engine.Problem{Position: pos, Limits: engine.Limits{Nodes: nodes}})
		if err != nil {
			t.Fatal(err)
		}
		return v.Proven && v.Winners.Has(pos.Turn())
	}
	rng := rand.New(rand.NewPCG(7, 8))
	won := 0
	for _, variant := range []string{"8x8", "10x10"} {
		for range games {
			pos := gametest.Must(t, entry.Game.Start, variant)
			e := entry.NewEngine(engine.Config{TableMiB: 1})
			for pos.Winners() == 0 {
				if strings.Count(pos.String(), "*") > 30 && wins(pos, nodes/10) {
					won++
					info, err := e.Search(t.Context(), engine.Request{Position: pos, Limits: engine.Limits{Nodes: nodes}})
					if err != nil {
						t.Fatal(err)
					}
					next := gametest.Must(t, pos.Play, info.Best())
					if wins(next, 10*nodes) {
						t.Errorf("%s: %s, %v, gives the win away", pos, info.Best(), info.Score)
					}
				}
				pos = bestOf(t, rng, pos, 20)
			}
		}
	}
	if t.Logf("%d won positions", won); won < 8*games {
		t.Errorf("%d won positions, want at least %d", won, 8*games)
	}
}

// bestOf plays the best of that many random moves by the evaluation.
func bestOf(t *testing.T, rng *rand.Rand, pos game.Position, tries int) (best game.Position) {
	t.Helper()
	evaluate := eval.ForSearch().Evaluate
	moves, least := pos.Moves(), 0
	for i := range tries {
		next := gametest.Must(t, pos.Play, moves[rng.IntN(len(moves))])
		p, _ := game.KernelOf[amazons.Position](next)
		if score := evaluate(&p, next.Turn()); i == 0 || score < least {
			best, least = next, score
		}
	}
	return best
}

// TestDoubts searches a position in which the engine prefers a losing move, which it
// rates at 94%. The solver must refute that move.
func TestDoubts(t *testing.T) {
	entry := catalog.Amazons()
	pos := gametest.Must(t, entry.Game.Parse, "1**2q*1/q*Q**1*1/2****qQ/**1*3*/*2*1**1/Qq1****1/1*1*1***/3*1Q2 b")
	info, err := entry.NewEngine(engine.Config{}).Search(t.Context(), engine.Request{Position: pos, Limits: engine.Limits{Nodes: 300_000}})
	if err != nil {
		t.Fatal(err)
	}
	next := gametest.Must(t, pos.Play, info.Best())
	v, err := entry.NewSolver(catalog.SolverConfig{TableMiB: 16}).Solve(t.Context(), engine.Problem{Position: next, Limits: engine.Limits{Nodes: 60_000}})
	if err != nil || v.Proven && v.Winners.Has(next.Turn()) {
		t.Errorf("%s, %v, which loses: %v, %v", info.Best(), info.Score, v.Moves, err)
	}
}
