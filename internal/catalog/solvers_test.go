package catalog_test

import (
	"slices"
	"testing"

	"thera/amazons"
	"thera/engine"
	"thera/game"
	"thera/hermit"
	"thera/internal/catalog"
)

func TestAmazonsSolver(t *testing.T) {
	solver := catalog.Amazons().NewSolver(catalog.SolverConfig{MemoryMiB: 1})
	pos, err := amazons.Rules().Parse("Q1q/3/3 w")
	if err != nil {
		t.Fatal(err)
	}
	v, err := solver.Solve(t.Context(), engine.Problem{Position: pos, All: true})
	if err != nil || !v.Proven || v.Winners != game.Only(amazons.White) || !slices.Contains(v.Moves, "a3-b2(c2)") {
		t.Errorf("%s: %+v, %v", pos, v, err)
	}
	other, err := hermit.Rules().Start("")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := solver.Solve(t.Context(), engine.Problem{Position: other}); err == nil {
		t.Error("takes a position of another game")
	}
}
