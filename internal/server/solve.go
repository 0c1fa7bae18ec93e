package server

import (
	"context"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
)

type solveInput struct {
	Body struct {
		Start
		Bounds
		All bool `json:"all,omitempty" doc:"Whether all winning moves are wanted instead of one"`
	}
}

type solveOutput struct{ Body solved }

// solved is what is known about a position.
type solved struct {
	Game     string      `json:"game"`
	Position string      `json:"position"`
	Proven   bool        `json:"proven" doc:"Whether the result is known; if not, only nodes and seconds mean anything"`
	Winners  []int       `json:"winners" doc:"The seats that win, counted from 1"`
	Plies    int         `json:"plies,omitempty" doc:"Distance to the end under best play, where it is known"`
	Grundy   *int        `json:"grundy,omitempty" doc:"The nimber of an impartial game's position, where it is known"`
	Moves    []game.Move `json:"moves" doc:"Winning moves of the seat to move: none if it loses"`
	Nodes    uint64      `json:"nodes" doc:"Positions searched"`
	Seconds  float64     `json:"seconds"`
}

func (s *Server) solve(ctx context.Context, in *solveInput) (*solveOutput, error) {
	entry, pos, err := s.findUnfinished(in.Body.Start)
	if err != nil {
		return nil, err
	}
	var verdict engine.Verdict
	err = s.busy(ctx, func() error {
		verdict, err = entry.NewSolver(catalog.SolverConfig{MemoryMiB: solverMiB}).Solve(ctx, engine.Problem{
			Position: pos,
			Limits:   in.Body.limits(0),
			All:      in.Body.All,
		})
		if err != nil {
			err = wrongField("position", pos.String(), err)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	s.metrics.searched("solve", entry.Game.Name(), verdict.Nodes)
	out := solved{
		Game:     entry.Game.Name(),
		Position: pos.String(),
		Proven:   verdict.Proven,
		Winners:  []int{},
		Moves:    []game.Move{},
		Nodes:    verdict.Nodes,
		Seconds:  verdict.Time.Seconds(),
	}
	if verdict.Proven {
		out.Winners, out.Plies = verdict.Winners.Numbers(), verdict.Plies
		out.Moves = append(out.Moves, verdict.Moves...)
		if verdict.Grundy >= 0 {
			out.Grundy = &verdict.Grundy
		}
	}
	return &solveOutput{out}, nil
}

// solverMiB is the memory of a solver; each request has its own.
const solverMiB = 64
