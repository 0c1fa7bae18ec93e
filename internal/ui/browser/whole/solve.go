package whole

import (
	"context"
	"fmt"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
	"thera/internal/catalog/answer"
	"thera/internal/ui/browser"
)

// SolveParams ask for the proven result of a position.
type SolveParams struct {
	browser.PositionParams
	browser.Bounds
	One    bool `json:"one,omitempty" doc:"Find one winning move, not all: it takes much less work to prove"`
	Likely bool `json:"likely,omitempty" doc:"Give up at once unless a proof is likely"`
}

// solverMiB is the size of the table of a solver.
const solverMiB = 32

// likelyNodes is the number of nodes within which a proof must be likely if the request
// asks for a likely one only. Classifying all moves takes a hundred times as many: of 141
// positions of Amazons 136 were proven in 300,000, of those that seemed harder 11 of 127.
const likelyNodes = 1 << 11

func (m *memory) solve(ctx context.Context, p SolveParams, entry catalog.Entry, pos game.Position) (any, error) {
	if p.Likely && (entry.Solvable == nil || pos.Winners() == 0 && !entry.Solvable(pos, likelyNodes)) {
		return answer.NewProof(entry, pos, engine.Verdict{Grundy: -1}), nil
	}
	solver, err := m.solver(entry)
	if err != nil {
		return nil, err
	}
	v, err := solver.Solve(ctx, engine.Problem{Position: pos, Limits: p.Limits(), All: !p.One})
	if err != nil {
		return nil, err
	}
	return answer.NewProof(entry, pos, v), nil
}

// solver returns the solver of a game. Only that of the last game is kept.
func (m *memory) solver(entry catalog.Entry) (engine.Solver, error) {
	name := entry.Game.Name()
	if m.solvers[name] != nil {
		return m.solvers[name], nil
	}
	if entry.NewSolver == nil {
		return nil, fmt.Errorf("game %q has no solver", name)
	}
	clear(m.solvers)
	m.solvers[name] = entry.NewSolver(catalog.SolverConfig{MemoryMiB: solverMiB, Threads: 1})
	return m.solvers[name], nil
}
