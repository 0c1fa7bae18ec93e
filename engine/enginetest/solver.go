package enginetest

import (
	"context"
	"testing"
	"time"

	"thera/engine"
	"thera/game"
)

// Problems are what a solver is tested on.
type Problems struct {
	Long   game.Position   // that takes minutes
	Beyond uint64          // how many nodes a solver may visit after its limit is reached
	Over   []game.Position // in which the game is over
	Grundy int             // of a finished game: -1 if the solver determines no nimbers
}

// TestSolver tests what is promised of any solver.
func TestSolver(t *testing.T, newSolver func() engine.Solver, on Problems) {
	t.Run("finished", func(t *testing.T) {
		for _, pos := range on.Over {
			v, err := newSolver().Solve(t.Context(), engine.Problem{Position: pos, All: true})
			if err != nil || !v.Proven || v.Winners != pos.Winners() || v.Grundy != on.Grundy || v.Plies != 0 || len(v.Moves) > 0 {
				t.Errorf("%s: %+v, %v; want seat %s to have won", pos, v, err, pos.Winners())
			}
		}
	})
	t.Run("limits", func(t *testing.T) {
		brief, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		for _, test := range []struct {
			name   string
			ctx    context.Context
			limits engine.Limits
		}{
			{"context", brief, engine.Limits{}},
			{"time", t.Context(), engine.Limits{Time: 50 * time.Millisecond}},
			{"nodes", t.Context(), engine.Limits{Nodes: 1000}},
		} {
			v, err := newSolver().Solve(test.ctx, engine.Problem{Position: on.Long, Limits: test.limits})
			if err != nil || v.Proven || v.Winners != 0 || v.Moves != nil || v.Grundy != -1 {
				t.Errorf("%s: %+v, %v; want no proof", test.name, v, err)
			}
			if most := test.limits.Nodes + on.Beyond; test.limits.Nodes > 0 && v.Nodes > most {
				t.Errorf("%s: %d nodes, want at most %d", test.name, v.Nodes, most)
			}
		}
	})
	t.Run("reports", func(t *testing.T) {
		if testing.Short() {
			t.Skip("it takes a second")
		}
		t.Parallel()
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		var last engine.Progress
		reports := 0
		v, err := newSolver().Solve(ctx, engine.Problem{
			Position: on.Long,
			Report:   func(p engine.Progress) { last, reports = p, reports+1; stop() },
		})
		if err != nil || v.Proven {
			t.Fatalf("%+v, %v", v, err)
		}
		if reports == 0 || last.Time < time.Second || last.Time > v.Time || last.Nodes == 0 || last.Nodes > v.Nodes || last.Fill < 0 || last.Fill > 1 || last.Done < 0 || last.Done > 1 {
			t.Errorf("%d reports, the last %+v, want some after a second", reports, last)
		}
	})
}
