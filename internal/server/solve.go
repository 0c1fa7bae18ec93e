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
		verdict, err = newSolver(entry).Solve(ctx, engine.Problem{
			Position: pos,
			Limits:   in.Body.limits(0),
		})
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
		out.Winners, out.Plies = seatNumbers(verdict.Winners), verdict.Plies
		out.Moves = append(out.Moves, verdict.Moves...)
		if verdict.Grundy >= 0 {
			out.Grundy = &verdict.Grundy
		}
	}
	return &solveOutput{out}, nil
}

// newSolver returns what proves results of a game.
func newSolver(entry catalog.Entry) engine.Solver {
	return searcher{entry.NewEngine(engine.Config{})}
}

// searcher proves what an engine can search to the end.
type searcher struct{ engine.Engine }

// Solve implements [engine.Solver].
func (s searcher) Solve(ctx context.Context, p engine.Problem) (engine.Verdict, error) {
	info, err := s.Search(ctx, engine.Request{Position: p.Position, Limits: p.Limits})
	verdict := engine.Verdict{Grundy: -1, Nodes: info.Nodes, Time: info.Time}
	plies, proven := info.Score.Proven()
	if err != nil || !proven {
		return verdict, err
	}
	if verdict.Winners, err = winners(p.Position, info); err != nil || verdict.Winners == 0 {
		return verdict, err
	}
	verdict.Proven, verdict.Plies = true, max(plies, -plies)
	if plies > 0 {
		verdict.Moves = info.Line[:1]
	}
	return verdict, nil
}

// winners returns who wins by a proven score, nobody if that is not certain.
// They stand at the end of the line, or follow from the score if the line,
// which may end before the game does, shows that only two seats take turns.
func winners(pos game.Position, info engine.Info) (game.Seats, error) {
	mover := game.Only(pos.Turn())
	seats := mover
	for _, m := range info.Line {
		next, err := pos.Play(m)
		if err != nil {
			return 0, err
		}
		pos = next
		seats |= game.Only(pos.Turn())
	}
	two := seats.Len() == 2 && len(info.Line) > 1
	switch {
	case info.Score.Lost() && !two:
		// An engine takes it that several opponents play as one: what it finds
		// lost to them need not be lost to each for itself.
		return 0, nil
	case pos.Winners() != 0:
		return pos.Winners(), nil
	case !two:
		return 0, nil
	case info.Score.Won():
		return mover, nil
	}
	return seats &^ mover, nil
}
