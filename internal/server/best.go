package server

import (
	"context"

	"thera/engine"
	"thera/game"
)

type bestInput struct {
	Body struct {
		Start
		Bounds
		Depth int    `json:"depth,omitempty" minimum:"1" maximum:"200" doc:"Stop when this number of plies is searched"`
		Level int    `json:"level,omitempty" minimum:"1" maximum:"8" doc:"Play no better than this level; without it, as well as possible"`
		Lines int    `json:"lines,omitempty" minimum:"1" maximum:"20" doc:"Tell the best lines of this number of moves; 1 if not given"`
		Seed  uint64 `json:"seed,omitempty" doc:"Vary play among moves about equal by this number"`
	}
}

type bestOutput struct{ Body best }

// best is the outcome of a search.
type best struct {
	Game     string      `json:"game"`
	Position string      `json:"position"`
	Move     game.Move   `json:"move" example:"d1-d7(g7)"`
	Score    score       `json:"score" doc:"What the position is worth to the seat to move"`
	Depth    int         `json:"depth" doc:"Plies searched in full"`
	Nodes    uint64      `json:"nodes" doc:"Positions searched"`
	Seconds  float64     `json:"seconds"`
	Line     []game.Move `json:"line" doc:"The play expected from here"`
	Others   []other     `json:"others,omitempty" doc:"The next best moves, if more lines than one were asked for"`
}

// other is a move that is not the best.
type other struct {
	Rank  int         `json:"rank" doc:"2 for the next best move"`
	Move  game.Move   `json:"move" example:"d1-d7(g7)"`
	Score score       `json:"score"`
	Depth int         `json:"depth"`
	Line  []game.Move `json:"line"`
}

// score is a score for the seat to move.
type score struct {
	WinProbability float64 `json:"win_probability" minimum:"0" maximum:"1"`
	Proven         bool    `json:"proven"`
	Plies          int     `json:"plies,omitempty" doc:"Distance to the end, when proven"`
}

func newScore(s engine.Score) score {
	plies, proven := s.Proven()
	return score{s.WinProbability(), proven, max(plies, -plies)}
}

func (s *Server) findBest(ctx context.Context, in *bestInput) (*bestOutput, error) {
	entry, pos, err := s.findUnfinished(in.Body.Start)
	if err != nil {
		return nil, err
	}
	var info engine.Info
	var lines engine.Lines
	err = s.busy(ctx, func() error {
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
	var others []other
	for _, i := range lines.With(info, in.Body.Lines)[1:] {
		others = append(others, other{i.Rank + 1, i.Best(), newScore(i.Score), i.Depth, i.Line})
	}
	return &bestOutput{best{
		Game:     entry.Game.Name(),
		Position: pos.String(),
		Move:     info.Best(),
		Score:    newScore(info.Score),
		Depth:    info.Depth,
		Nodes:    info.Nodes,
		Seconds:  info.Time.Seconds(),
		Line:     info.Line,
		Others:   others,
	}}, nil
}
