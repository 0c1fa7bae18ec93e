package queue

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"thera/internal/safefile"
)

// Batch is jobs that belong together.
type Batch struct {
	Desk *Dispatcher
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
	// Share is which outputs are done twice: one in so many, by chance; 0 for
	// DefaultShare, and 1 for all.
	Share int
	// Journal is a file that keeps the outputs while the batch lasts, so that it
	// can go on from there; "" for none. Title, a line, says what is in it.
	Journal, Title string
	// Progress, if not nil, is called after each output, one call at a time.
	Progress func(Status)
}

// DefaultShare is which outputs are done twice that can't be checked.
const DefaultShare = 16

// Status is how far a batch is.
type Status struct {
	Done, Jobs int
	Since      time.Time
	Workers    []Seen // that are there
	Out        int    // that were put out
}

// entry is what has happened in a batch: a job has an output, or a worker is out.
type entry struct {
	Job    int    `json:"job"`
	Worker string `json:"worker,omitempty"`
	Output []byte `json:"output,omitempty"`
	Out    string `json:"out,omitempty"`
}

// running is a batch under way.
type running struct {
	Batch
	outputs  [][]byte        // nil for a job to be done
	by       []string        // worker, "" for the desk
	doubted  map[string]bool // workers of whom an answer has been, or is being, done again
	out      map[string]bool
	journal  *safefile.Journal
	began    time.Time
	underWay map[int]bool
	checking int // of those under way, done for the second time
	outcomes chan outcome
}

// outcome is what has come of one job.
type outcome struct {
	i     int
	a     Answer
	twice bool     // somebody else has done it too
	wrong []string // workers that have answered wrongly
	err   error
}

// Run has all jobs done and returns their outputs in order. What can be wrong
// with workers only delays it. The error is ctx's, that of a job at two workers,
// or that of the journal; with a journal another Run goes on.
func (b Batch) Run(ctx context.Context) (outputs [][]byte, err error) {
	b.Share = cmp.Or(b.Share, DefaultShare)
	if b.Same == nil {
		b.Same = bytes.Equal
	}
	r := &running{
		Batch: b, doubted: map[string]bool{}, out: map[string]bool{}, began: time.Now(),
		underWay: map[int]bool{}, outcomes: make(chan outcome),
	}
	if r.journal, err = safefile.OpenJournal(b.Journal, safefile.JournalOptions{Title: b.Title}, safefile.JSON(r.restore)); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.journal.Close()) }()
	ctx, cancel := context.WithCancel(ctx)
	defer func() {
		cancel()
		for range r.underWay {
			<-r.outcomes
		}
	}()
	for {
		for _, i := range r.next() {
			r.underWay[i] = true
			go func() { r.outcomes <- r.ask(ctx, i) }()
		}
		if len(r.underWay) == 0 || r.enough() && r.checking == 0 {
			return r.finished(), nil
		}
		o := <-r.outcomes
		if o.twice {
			r.checking--
		}
		if r.doubtful(o) {
			r.doubted[o.a.Worker] = true
			r.checking++
			go func() { r.outcomes <- r.again(ctx, o) }()
			continue
		}
		delete(r.underWay, o.i)
		if err := r.take(o); err != nil {
			return nil, err
		}
		if r.Progress != nil {
			r.Progress(r.status())
		}
	}
}

// next returns the jobs to begin now: as many as keep all workers busy, with one
// more for each, of those that are to be done the first.
func (r *running) next() (jobs []int) {
	room := 2
	for _, w := range r.Desk.Workers() {
		room += 2 * w.Slots
	}
	if r.enough() {
		return nil
	}
	for i := 0; len(r.underWay)+len(jobs) < room && (r.Jobs == 0 || i < r.Jobs); i++ {
		if !r.underWay[i] && r.output(i) == nil {
			jobs = append(jobs, i)
		}
	}
	return jobs
}

func (r *running) output(i int) []byte {
	if i < len(r.outputs) {
		return r.outputs[i]
	}
	return nil
}

// finished returns the outputs before the first that is not there.
func (r *running) finished() [][]byte {
	for i, output := range r.outputs {
		if output == nil {
			return r.outputs[:i]
		}
	}
	return r.outputs
}

func (r *running) enough() bool { return r.Enough != nil && r.Enough(r.finished()) }

// doubtful reports whether an answer is to be done once more: the first of a
// worker, and of all others a share.
func (r *running) doubtful(o outcome) bool {
	return o.err == nil && o.wrong == nil && !o.twice && o.a.Worker != "" && !r.out[o.a.Worker] &&
		(!r.doubted[o.a.Worker] || rand.IntN(r.Share) == 0)
}

// take takes what has come of a job, unless it is by a worker that is out.
func (r *running) take(o outcome) error {
	for _, worker := range o.wrong {
		if err := r.putOut(worker); err != nil {
			return err
		}
	}
	if o.err != nil {
		return fmt.Errorf("job %d: %w", o.i+1, o.err)
	}
	if r.out[o.a.Worker] {
		return nil
	}
	if o.a.Output == nil { // wrong
		return nil
	}
	e := entry{Job: o.i, Worker: o.a.Worker, Output: o.a.Output}
	return r.note(e)
}

// putOut drops all that a worker has done.
func (r *running) putOut(worker string) error {
	if r.out[worker] {
		return nil
	}
	r.Desk.PutOut(worker)
	return r.note(entry{Out: worker})
}

// note does what an entry says, and keeps it.
func (r *running) note(e entry) error {
	if err := r.restore(e); err != nil {
		return err
	}
	return r.journal.AppendJSON(e)
}

// mostJobs is how many jobs a batch without end can have.
const mostJobs = 1 << 22

// restore does what an entry of the journal says.
func (r *running) restore(e entry) error {
	if most := cmp.Or(r.Jobs, mostJobs); e.Job < 0 || e.Job >= most {
		return fmt.Errorf("job %d: want one from 0 to %d", e.Job, most-1)
	}
	if e.Out != "" {
		r.out[e.Out] = true
		for i, by := range r.by {
			if by == e.Out {
				r.outputs[i], r.by[i] = nil, ""
			}
		}
		return nil
	}
	for len(r.outputs) <= e.Job {
		r.outputs, r.by = append(r.outputs, nil), append(r.by, "")
	}
	r.outputs[e.Job], r.by[e.Job] = e.Output, e.Worker
	return nil
}

func (r *running) status() Status {
	s := Status{Jobs: r.Jobs, Since: r.began, Workers: r.Desk.Workers(), Out: len(r.out)}
	for _, output := range r.outputs {
		if output != nil {
			s.Done++
		}
	}
	return s
}
