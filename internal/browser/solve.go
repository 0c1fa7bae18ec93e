package browser

import (
	"context"
	"fmt"
	"time"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
)

// solveParams ask for the proven result of a position.
type solveParams struct {
	viewParams
	Millis int    `json:"millis"`
	Nodes  uint64 `json:"nodes"`
}

// solved is what a solver has proven.
type solved struct {
	Proven  bool        `json:"proven"`
	Winners []int       `json:"winners"` // none where nothing is proven
	Moves   []game.Move `json:"moves"`   // all that win for the seat to move
	Nimber  int         `json:"nimber"`  // -1 where there is none or it is unknown
	Nodes   uint64      `json:"nodes"`
}

// solverMiB is the size of the table of a solver.
const solverMiB = 32

func (s *Service) solve(ctx context.Context, _ int, p solveParams, pos game.Position) (any, error) {
	solver, err := s.solver(p.Game)
	if err != nil {
		return nil, err
	}
	v, err := solver.Solve(ctx, engine.Problem{
		Position: pos,
		Limits:   engine.Limits{Time: time.Duration(p.Millis) * time.Millisecond, Nodes: p.Nodes},
		All:      true,
	})
	if err != nil {
		return nil, err
	}
	result := solved{Proven: v.Proven, Winners: []int{}, Moves: []game.Move{}, Nimber: -1, Nodes: v.Nodes}
	if v.Proven {
		result.Winners, result.Nimber = seatList(v.Winners), v.Grundy
		result.Moves = append(result.Moves, v.Moves...)
	}
	return result, nil
}

// solver returns the solver of a game. Only that of the last game asked about
// is kept.
func (s *Service) solver(name string) (engine.Solver, error) {
	if s.solvers[name] != nil {
		return s.solvers[name], nil
	}
	entry, err := catalog.Find(name)
	if err != nil {
		return nil, err
	}
	if entry.NewSolver == nil {
		return nil, fmt.Errorf("game %q has no solver", name)
	}
	clear(s.solvers)
	s.solvers[name] = entry.NewSolver(catalog.SolverConfig{MemoryMiB: solverMiB, Threads: 1})
	return s.solvers[name], nil
}
