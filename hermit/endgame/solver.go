package endgame

import (
	"context"
	"errors"
	"time"

	"thera/engine"
	"thera/game"
	"thera/hermit"
	"thera/solve/nimber"
)

// NewSolver returns a solver of Hermit. If a position is too large for nimbers, the
// solver knows at most one winning move, and the nimber only if it is 0; the error for
// positions that the mirror theorem does not decide wraps [engine.ErrUnsupported], as does
// that for positions that the seat to move wins if all winning moves are asked for.
func NewSolver(opt nimber.Options) engine.Solver {
	split := func(pos game.Position) (nimber.Parts[Part, Placing], error) { return NewField(pos) }
	return solver{nimber.New(split, opt)}
}

// solver solves by nimbers, and positions that are too large for that by the mirror
// theorem: a seat that makes the position equal to its own image under a half turn
// wins, if no move excludes its image.
type solver struct{ nimbers engine.Solver }

// Forget implements [engine.Forgetter].
func (s solver) Forget() bool { return engine.Forget(s.nimbers) }

// Solve implements [engine.Solver].
func (s solver) Solve(ctx context.Context, p engine.Problem) (engine.Verdict, error) {
	began := time.Now()
	v, err := s.nimbers.Solve(ctx, p)
	if !errors.Is(err, engine.ErrUnsupported) {
		return v, err
	}
	turn := p.Position.Turn()
	if isMirrored(p.Position) {
		return engine.Verdict{Proven: true, Winners: game.Only(1 - turn), All: p.All, Nodes: 1, Time: time.Since(began)}, nil
	}
	if p.All {
		return v, err
	}
	for i, m := range p.Position.Moves() {
		next, playErr := p.Position.Play(m)
		if playErr != nil {
			return engine.Verdict{}, playErr
		}
		if isMirrored(next) {
			return engine.Verdict{
				Proven: true, Winners: game.Only(turn), Grundy: -1, Moves: []game.Move{m},
				Nodes: uint64(i) + 2, Time: time.Since(began),
			}, nil
		}
	}
	return v, err
}

// isMirrored is [Mirrored] for a position of any game.
func isMirrored(pos game.Position) bool {
	p, ok := game.KernelOf[hermit.Position](pos)
	return ok && Mirrored(&p)
}
