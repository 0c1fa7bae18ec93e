package nimber

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"thera/engine"
	"thera/game"
	"thera/solve"
)

// run is one call of Solve.
type run[P, M any] struct {
	*solve.Run
	solver *solver[P, M]
	shared *shared
}

// begin reads the checkpoint and starts the meter.
func (s *solver[P, M]) begin(ctx context.Context, p engine.Problem) (*run[P, M], error) {
	shared := &shared{table: s.table}
	r, err := solve.Begin(ctx, p, solve.Work{
		Title: "thera nimbers 2", Size: recordSize,
		Put: s.table.putRecord, Records: s.table.records, Fill: s.table.fill, Done: shared.progress.Fraction,
	})
	if err != nil {
		s.table, s.caches = nil, nil // what was read can't be trusted
		return nil, err
	}
	shared.meter = r.Meter
	return &run[P, M]{r, s, shared}, nil
}

// worker returns a new worker with the cache of the previous worker of its number.
func (r *run[P, M]) worker(i int) *worker[P, M] {
	for i >= len(r.solver.caches) {
		r.solver.caches = append(r.solver.caches, new(cache))
	}
	return &worker[P, M]{game: r.solver.parts, shared: r.shared, count: r.Meter.Counter(), cache: r.solver.caches[i]}
}

// verdict determines the winner, then winning moves, then the nimber.
func (r *run[P, M]) verdict(p engine.Problem, whole P) (v engine.Verdict, err error) {
	v = engine.Verdict{Grundy: -1}
	lost, ok, err := question(r, func(w *worker[P, M]) bool { return w.sumIs(whole, 0) })
	if !ok {
		return v, err
	}
	turn := p.Position.Turn()
	if lost {
		v.Proven, v.Winners, v.Grundy = true, game.Only(1-turn), 0
		return v, nil
	}
	moves, ok, err := r.winning(p.Position, p.All)
	if !ok {
		return v, err
	}
	v.Proven, v.Winners, v.Moves, v.All = true, game.Only(turn), moves, p.All
	if r.solver.opt.OutcomeOnly {
		return v, nil
	}
	n, ok, err := question(r, func(w *worker[P, M]) int { return w.sum(whole) })
	if ok {
		v.Grundy = n
	}
	return v, err
}

// winning returns the first winning move of a won position, or all of them. Easy moves
// are tried first; most likely a winning one is in the table already.
func (r *run[P, M]) winning(pos game.Position, all bool) (moves []game.Move, ok bool, err error) {
	type candidate struct {
		number int
		rest   P
		order  int
	}
	legal := pos.Moves()
	var candidates []candidate
	w := r.worker(0)
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

// question lets the workers answer a question. ok is false if the work was stopped or the
// checkpoint can't be written. From time to time the workers pause for the checkpoint or
// for the table to grow: they abandon their lines and continue from the table.
func question[P, M, A any](r *run[P, M], put func(*worker[P, M]) A) (answer A, ok bool, err error) {
	for {
		r.Search(func() { answer, ok = ask(r, put) })
		if ok {
			return answer, true, nil
		}
		ended := r.Meter.Expired()
		if ended || r.Due() {
			err = r.Save()
		}
		if r.solver.table.isCrowded() {
			r.solver.table.grow()
		}
		if ended || err != nil {
			return answer, false, err
		}
	}
}

// ask lets the workers answer the same question. The first answer counts. ok is
// false if the search was stopped before.
func ask[P, M, A any](r *run[P, M], put func(*worker[P, M]) A) (answer A, ok bool) {
	var workers sync.WaitGroup
	var first sync.Once
	for i := range max(r.solver.opt.Threads, 1) {
		w := r.worker(i)
		w.reportsProgress = i == 0
		workers.Go(func() {
			a := put(w)
			w.count.Flush()
			if !w.stopped {
				first.Do(func() { answer, ok = a, true })
				r.Meter.Stop()
			}
		})
	}
	workers.Wait()
	return answer, ok
}
