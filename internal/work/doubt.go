package work

import (
	"context"
	"errors"
	"time"
)

// ask has a job done and its output checked. What two workers can't do the desk
// tries itself: then it is known whose fault it is.
func (r *running) ask(ctx context.Context, i int) (o outcome) {
	o.i = i
	job := r.Job(i)
	if o.a, o.err = r.Desk.Ask(ctx, job); o.err != nil && ctx.Err() == nil {
		r.Desk.Log.Warn("the desk does a job itself", "cause", o.err)
		o.a, o.err = r.Desk.Do(ctx, job)
	}
	if o.err == nil && r.Check != nil {
		if err := r.Check(i, o.a.Output); err != nil && o.a.Worker == "" {
			o.err = err
		} else if err != nil {
			r.Desk.Log.Warn("wrong output", "worker", o.a.Worker, "cause", err)
			o.a.Output, o.wrong = nil, []string{o.a.Worker}
		}
	}
	if o.err == nil && o.wrong == nil && o.a.Output == nil {
		o.a.Output = []byte{}
	}
	return o
}

// again has a job done once more by somebody else. If the outputs differ, the
// desk does it too, and what it finds counts.
func (r *running) again(ctx context.Context, o outcome) outcome {
	job := r.Job(o.i)
	second, err := r.Desk.elsewhere(ctx, job, o.a.Worker)
	o.twice = true
	if err == nil && r.Same(o.a.Output, second.Output) {
		return o
	}
	truth := second
	if err == nil && second.Worker != "" || err != nil && ctx.Err() == nil {
		truth, err = r.Desk.Do(ctx, job)
	}
	if err != nil {
		o.err = err
		return o
	}
	for _, a := range []Answer{o.a, second} {
		if a.Worker != "" && !r.Same(a.Output, truth.Output) {
			o.wrong = append(o.wrong, a.Worker)
		}
	}
	o.a = truth
	return o
}

var errAlone = errors.New("there is no other worker")

// elsewhere has a job done by another worker, or by the desk where there is none.
func (d *Desk) elsewhere(ctx context.Context, job Job, worker string) (Answer, error) {
	asking, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		for asking.Err() == nil {
			d.mu.Lock()
			alone := !d.others(worker)
			d.mu.Unlock()
			if alone {
				cancel(errAlone)
			}
			pause(asking, d.Beat)
		}
	}()
	a, err := d.Ask(asking, job, worker)
	if errors.Is(context.Cause(asking), errAlone) && err != nil {
		return d.Do(ctx, job)
	}
	return a, err
}

// Rate returns how many jobs a second a worker has done for the desk.
func (s Seen) Rate() float64 {
	return float64(s.Done) / max(time.Since(s.Since), time.Second).Seconds()
}
