package queue

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"thera/internal/safefile"
)

// Batch is a set of jobs whose outputs belong together.
type Batch struct {
	Dispatcher *Dispatcher
	// Jobs is the number of jobs; 0 for no limit, until Enough.
	Jobs int
	// Job returns job i, from 0.
	Job func(i int) Job
	// Skip, if not nil, reports whether job i is not to be done; its output is empty.
	Skip func(i int) bool
	// Enough, if not nil, ends the batch when it returns true for the outputs
	// before the first missing one.
	Enough func(first [][]byte) bool
	// Check, if not nil, refuses an output that is visibly wrong.
	Check func(i int, output []byte) error
	// Same reports whether two outputs of a job are equal; nil compares bytes.
	Same func(a, b []byte) bool
	// RecheckRate n means that one in n outputs, at random, is computed twice;
	// 0 for DefaultRecheckRate, 1 for all.
	RecheckRate int
	// Journal is a file that keeps the outputs so that an interrupted batch can
	// continue, even with another number of jobs; "" for none. Title is its first line
	// and says which job each number is.
	Journal, Title string
	// Progress, if not nil, is called after each output, one call at a time.
	Progress func(Status)
}

// DefaultRecheckRate is used where outputs cannot be checked.
const DefaultRecheckRate = 16

// Status is the progress of a batch.
type Status struct {
	Done, Jobs int
	Since      time.Time
	Workers    []WorkerInfo // that are connected
	Excluded   int          // number of excluded workers
}

// entry is an event of a batch: a job has an output, or a worker is excluded.
type entry struct {
	Job      int    `json:"job"`
	Worker   string `json:"worker,omitempty"`
	Output   []byte `json:"output,omitempty"`
	Excluded string `json:"out,omitempty"`
}

type batchRun struct {
	Batch
	outputs    [][]byte // nil for jobs without output
	workers    []string // who computed each output, "" for the dispatcher
	sampler    *Sampler
	excluded   map[string]bool
	journal    *safefile.Journal
	startedAt  time.Time
	inProgress map[int]bool
	rechecking int // number of rechecks in progress
	outcomes   chan outcome
}

type outcome struct {
	i         int
	a         Answer
	isRecheck bool     // computed twice
	wrong     []string // workers with wrong answers
	err       error
}

// Run has all jobs done and returns their outputs in order. Faulty workers only
// delay it. The error is that of ctx, of a job that failed at two workers and the
// dispatcher, or of the journal; with a journal another Run continues.
func (b Batch) Run(ctx context.Context) (outputs [][]byte, err error) {
	b.RecheckRate = cmp.Or(b.RecheckRate, DefaultRecheckRate)
	if b.Same == nil {
		b.Same = bytes.Equal
	}
	r := &batchRun{
		Batch: b, sampler: NewSampler(b.RecheckRate), excluded: map[string]bool{}, startedAt: time.Now(),
		inProgress: map[int]bool{}, outcomes: make(chan outcome),
	}
	if r.journal, err = safefile.OpenJournal(b.Journal, safefile.JournalOptions{Title: b.Title}, safefile.JSON(r.restore)); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.journal.Close()) }()
	for i := 0; b.Skip != nil && i < b.Jobs; i++ {
		if b.Skip(i) {
			r.keep(entry{Job: i, Output: []byte{}})
		}
	}
	ctx, cancel := context.WithCancel(ctx)
	defer r.wait()
	defer cancel()
	for {
		for _, i := range r.next() {
			r.inProgress[i] = true
			go func() { r.outcomes <- r.ask(ctx, i) }()
		}
		if len(r.inProgress) == 0 || r.hasEnough() && r.rechecking == 0 {
			return r.finished(), nil
		}
		if err := r.handle(ctx, <-r.outcomes); err != nil {
			return nil, err
		}
	}
}

// handle has an answer computed again if it needs that, and records it otherwise.
func (r *batchRun) handle(ctx context.Context, o outcome) error {
	if o.isRecheck {
		r.rechecking--
	}
	if r.needsRecheck(o) {
		r.rechecking++
		go func() { r.outcomes <- r.recheck(ctx, o) }()
		return nil
	}
	delete(r.inProgress, o.i)
	if err := r.record(o); err != nil {
		return err
	}
	if r.Progress != nil {
		r.Progress(r.status())
	}
	return nil
}

func (r *batchRun) wait() {
	for range r.inProgress {
		<-r.outcomes
	}
}

// next returns the jobs to start now: the first ones without output, two for
// each worker slot.
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

// finished returns the outputs before the first missing one.
func (r *batchRun) finished() [][]byte {
	for i, output := range r.outputs {
		if output == nil {
			return r.outputs[:i]
		}
	}
	return r.outputs
}

func (r *batchRun) hasEnough() bool { return r.Enough != nil && r.Enough(r.finished()) }

func (r *batchRun) needsRecheck(o outcome) bool {
	return o.err == nil && o.wrong == nil && !o.isRecheck && o.a.Worker != "" && !r.excluded[o.a.Worker] && r.sampler.Choose(o.a.Worker)
}

// record stores the outcome of a job, unless its worker is excluded.
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
	return r.note(e)
}

func (r *batchRun) exclude(worker string) error {
	if r.excluded[worker] {
		return nil
	}
	return r.note(entry{Excluded: worker})
}

func (r *batchRun) note(e entry) error {
	if err := r.restore(e); err != nil {
		return err
	}
	return r.journal.AppendJSON(e)
}

// maxJobs is the largest number of jobs in a journal.
const maxJobs = 1 << 22

func (r *batchRun) restore(e entry) error {
	if e.Job < 0 || e.Job >= maxJobs {
		return fmt.Errorf("job %d: want 0 to %d", e.Job, maxJobs-1)
	}
	if e.Excluded != "" {
		r.excluded[e.Excluded] = true
		r.Dispatcher.Exclude(e.Excluded) // again, if another process wrote the journal
		for i, by := range r.workers {
			if by == e.Excluded {
				r.outputs[i], r.workers[i] = nil, ""
			}
		}
		return nil
	}
	if r.Jobs == 0 || e.Job < r.Jobs {
		r.keep(e)
	}
	return nil
}

func (r *batchRun) keep(e entry) {
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

// ask has a job done and checks the output. If two workers fail, the dispatcher
// tries it, which shows whose fault it is.
func (r *batchRun) ask(ctx context.Context, i int) (o outcome) {
	o.i = i
	job := r.Job(i)
	if o.a, o.err = r.Dispatcher.Ask(ctx, job); o.err != nil && ctx.Err() == nil {
		r.Dispatcher.Log.Warn("the dispatcher does a job itself", "cause", o.err)
		o.a, o.err = r.Dispatcher.Do(ctx, job)
	}
	if o.err == nil && r.Check != nil {
		if err := r.Check(i, o.a.Output); err != nil && o.a.Worker == "" {
			o.err = err
		} else if err != nil {
			r.Dispatcher.Log.Warn("wrong output", "worker", o.a.Worker, "cause", err)
			o.a.Output, o.wrong = nil, []string{o.a.Worker}
		}
	}
	if o.err == nil && o.wrong == nil && o.a.Output == nil {
		o.a.Output = []byte{}
	}
	return o
}

func (r *batchRun) recheck(ctx context.Context, o outcome) outcome {
	o.isRecheck = true
	o.a, o.wrong, o.err = r.Dispatcher.Recheck(ctx, r.Job(o.i), o.a, r.Same)
	return o
}

// Recheck has an answered job done again, by another worker or, if there is
// none, by the dispatcher. If the outputs differ, the dispatcher does the job
// too and its output counts. Recheck returns the right answer and the workers
// that were wrong; the caller excludes them.
func (d *Dispatcher) Recheck(ctx context.Context, job Job, first Answer, same func(a, b []byte) bool) (truth Answer, wrong []string, err error) {
	second, err := d.askAnother(ctx, job, first.Worker)
	if err == nil && same(first.Output, second.Output) {
		return first, nil, nil
	}
	truth = second
	if err == nil && second.Worker != "" || err != nil && ctx.Err() == nil {
		truth, err = d.Do(ctx, job)
	}
	if err != nil {
		return first, nil, err
	}
	for _, a := range []Answer{first, second} {
		if a.Worker != "" && !same(a.Output, truth.Output) {
			wrong = append(wrong, a.Worker)
		}
	}
	return truth, wrong, nil
}

var errNoOtherWorker = errors.New("there is no other worker")

// askAnother has a job done by another worker, or by the dispatcher if there is none.
func (d *Dispatcher) askAnother(ctx context.Context, job Job, worker string) (Answer, error) {
	asking, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		for asking.Err() == nil {
			d.mu.Lock()
			alone := !d.hasOthers(&pending{Job: job}, worker)
			d.mu.Unlock()
			if alone {
				cancel(errNoOtherWorker)
			}
			pause(asking, d.HeartbeatInterval)
		}
	}()
	a, err := d.Ask(asking, job, worker)
	if errors.Is(context.Cause(asking), errNoOtherWorker) && err != nil {
		return d.Do(ctx, job)
	}
	return a, err
}

// Sampler chooses which answers are computed again: each worker's first one, and one
// in rate of the others, at random. It is safe for concurrent use.
type Sampler struct {
	rate int
	mu   sync.Mutex
	seen map[string]bool
}

// NewSampler returns a sampler; a rate of 1 chooses every answer.
func NewSampler(rate int) *Sampler { return &Sampler{rate: rate, seen: map[string]bool{}} }

// Choose reports whether to compute an answer of a worker again.
func (s *Sampler) Choose(worker string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	known := s.seen[worker]
	s.seen[worker] = true
	return !known || rand.IntN(s.rate) == 0
}

// Rate returns the jobs per second that a worker has done for the dispatcher.
func (s WorkerInfo) Rate() float64 {
	return float64(s.Done) / max(time.Since(s.Since), time.Second).Seconds()
}
