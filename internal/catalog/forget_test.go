package catalog_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"thera/engine"
	"thera/game"
	"thera/game/gametest"
	"thera/internal/catalog"
)

// randomPositions returns positions of random games, from the beginning to the end.
func randomPositions(t *testing.T, entry catalog.Entry, seed uint64, variants ...string) (all []game.Position) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 0))
	for _, variant := range variants {
		pos, err := entry.Game.Start(variant)
		for err == nil && pos.Winners() == 0 {
			if rng.IntN(8) == 0 {
				all = append(all, pos)
			}
			moves := pos.Moves()
			pos, err = pos.Play(moves[rng.IntN(len(moves))])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all
}

// TestForget asks one engine of each kind and level about positions in any order. After
// Forget it has to answer each as a new one does.
func TestForget(t *testing.T) {
	for _, entry := range catalog.Games() {
		positions := randomPositions(t, entry, 1, entry.Game.Variants()...)
		if !gametest.Long() {
			positions = positions[:min(len(positions), 12)]
		}
		for _, kind := range entry.Engines {
			for _, level := range []int{1, 5, catalog.MaxLevel} {
				t.Run(fmt.Sprintf("%s/%s/%d", entry.Game.Name(), kind.Name, level), func(t *testing.T) {
					config := engine.Config{TableMiB: 1, Threads: 1, Level: level}
					e := kind.New(config)
					for i, pos := range positions {
						req := engine.Request{Position: pos, Limits: engine.Limits{Nodes: 6000}, Seed: uint64(i % 2), Lines: 1 + i%3}
						if !engine.Forget(e) {
							t.Fatal("it can't forget")
						}
						got := searched(t, e, req)
						if diff := cmp.Diff(searched(t, kind.New(config), req), got); diff != "" {
							t.Errorf("position %d, %s: %s", i, pos, diff)
						}
					}
				})
			}
		}
	}
}

// searched returns all that a search reports, without the time, and its outcome last.
func searched(t *testing.T, e engine.Engine, req engine.Request) (all []engine.Info) {
	t.Helper()
	add := func(info engine.Info) {
		info.Time, info.Line = 0, slices.Clone(info.Line)
		all = append(all, info)
	}
	req.Report = add
	info, err := e.Search(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	add(info)
	return all
}

// TestForgetProofs does the same with solvers.
func TestForgetProofs(t *testing.T) {
	for _, entry := range catalog.Games() {
		for _, config := range []catalog.SolverConfig{{TableMiB: 16, Threads: 1}, {TableMiB: 4, Threads: 1, OutcomeOnly: true}} {
			solver := entry.NewSolver(config)
			proofs := 0
			for i, pos := range randomPositions(t, entry, 2, entry.Game.Variants()...) {
				problem := engine.Problem{Position: pos, Limits: engine.Limits{Nodes: 10_000}, All: i%2 > 0}
				if !engine.Forget(solver) {
					t.Fatalf("the solver of %s can't forget", entry.Game.Name())
				}
				got, err := solver.Solve(t.Context(), problem)
				want, wantErr := entry.NewSolver(config).Solve(t.Context(), problem)
				got.Time, want.Time = 0, 0
				if diff := cmp.Diff(want, got); diff != "" || (err == nil) != (wantErr == nil) {
					t.Errorf("%s: %v, want %v: %s", pos, err, wantErr, diff)
				}
				if got.Proven {
					proofs++
				}
			}
			if proofs == 0 {
				t.Errorf("no position of %s was proven", entry.Game.Name())
			}
		}
	}
}

// stubborn is an engine that can't forget.
type stubborn struct{ engine.Engine }

func TestForgetNothing(t *testing.T) {
	if engine.Forget(stubborn{}) || engine.Forget(nil) {
		t.Error("an engine without Forget forgets")
	}
}
