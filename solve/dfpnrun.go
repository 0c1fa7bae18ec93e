package solve

import (
	"context"
	"sync"
	"time"

	"thera/engine"
	"thera/game"
	"thera/internal/checkpoint"
)

// proofRun is one Solve. It keeps what is in the table in a checkpoint.
type proofRun[P any, M game.Code, K game.Kernel[P, M]] struct {
	*proofSolver[P, M, K]
	file *checkpoint.File
	err  error // of the last save
}

// begin reads the checkpoint and starts the clock.
func (r *proofRun[P, M, K]) begin(ctx context.Context, p engine.Problem) error {
	r.file = checkpoint.New(p.Checkpoint, "thera proofs 2 "+p.Position.String(), proofRecord)
	if err := r.file.Load(r.table.putRecord); err != nil {
		r.table.clear() // it has what can't be trusted
		return err
	}
	r.clock(ctx, p.Limits)
	r.progress = proofProgress{}
	return nil
}

// save writes the checkpoint. Nobody searches meanwhile.
func (r *proofRun[P, M, K]) save() {
	r.err = r.file.Save(r.spent(), r.table.records())
}

// spent returns the work done so far, in the runs before too.
func (r *proofRun[P, M, K]) spent() checkpoint.Spent {
	past := r.file.Past()
	return checkpoint.Spent{Nodes: past.Nodes + r.nodes.Load(), Time: past.Time + time.Since(r.start)}
}

// prove has all workers search until root is proven or the run has to end.
// When it is time for the checkpoint they give up what they are at, and go on
// from what is in the table.
func (r *proofRun[P, M, K]) prove(root *P) numbers {
	for {
		r.stopped.Store(false)
		pause := time.AfterFunc(r.file.UntilSave(), func() { r.stopped.Store(true) })
		n := r.ask(root)
		pause.Stop()
		if n.proven() || r.late() || r.err != nil {
			return n
		}
		r.save()
	}
}

// ask has all workers search the same position. The first proof stops them.
func (r *proofRun[P, M, K]) ask(root *P) numbers {
	answer := unknown
	var first sync.Once
	var workers sync.WaitGroup
	search := func(w *proofSearch[P, M, K]) {
		if n := w.prove(root); n.proven() {
			first.Do(func() { answer = n })
			r.stopped.Store(true)
		}
	}
	for _, w := range r.workers[1:] {
		workers.Go(func() { search(w) })
	}
	search(r.workers[0])
	workers.Wait()
	return answer
}

func (r *proofRun[P, M, K]) now() engine.Progress {
	so := r.spent()
	return engine.Progress{Nodes: so.Nodes, Time: so.Time, Fill: r.table.fill(), Done: r.progress.share()}
}
