package proof

import (
	"context"
	"errors"
	"time"

	"thera/engine"
	"thera/game"
	"thera/hermit"
	"thera/hermit/endgame"
	"thera/solve/nimber"
)

// New returns a solver of Hermit. If a position is too large for nimbers, the solver
// knows at most one winning move, and the nimber only if it is 0; the error for
// positions that the mirror theorem does not decide wraps [endgame.ErrTooLarge].
func New(opt nimber.Options) engine.Solver {
	split := func(pos game.Position) (nimber.Parts[endgame.Part, endgame.Placing], error) {
		return endgame.NewField(pos)
	}
	return mirror{nimber.New(split, opt)}
}

// mirror solves by nimbers, and positions that are too large for that by the mirror
// theorem: a seat that makes the position equal to its own image under a half turn
// wins, if no move excludes its image.
type mirror struct{ nimbers engine.Solver }

// Forget implements [engine.Forgetter].
func (s mirror) Forget() bool { return engine.Forget(s.nimbers) }

// Solve implements [engine.Solver].
func (s mirror) Solve(ctx context.Context, p engine.Problem) (engine.Verdict, error) {
	began := time.Now()
	v, err := s.nimbers.Solve(ctx, p)
	if !errors.Is(err, endgame.ErrTooLarge) || p.All {
		return v, err
	}
	turn := p.Position.Turn()
	if mirrored(p.Position) {
		return engine.Verdict{Proven: true, Winners: game.Only(1 - turn), Nodes: 1, Time: time.Since(began)}, nil
	}
	for i, m := range p.Position.Moves() {
		next, playErr := p.Position.Play(m)
		if playErr != nil {
			return engine.Verdict{}, playErr
		}
		if mirrored(next) {
			return engine.Verdict{
				Proven: true, Winners: game.Only(turn), Grundy: -1, Moves: []game.Move{m},
				Nodes: uint64(i) + 2, Time: time.Since(began),
			}, nil
		}
	}
	return v, err
}

// mirrored reports whether each move in the position can be answered with its image.
func mirrored(pos game.Position) bool {
	p, ok := game.KernelOf[hermit.Position](pos)
	return ok && endgame.Mirrored(&p)
}
