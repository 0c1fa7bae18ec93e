package solve

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"thera/engine"
	"thera/game"
	"thera/internal/checkpoint"
)

// Options configures a solver. The zero value of each field means its default.
type Options struct {
	MemoryMiB int // the most that the table takes, rounded down to a power of two; default 256
	Threads   int // goroutines to search with; default 1
	// OutcomeOnly is to find out who wins and by which moves, but the nimber
	// only where it is 0.
	OutcomeOnly bool
}

// NewImpartial returns a solver of an impartial game. split makes the game on
// parts for a position and all that can follow it. Positions asked about later
// are solved in the same terms if possible, and then what is in the table
// counts for them too. One solver serves one goroutine at a time.
func NewImpartial[P, M any](split func(game.Position) (Parts[P, M], error), opt Options) engine.Solver {
	if opt.MemoryMiB == 0 {
		opt.MemoryMiB = 256
	}
	return &impartial[P, M]{split: split, opt: opt}
}

// impartial solves sums.
type impartial[P, M any] struct {
	split func(game.Position) (Parts[P, M], error)
	opt   Options
	parts Parts[P, M]
	table *table
}

// Solve implements [engine.Solver]. The nimber comes last: it is not there if
// the work was stopped after the winner was known.
func (s *impartial[P, M]) Solve(ctx context.Context, p engine.Problem) (engine.Verdict, error) {
	if p.Position.Winners() != 0 {
		return engine.Verdict{}, fmt.Errorf("position %q: %w", p.Position, engine.ErrOver)
	}
	whole, err := s.load(p.Position)
	if err != nil {
		return engine.Verdict{}, err
	}
	r := &run[P, M]{
		solver: s,
		ctx:    ctx,
		start:  time.Now(),
		limit:  p.Limits.Time,
		shared: shared{table: s.table, maxNodes: p.Limits.Nodes},
		file:   nimFile(p.Checkpoint, p.Position.String()),
	}
	r.shared.late = r.late
	if err := r.resume(); err != nil {
		return engine.Verdict{}, err
	}
	stopReports := report(p.Report, r.now)
	v, err := r.verdict(p, whole)
	stopReports()
	return v, err
}

// load sees to it that s.parts can express a position, and returns what is
// left of the game in it.
func (s *impartial[P, M]) load(pos game.Position) (whole P, err error) {
	if s.table == nil {
		s.table = newTable(s.opt.MemoryMiB)
	}
	if s.parts != nil {
		if whole, err := s.parts.Whole(pos); err == nil {
			return whole, nil
		}
		s.table.clear()
	}
	if s.parts, err = s.split(pos); err != nil {
		s.parts = nil
		return whole, err
	}
	return s.parts.Whole(pos)
}

// run is one call of Solve.
type run[P, M any] struct {
	solver *impartial[P, M]
	ctx    context.Context
	start  time.Time
	limit  time.Duration // 0 for no limit
	shared shared
	file   *checkpoint.File
}

// late reports whether the work is to end.
func (r *run[P, M]) late() bool {
	return r.ctx.Err() != nil || r.limit > 0 && time.Since(r.start) >= r.limit
}

// verdict works out the winner, then winning moves, then the nimber.
func (r *run[P, M]) verdict(p engine.Problem, whole P) (engine.Verdict, error) {
	v := engine.Verdict{Grundy: -1}
	err := func() error {
		lost, ok, err := question(r, func(w *worker[P, M]) bool { return w.sumIs(whole, 0) })
		if !ok {
			return err
		}
		turn := p.Position.Turn()
		if lost {
			v.Proven, v.Winners, v.Grundy = true, game.Only(1-turn), 0
			return nil
		}
		moves, ok, err := r.winning(p.Position, p.All)
		if !ok {
			return err
		}
		v.Proven, v.Winners, v.Moves = true, game.Only(turn), moves
		if r.solver.opt.OutcomeOnly {
			return nil
		}
		n, ok, err := question(r, func(w *worker[P, M]) int { return w.sum(whole) })
		if ok {
			v.Grundy = n
		}
		return err
	}()
	v.Nodes, v.Time = r.shared.nodes.Load(), r.time()
	return v, err
}

// winning returns the first winning move of a position that is won, or all of
// them. Easy moves are looked at first; in all likelihood one that wins is in
// the table already.
func (r *run[P, M]) winning(pos game.Position, all bool) (moves []game.Move, ok bool, err error) {
	type candidate struct {
		number int
		rest   P
		order  int
	}
	legal := pos.Moves()
	var candidates []candidate
	w := worker[P, M]{game: r.solver.parts, shared: &r.shared}
	for i, m := range legal {
		next, err := pos.Play(m)
		if err != nil {
			return nil, false, err
		}
		rest, err := r.solver.parts.Whole(next)
		if err != nil {
			return nil, false, err
		}
		o := w.option(rest)
		if o.first == o.last {
			o.order = -1
		}
		w.drop(0)
		candidates = append(candidates, candidate{i, rest, o.order})
	}
	slices.SortStableFunc(candidates, func(a, b candidate) int { return cmp.Compare(a.order, b.order) })
	var winning []int
	for _, c := range candidates {
		wins, ok, err := question(r, func(w *worker[P, M]) bool { return w.sumIs(c.rest, 0) })
		if !ok {
			return nil, false, err
		}
		if wins {
			winning = append(winning, c.number)
			if !all {
				break
			}
		}
	}
	slices.Sort(winning)
	for _, i := range winning {
		moves = append(moves, legal[i])
	}
	return moves, true, nil
}

// question has the workers answer a question. It is not ok if the work is
// stopped or the checkpoint can't be written. From time to time the workers
// pause for the checkpoint, or for the table to grow: they give up what they
// are at and go on from what is in the table.
func question[P, M, A any](r *run[P, M], ask1 func(*worker[P, M]) A) (answer A, ok bool, err error) {
	for {
		r.shared.stop.Store(false)
		pause := time.AfterFunc(r.file.UntilSave(), func() { r.shared.stop.Store(true) })
		answer, ok = ask(&r.shared, r.solver.parts, max(r.solver.opt.Threads, 1), ask1)
		pause.Stop()
		ended := !ok && (r.late() || r.shared.exhausted())
		if !ok && (ended || r.file.UntilSave() <= 0) {
			err = r.save()
		}
		if !ok && r.shared.table.crowded() {
			r.shared.table.grow()
		}
		if ok || ended || err != nil {
			return answer, ok, err
		}
	}
}

func (r *run[P, M]) now() engine.Progress {
	return engine.Progress{
		Nodes: r.shared.nodes.Load(), Time: r.time(), Fill: r.shared.table.fill(), Done: r.shared.progress.share(),
	}
}

// time returns the time spent, in earlier runs too.
func (r *run[P, M]) time() time.Duration { return r.file.Past().Time + time.Since(r.start) }
