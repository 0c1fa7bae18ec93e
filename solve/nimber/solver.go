package nimber

import (
	"cmp"
	"context"

	"thera/engine"
	"thera/game"
)

// Options configures a solver. A zero field means its default.
type Options struct {
	// MemoryMiB is the largest size of the table, rounded down to a power of
	// two; default 256. A part takes 16 bytes.
	MemoryMiB int
	// Threads is the number of goroutines that search; default 1. With one, the
	// same problem always takes the same nodes.
	Threads int
	// OutcomeOnly skips the nimber of won positions: only the winner and
	// winning moves are determined.
	OutcomeOnly bool
}

// New returns a solver of an impartial game. split makes the Parts for a position and
// everything that can follow it. They are kept for later positions if they can express
// them, so that the table helps there too. A solver serves one goroutine at a time.
func New[P, M any](split func(game.Position) (Parts[P, M], error), opt Options) engine.Solver {
	opt.MemoryMiB = cmp.Or(opt.MemoryMiB, 256)
	return &solver[P, M]{split: split, opt: opt}
}

type solver[P, M any] struct {
	split  func(game.Position) (Parts[P, M], error)
	opt    Options
	parts  Parts[P, M] // nil before the first Solve
	table  *table      // nil before the first Solve
	caches []*cache    // of each worker, with keys of parts
}

// Solve implements [engine.Solver]. The nimber comes last: it is missing if the
// work was stopped after the winner was known. That of a finished game is 0,
// since there is no move.
func (s *solver[P, M]) Solve(ctx context.Context, p engine.Problem) (engine.Verdict, error) {
	if winners := p.Position.Winners(); winners != 0 {
		return engine.Verdict{Proven: true, Winners: winners}, nil
	}
	whole, err := s.load(p.Position)
	if err != nil {
		return engine.Verdict{}, err
	}
	r, err := s.begin(ctx, p)
	if err != nil {
		return engine.Verdict{}, err
	}
	v, err := r.verdict(p, whole)
	v.Nodes, v.Time = r.Spent()
	return v, err
}

// load makes s.parts able to express a position, and returns what is left of
// the game in it.
func (s *solver[P, M]) load(pos game.Position) (whole P, err error) {
	if s.table == nil {
		s.table = newTable(s.opt.MemoryMiB)
	}
	if s.parts != nil {
		if whole, err := s.parts.Whole(pos); err == nil {
			return whole, nil
		}
		s.table.clear()
		s.caches = nil
	}
	if s.parts, err = s.split(pos); err != nil {
		s.parts = nil
		return whole, err
	}
	return s.parts.Whole(pos)
}
