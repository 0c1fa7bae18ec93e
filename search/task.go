package search

import (
	"context"
	"fmt"

	"thera/engine"
	"thera/game"
)

// MaxDepth is the deepest search in plies. More than a hundred plies are only
// reached where there is hardly a choice.
const MaxDepth = 128

// Task is an [engine.Request] as a search works on it: the position in packed form, the
// limits as a meter, the clock as a budget for this turn, and the noise that the seed asks
// for. It doesn't change during the search, except for what the meter counts.
type Task[P any, M game.Code] struct {
	Root   P          // the position asked about
	Moves  []M        // legal at the root, at least one
	Seat   game.Seat  // to move at the root
	Seats  game.Seats // in play at the root
	Nodes  uint64     // the limit on nodes, 0 for none
	Depth  int        // the limit on depth, in plies: 1 to MaxDepth
	Lines  int        // how many lines are wanted, 1 to len(Moves)
	Budget Budget     // the part of the seat's clock for this turn
	Noise  Noise
	Meter  *engine.Meter // keeps the limits on nodes and time, and the hard part of Budget
	report func(engine.Info)
}

// NewTask unpacks a request and starts the meter. noise is how much evaluations
// vary if the request has a seed, in centilogits ([Options]). The error says that the
// position belongs to another game or that the game is over.
func NewTask[P any, M game.Code, K game.Kernel[P, M]](ctx context.Context, req engine.Request, noise int) (*Task[P, M], error) {
	root, ok := game.KernelOf[P](req.Position)
	if !ok {
		return nil, fmt.Errorf("position %q: not of this engine's game", req.Position)
	}
	moves := K(&root).AppendMoves(nil)
	if len(moves) == 0 {
		return nil, fmt.Errorf("position %q: %w", req.Position, engine.ErrOver)
	}
	seat := K(&root).Turn()
	budget := newBudget(req.Limits.Clocks[seat])
	limits := req.Limits.Within(engine.Limits{Time: budget.Hard, Depth: MaxDepth})
	return &Task[P, M]{
		Root:   root,
		Moves:  moves,
		Seat:   seat,
		Seats:  K(&root).Seats(),
		Nodes:  limits.Nodes,
		Depth:  limits.Depth,
		Lines:  max(1, min(req.Lines, len(moves))),
		Budget: budget,
		Noise:  Noise{req.Seed, noise},
		Meter:  engine.StartMeter(ctx, limits, req.Ponder),
		report: req.Report,
	}, nil
}

// WantsReports reports whether the request asks for reports.
func (t *Task[P, M]) WantsReports() bool { return t.report != nil }

// Report passes lines on, if the request asks for reports.
func (t *Task[P, M]) Report(lines []engine.Info) {
	if t.report == nil {
		return
	}
	for _, line := range lines {
		t.report(line)
	}
}

// Noise varies evaluations a little, always in the same way for one position and one
// seed: a search must find the same value for a position whichever way it gets there.
type Noise struct {
	Seed  uint64 // 0 is no noise
	Width int    // the largest change of an evaluation, in centilogits
}

// Of returns what to add to the evaluation of the position with the hash: a
// number from −Width to Width, uniformly distributed.
func (n Noise) Of(hash uint64) int {
	if n.Seed == 0 {
		return 0
	}
	return int(game.Mix(n.Seed^hash)%uint64(2*n.Width+1)) - n.Width
}
