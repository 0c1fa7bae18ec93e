package puzzle

import (
	"context"

	"thera/engine"
	"thera/game"
)

// scout proves results by a solver, as far as so many nodes go. It estimates
// nothing: what it can't prove is even to it.
type scout struct {
	solver engine.Solver
	nodes  uint64
}

// Search proves the result of the request's position, in its own nodes.
func (s scout) Search(ctx context.Context, req engine.Request) (engine.Info, error) {
	v, err := s.solver.Solve(ctx, engine.Problem{Position: req.Position, Limits: engine.Limits{Nodes: s.nodes}})
	info := engine.Info{Nodes: v.Nodes}
	switch {
	case err != nil || !v.Proven:
	case v.Winners.Has(req.Position.Turn()):
		info.Score, info.Line = engine.WinIn(v.Plies), []game.Move{v.Moves[0]}
	default:
		info.Score = engine.LossIn(v.Plies)
	}
	return info, err
}

// How far a scout looks: where a puzzle may be, and when it is to be proven. The
// games it looks at are played quickly.
const (
	scoutNodes      = 2_000
	scoutProofNodes = 10_000
	quickNodes      = 300
)
