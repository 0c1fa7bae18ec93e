package pns

import (
	"context"
	"sync"

	"thera/engine"
	"thera/game"
	"thera/solve"
)

// run is one Solve. Its workers share everything except their frames; see [shared].
type run[P any, M game.Code, K game.Kernel[P, M]] struct {
	*solve.Run
	solver *solver[P, M, K]
	err    error // of the last save
}

// begin reads the checkpoint and starts the meter.
func (s *solver[P, M, K]) begin(ctx context.Context, p engine.Problem) (*run[P, M, K], error) {
	t := s.shared.table
	r, err := solve.Begin(ctx, p, solve.Work{
		Title: "thera proofs 2", Size: recordSize, Put: t.putRecord, Records: t.records, Fill: t.fill, Done: s.shared.fractionDone,
	})
	if err != nil {
		t.clear() // what was read can't be trusted
		return nil, err
	}
	s.shared.meter = r.Meter
	for i := range s.shared.progress {
		s.shared.progress[i].Reset()
	}
	for _, w := range s.workers {
		w.count = r.Meter.Counter()
	}
	return &run[P, M, K]{Run: r, solver: s}, nil
}

// prove lets all workers search until root is proven or the run has to end. When it is
// time for a checkpoint they abandon their lines, and continue from the table afterwards.
func (r *run[P, M, K]) prove(root *P) numbers {
	for {
		n := unknown
		r.Search(func() { n = r.ask(root) })
		if n.proven() || r.Meter.Expired() || r.err != nil {
			return n
		}
		r.err = r.Save()
	}
}

// ask lets all workers search the same position. The first proof stops them. The first
// worker runs on the goroutine of Solve, so one thread needs no other.
func (r *run[P, M, K]) ask(root *P) numbers {
	answer := unknown
	var first sync.Once
	var workers sync.WaitGroup
	search := func(w *worker[P, M, K]) {
		if n := w.prove(root); n.proven() {
			first.Do(func() { answer = n })
			r.Meter.Stop()
		}
	}
	for _, w := range r.solver.workers[1:] {
		workers.Go(func() { search(w) })
	}
	search(r.solver.workers[0])
	workers.Wait()
	return answer
}
