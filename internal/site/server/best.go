package server

import (
	"context"

	"thera/engine"
	"thera/internal/catalog/answer"
)

type bestInput struct {
	Body struct {
		answer.Start
		Bounds
		Depth int    `json:"depth,omitempty" minimum:"1" maximum:"200" doc:"Stop at this depth in plies"`
		Level int    `json:"level,omitempty" minimum:"1" maximum:"8" doc:"Play at this level; at full strength if missing"`
		Lines int    `json:"lines,omitempty" minimum:"1" maximum:"20" doc:"Report the best lines of this number of moves; 1 if missing"`
		Seed  uint64 `json:"seed,omitempty" doc:"Vary the choice among about equal moves by this number"`
	}
}

type bestOutput struct{ Body answer.Search }

func (s *Server) findBest(ctx context.Context, in *bestInput) (*bestOutput, error) {
	entry, pos, err := s.find(in.Body.Start)
	if err != nil {
		return nil, err
	}
	if pos.Winners() != 0 {
		return &bestOutput{answer.NewSearch(entry, pos, nil)}, nil
	}
	var info engine.Info
	var lines engine.Lines
	err = s.withProcessor(ctx, func() error {
		e := entry.NewEngine(engine.Config{Level: in.Body.Level})
		info, err = e.Search(ctx, engine.Request{
			Position: pos,
			Limits:   in.Body.limits(in.Body.Depth),
			Seed:     in.Body.Seed,
			Lines:    in.Body.Lines,
			Report:   lines.Report,
		})
		return err
	})
	if err != nil {
		return nil, err
	}
	s.metrics.searched("best", entry.Game.Name(), info.Nodes)
	return &bestOutput{answer.NewSearch(entry, pos, lines.With(info, in.Body.Lines))}, nil
}
