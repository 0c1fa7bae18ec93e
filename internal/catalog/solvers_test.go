package catalog_test

import (
	"path/filepath"
	"slices"
	"testing"

	"thera/amazons"
	"thera/engine"
	"thera/game"
	"thera/game/gametest"
	"thera/hermit"
	"thera/internal/catalog"
)

func TestAmazonsSolver(t *testing.T) {
	solver := catalog.Amazons().NewSolver(catalog.SolverConfig{TableMiB: 1})
	pos := gametest.Must(t, amazons.Rules().Parse, "Q1q/3/3 w")
	v, err := solver.Solve(t.Context(), engine.Problem{Position: pos, All: true})
	if err != nil || !v.Proven || v.Winners != game.Only(amazons.White) || !slices.Contains(v.Moves, "a3-b2(c2)") {
		t.Errorf("%s: %+v, %v", pos, v, err)
	}
	other := gametest.Must(t, hermit.Rules().Start, "")
	if _, err := solver.Solve(t.Context(), engine.Problem{Position: other}); err == nil {
		t.Error("takes a position of another game")
	}
}

// TestCheckpointSize interrupts each solver, with a bound on the size of its checkpoint,
// and wants the next one to continue from there.
func TestCheckpointSize(t *testing.T) {
	positions := map[string]string{
		"amazons":   "1qq1/q2q/Q2Q/1QQ1 w",
		"hermit":    "..../..../..../.... 1",
		"santorini": "00000/00100/00000/00020/00000 b2d4,b4d2 1",
	}
	for _, entry := range catalog.Games() {
		pos := gametest.Must(t, entry.Game.Parse, positions[entry.Game.Name()])
		problem := engine.Problem{
			Position: pos, Limits: engine.Limits{Nodes: 1000},
			Checkpoint: filepath.Join(t.TempDir(), "checkpoint"), CheckpointMiB: 1,
		}
		var last uint64
		for range 2 {
			v, err := entry.NewSolver(catalog.SolverConfig{TableMiB: 1, Threads: 1}).Solve(t.Context(), problem)
			if err != nil || v.Proven || v.Nodes < last+1000 {
				t.Errorf("%s: %+v, %v; want no proof and 1000 nodes more than %d", pos, v, err, last)
			}
			last = v.Nodes
		}
	}
}
