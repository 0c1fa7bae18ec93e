package solve

import (
	"context"
	"os"
	"sync"
	"time"

	"thera/engine"
	"thera/game"
)

// proofRun is one Solve. It keeps what is in the table in a checkpoint.
type proofRun[P any, M game.Code, K game.Kernel[P, M]] struct {
	*proofSolver[P, M, K]
	file  checkpoint
	past  spent // in the runs before
	saved time.Time
	pause time.Duration // from one save to the next
	err   error         // of the last save
}

const (
	// firstSave is how long after the start of a run it is first saved.
	firstSave = 2 * time.Minute
	// saveFactor bounds the share of the time that saving takes.
	saveFactor = 20
)

// begin reads the checkpoint and starts the clock.
func (r *proofRun[P, M, K]) begin(ctx context.Context, p engine.Problem) error {
	r.file = checkpoint{file: p.Checkpoint, title: "thera proofs 1 " + p.Position.String(), record: proofRecord}
	var err error
	if r.past, err = r.file.load(r.table.putRecord); err != nil {
		r.table.clear() // it has what can't be trusted
		return err
	}
	r.clock(ctx, p.Limits)
	r.progress = proofProgress{}
	r.saved, r.pause = r.start, firstSave
	if _, err := os.Stat(p.Checkpoint); err != nil {
		r.save() // a file that can't be written is to be known now
	}
	return r.err
}

// save writes the checkpoint. Nobody searches meanwhile.
func (r *proofRun[P, M, K]) save() {
	began := time.Now()
	r.err = r.file.save(r.spent(), int(r.table.used.Load()), r.table.records())
	r.saved = time.Now()
	r.pause = max(r.pause, saveFactor*r.saved.Sub(began))
}

// untilSave returns how long to search before the next save.
func (r *proofRun[P, M, K]) untilSave() time.Duration {
	if r.file.file == "" {
		return 1 << 62
	}
	return r.pause - time.Since(r.saved)
}

// spent returns the work done so far, in the runs before too.
func (r *proofRun[P, M, K]) spent() spent {
	return spent{r.past.nodes + r.nodes.Load(), r.past.time + time.Since(r.start)}
}

// prove has all workers search until root is proven or the run has to end.
// When it is time for the checkpoint they give up what they are at, and go on
// from what is in the table.
func (r *proofRun[P, M, K]) prove(root *P) numbers {
	for {
		r.stopped.Store(false)
		pause := time.AfterFunc(r.untilSave(), func() { r.stopped.Store(true) })
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

// report calls a function every second until it is told to stop.
func (r *proofRun[P, M, K]) report(tell func(engine.Progress)) (stop func()) {
	if tell == nil {
		return func() {}
	}
	done := make(chan struct{})
	var reporter sync.WaitGroup
	reporter.Go(func() {
		ticker := time.NewTicker(time.Second)
		defer ticker.Stop()
		for {
			select {
			case <-done:
				return
			case <-ticker.C:
				so := r.spent()
				tell(engine.Progress{Nodes: so.nodes, Time: so.time, Fill: r.table.fill(), Done: r.progress.share()})
			}
		}
	})
	return func() { close(done); reporter.Wait() }
}
