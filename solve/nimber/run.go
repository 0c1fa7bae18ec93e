package nimber

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"thera/engine"
	"thera/game"
	"thera/internal/checkpoint"
	"thera/internal/meter"
)

// run is one call of Solve.
type run[P, M any] struct {
	solver *solver[P, M]
	shared *shared
	meter  *meter.Meter
	file   *checkpoint.File
}

// begin reads the checkpoint and starts the meter.
func (s *solver[P, M]) begin(ctx context.Context, p engine.Problem) (*run[P, M], error) {
	r := &run[P, M]{solver: s, file: newFile(p.Checkpoint, p.Position.String())}
	if err := r.file.Load(s.table.putRecord); err != nil {
		s.table = nil // it has what can't be trusted
		return nil, err
	}
	r.meter = meter.Start(ctx, meter.Limits{Nodes: p.Limits.Nodes, Time: p.Limits.Time})
	r.shared = &shared{table: s.table, meter: r.meter}
	if p.Report != nil {
		r.meter.Report(func() {
			spent := r.spent()
			p.Report(engine.Progress{Nodes: spent.Nodes, Time: spent.Time, Fill: s.table.fill(), Done: r.shared.done.Share()})
		})
	}
	return r, nil
}

// save writes the checkpoint. Nobody searches meanwhile.
func (r *run[P, M]) save() error { return r.file.Save(r.spent(), r.solver.table.records()) }

// spent returns the work done so far, in the runs before too.
func (r *run[P, M]) spent() checkpoint.Spent {
	past := r.file.Past()
	return checkpoint.Spent{Nodes: past.Nodes + r.meter.Nodes(), Time: past.Time + r.meter.Time()}
}

// worker returns a new worker.
func (r *run[P, M]) worker() *worker[P, M] {
	return &worker[P, M]{game: r.solver.parts, shared: r.shared, count: r.meter.Counter()}
}

// verdict works out the winner, then winning moves, then the nimber.
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
	v.Proven, v.Winners, v.Moves = true, game.Only(turn), moves
	if r.solver.opt.OutcomeOnly {
		return v, nil
	}
	n, ok, err := question(r, func(w *worker[P, M]) int { return w.sum(whole) })
	if ok {
		v.Grundy = n
	}
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
	w := r.worker()
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
func question[P, M, A any](r *run[P, M], put func(*worker[P, M]) A) (answer A, ok bool, err error) {
	for {
		r.meter.Resume()
		pause := time.AfterFunc(r.file.UntilSave(), r.meter.Stop)
		answer, ok = ask(r, put)
		pause.Stop()
		if ok {
			return answer, true, nil
		}
		ended := r.meter.Expired()
		if ended || r.file.UntilSave() <= 0 {
			err = r.save()
		}
		if r.solver.table.crowded() {
			r.solver.table.grow()
		}
		if ended || err != nil {
			return answer, false, err
		}
	}
}

// ask has the workers answer the same question. The first answer counts. It is
// not ok if the search was stopped before.
func ask[P, M, A any](r *run[P, M], put func(*worker[P, M]) A) (answer A, ok bool) {
	var workers sync.WaitGroup
	var first sync.Once
	for i := range max(r.solver.opt.Threads, 1) {
		workers.Go(func() {
			w := r.worker()
			w.leads = i == 0
			a := put(w)
			w.count.Tell()
			if !w.stopped {
				first.Do(func() { answer, ok = a, true })
				r.meter.Stop()
			}
		})
	}
	workers.Wait()
	return answer, ok
}
