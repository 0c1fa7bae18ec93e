package pns

import (
	"context"
	"sync"
	"time"

	"thera/engine"
	"thera/game"
	"thera/internal/checkpoint"
	"thera/internal/meter"
)

// run is one Solve. It keeps what is in the table in a checkpoint. Its workers
// share everything but their frames, see [shared].
type run[P any, M game.Code, K game.Kernel[P, M]] struct {
	solver *solver[P, M, K]
	shared *shared
	meter  *meter.Meter
	file   *checkpoint.File
	err    error // of the last save
}

// begin reads the checkpoint and starts the meter.
func (s *solver[P, M, K]) begin(ctx context.Context, p engine.Problem) (*run[P, M, K], error) {
	r := &run[P, M, K]{solver: s, shared: s.shared}
	r.file = checkpoint.New(p.Checkpoint, "thera proofs 2 "+p.Position.String(), recordSize)
	if err := r.file.Load(r.shared.table.putRecord); err != nil {
		r.shared.table.clear() // it has what can't be trusted
		return nil, err
	}
	r.meter = meter.Start(ctx, meter.Limits{Nodes: p.Limits.Nodes, Time: p.Limits.Time})
	r.shared.meter = r.meter
	for i := range r.shared.refuted {
		r.shared.refuted[i].Reset()
	}
	for _, w := range s.workers {
		w.count = r.meter.Counter()
	}
	if p.Report != nil {
		r.meter.Report(func() {
			spent := r.spent()
			p.Report(engine.Progress{Nodes: spent.Nodes, Time: spent.Time, Fill: r.shared.table.fill(), Done: r.shared.share()})
		})
	}
	return r, nil
}

// save writes the checkpoint. Nobody searches meanwhile.
func (r *run[P, M, K]) save() { r.err = r.file.Save(r.spent(), r.shared.table.records()) }

// spent returns the work done so far, in the runs before too.
func (r *run[P, M, K]) spent() checkpoint.Spent {
	past := r.file.Past()
	return checkpoint.Spent{Nodes: past.Nodes + r.meter.Nodes(), Time: past.Time + r.meter.Time()}
}

// prove has all workers search until root is proven or the run has to end.
// When it is time for the checkpoint they give up what they are at, and go on
// from what is in the table.
func (r *run[P, M, K]) prove(root *P) numbers {
	for {
		r.meter.Resume()
		pause := time.AfterFunc(r.file.UntilSave(), r.meter.Stop)
		n := r.ask(root)
		pause.Stop()
		if n.proven() || r.meter.Expired() || r.err != nil {
			return n
		}
		r.save()
	}
}

// ask has all workers search the same position. The first proof stops them. The
// first worker runs on the goroutine of Solve, so that with one thread there is
// no other.
func (r *run[P, M, K]) ask(root *P) numbers {
	answer := unknown
	var first sync.Once
	var workers sync.WaitGroup
	search := func(w *worker[P, M, K]) {
		if n := w.prove(root); n.proven() {
			first.Do(func() { answer = n })
			r.meter.Stop()
		}
	}
	for _, w := range r.solver.workers[1:] {
		workers.Go(func() { search(w) })
	}
	search(r.solver.workers[0])
	workers.Wait()
	return answer
}
