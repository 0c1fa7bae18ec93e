package queue

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

// Batch is jobs that belong together.
type Batch struct {
	Dispatcher *Dispatcher
	// Jobs is how many there are; 0 is without end, until Enough.
	Jobs int
	// Job returns the i-th job, from 0.
	Job func(i int) Job
	// Enough, if not nil, ends the batch when it is true of the first outputs.
	Enough func(first [][]byte) bool
	// Check, if not nil, refuses an output that can be seen to be wrong.
	Check func(i int, output []byte) error
	// Same reports whether two outputs of a job are equal; nil is byte by byte.
	Same func(a, b []byte) bool
	// RecheckRate is which outputs are done twice: one in so many, by chance; 0 for
	// DefaultShare, and 1 for all.
	RecheckRate int
	// Journal is a file that keeps the outputs while the batch lasts, so that it
	// can go on from there; "" for none. Title, a line, says what is in it.
	Journal, Title string
	// Progress, if not nil, is called after each output, one call at a time.
	Progress func(Status)
}

// DefaultRecheckRate is which outputs are done twice that can't be checked.
const DefaultRecheckRate = 16

// Status is how far a batch is.
type Status struct {
	Done, Jobs int
	Since      time.Time
	Workers    []WorkerInfo // that are there
	Excluded   int          // that were put out
}

// batchRun is a batch under way.
type batchRun struct {
	Batch
	outputs    [][]byte        // nil for a job to be done
	workers    []string        // worker, "" for the desk
	rechecked  map[string]bool // workers of whom an answer has been, or is being, done again
	excluded   map[string]bool
	journal    *Journal
	startedAt  time.Time
	inProgress map[int]bool
	rechecking int // of those under way, done for the second time
	outcomes   chan outcome
}

// outcome is what has come of one job.
type outcome struct {
	i         int
	a         Answer
	isRecheck bool     // somebody else has done it too
	wrong     []string // workers that have answered wrongly
	err       error
}

// Run has all jobs done and returns their outputs in order. What can be wrong
// with workers only delays it. The error is ctx's, that of a job at two workers,
// or that of the journal; with a journal another Run goes on.
func (b Batch) Run(ctx context.Context) (outputs [][]byte, err error) {
	b.RecheckRate = cmp.Or(b.RecheckRate, DefaultRecheckRate)
	if b.Same == nil {
		b.Same = bytes.Equal
	}
	r := &batchRun{
		Batch: b, rechecked: map[string]bool{}, excluded: map[string]bool{}, startedAt: time.Now(),
		inProgress: map[int]bool{}, outcomes: make(chan outcome),
	}
	if r.journal, err = OpenJournal(b.Journal, b.Title, r.restore); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.journal.Close()) }()
	ctx, cancel := context.WithCancel(ctx)
	defer func() {
		cancel()
		for range r.inProgress {
			<-r.outcomes
		}
	}()
	for {
		for _, i := range r.next() {
			r.inProgress[i] = true
			go func() { r.outcomes <- r.ask(ctx, i) }()
		}
		if len(r.inProgress) == 0 || r.hasEnough() && r.rechecking == 0 {
			return r.finished(), nil
		}
		o := <-r.outcomes
		if o.isRecheck {
			r.rechecking--
		}
		if r.needsRecheck(o) {
			r.rechecked[o.a.Worker] = true
			r.rechecking++
			go func() { r.outcomes <- r.recheck(ctx, o) }()
			continue
		}
		delete(r.inProgress, o.i)
		if err := r.record(o); err != nil {
			return nil, err
		}
		if r.Progress != nil {
			r.Progress(r.status())
		}
	}
}

// next returns the jobs to begin now: as many as keep all workers busy, with one
// more for each, of those that are to be done the first.
func (r *batchRun) next() (jobs []int) {
	room := 2
	for _, w := range r.Dispatcher.Workers() {
		room += 2 * w.Slots
	}
	if r.hasEnough() {
		return nil
	}
	for i := 0; len(r.inProgress)+len(jobs) < room && (r.Jobs == 0 || i < r.Jobs); i++ {
		if !r.inProgress[i] && r.output(i) == nil {
			jobs = append(jobs, i)
		}
	}
	return jobs
}

func (r *batchRun) output(i int) []byte {
	if i < len(r.outputs) {
		return r.outputs[i]
	}
	return nil
}

// finished returns the outputs before the first that is not there.
func (r *batchRun) finished() [][]byte {
	for i, output := range r.outputs {
		if output == nil {
			return r.outputs[:i]
		}
	}
	return r.outputs
}

func (r *batchRun) hasEnough() bool { return r.Enough != nil && r.Enough(r.finished()) }

// needsRecheck reports whether an answer is to be done once more: the first of a
// worker, and of all others a share.
func (r *batchRun) needsRecheck(o outcome) bool {
	return o.err == nil && o.wrong == nil && !o.isRecheck && o.a.Worker != "" && !r.excluded[o.a.Worker] &&
		(!r.rechecked[o.a.Worker] || rand.IntN(r.RecheckRate) == 0)
}

// record takes what has come of a job, unless it is by a worker that is out.
func (r *batchRun) record(o outcome) error {
	for _, worker := range o.wrong {
		if err := r.exclude(worker); err != nil {
			return err
		}
	}
	if o.err != nil {
		return fmt.Errorf("job %d: %w", o.i+1, o.err)
	}
	if r.excluded[o.a.Worker] {
		return nil
	}
	if o.a.Output == nil { // wrong
		return nil
	}
	e := entry{Job: o.i, Worker: o.a.Worker, Output: o.a.Output}
	r.restore(e)
	return r.journal.Add(e)
}

// exclude drops all that a worker has done.
func (r *batchRun) exclude(worker string) error {
	if r.excluded[worker] {
		return nil
	}
	r.Dispatcher.Exclude(worker)
	r.restore(entry{Excluded: worker})
	return r.journal.Add(entry{Excluded: worker})
}

// restore does what an entry of the journal says.
func (r *batchRun) restore(e entry) {
	if e.Job < 0 {
		return
	}
	if e.Excluded != "" {
		r.excluded[e.Excluded] = true
		for i, by := range r.workers {
			if by == e.Excluded {
				r.outputs[i], r.workers[i] = nil, ""
			}
		}
		return
	}
	for len(r.outputs) <= e.Job {
		r.outputs, r.workers = append(r.outputs, nil), append(r.workers, "")
	}
	r.outputs[e.Job], r.workers[e.Job] = e.Output, e.Worker
}

func (r *batchRun) status() Status {
	s := Status{Jobs: r.Jobs, Since: r.startedAt, Workers: r.Dispatcher.Workers(), Excluded: len(r.excluded)}
	for _, output := range r.outputs {
		if output != nil {
			s.Done++
		}
	}
	return s
}
