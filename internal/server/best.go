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
	var lines []engine.Info // as last reported, by rank
	err = s.busy(ctx, func() error {
		e := entry.NewEngine(engine.Config{Level: in.Body.Level})
		info, err = e.Search(ctx, engine.Request{
			Position: pos,
			Limits:   in.Body.limits(in.Body.Depth),
			Seed:     in.Body.Seed,
			Lines:    in.Body.Lines,
			Report:   func(i engine.Info) { lines = append(lines[:min(i.Rank, len(lines))], i) },
		})
		return err
	})
	if err != nil {
		return nil, err
	}
	s.metrics.searched("best", entry.Game.Name(), info.Nodes)
	return &bestOutput{best{
		Game:     entry.Game.Name(),
		Position: pos.String(),
		Move:     info.Best(),
		Score:    newScore(info.Score),
		Depth:    info.Depth,
		Nodes:    info.Nodes,
		Seconds:  info.Time.Seconds(),
		Line:     info.Line,
		Others:   others(info, lines, in.Body.Lines),
	}}, nil
}

// others returns the lines but the best, as many as were asked for with it.
// The best one may have changed after they were reported.
func others(best engine.Info, lines []engine.Info, asked int) []other {
	var found []other
	for _, i := range lines {
		if rank := len(found) + 2; i.Best() != best.Best() && rank <= asked {
			found = append(found, other{rank, i.Best(), newScore(i.Score), i.Depth, i.Line})
		}
	}
	return found
}
