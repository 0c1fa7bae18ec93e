package queue

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"time"
)

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
			alone := !d.hasOthers(worker)
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
