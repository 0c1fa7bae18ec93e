package server

import (
	"context"

	"thera/engine"
	"thera/internal/catalog"
	"thera/internal/catalog/answer"
)

type solveInput struct {
	Body struct {
		answer.Start
		Bounds
		All bool `json:"all,omitempty" doc:"Find all winning moves instead of one"`
	}
}

type solveOutput struct{ Body answer.Proof }

// solverMiB is the memory of a solver; each request has its own.
const solverMiB = 64

func (s *Server) solve(ctx context.Context, in *solveInput) (*solveOutput, error) {
	entry, pos, err := s.find(in.Body.Start)
	if err != nil {
		return nil, err
	}
	var verdict engine.Verdict
	err = s.withProcessor(ctx, func() error {
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
	return &solveOutput{answer.NewProof(entry, pos, verdict)}, nil
}
