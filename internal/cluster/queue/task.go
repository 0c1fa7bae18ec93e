package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"thera/internal/cluster/bus"
)

// assignment is a job that a worker has pulled.
type assignment struct {
	*Worker
	order
	job      *bus.Job
	progress atomic.Pointer[Progress]
}

// Why a job is given up before it is finished.
var (
	errUnwanted = errors.New("nobody wants it")
	errPutOut   = errors.New("the worker is put out")
)

// work does a job if its desk wants that, and says what the desk thinks of the
// worker.
func (w *Worker) work(ctx context.Context, job *bus.Job) reply {
	a := &assignment{Worker: w, job: job}
	if err := json.Unmarshal(job.Data, &a.order); err != nil {
		w.Log.Warn("job that can't be read", "job", job.ID, "cause", err)
		_ = job.Drop() // else it comes again
		return goOn
	}
	switch r := a.claim(ctx); r {
	case goOn:
		return a.do(ctx)
	case leave:
		_ = job.Retry(0) // else somebody gets it when it is late
		return leave
	case giveUp:
		_ = job.Retry(w.Beat / 4)
		pause(ctx, w.Beat/8) // for another one to take it
	default:
		_ = job.Drop()
	}
	return goOn
}

// claim asks the desk whether to begin. A desk that does not answer may be about
// to come back; a job that has come several times is dropped.
func (a *assignment) claim(ctx context.Context) reply {
	r, err := a.tell(ctx, claims, note{})
	switch {
	case err == nil:
		return r
	case errors.Is(err, bus.ErrNobody) && a.job.Try >= lost:
		return drop
	}
	return giveUp
}

// tell tells the desk something about the job.
func (a *assignment) tell(ctx context.Context, what string, n note) (reply, error) {
	n.Worker, n.Job = a.id, a.job.ID
	ctx, cancel := context.WithTimeout(ctx, lost*a.Beat)
	defer cancel()
	r, err := a.Bus.Request(ctx, subject(a.Desk, what), encode(n))
	return reply(r), err
}

// do does the job and tells the desk what has come of it.
func (a *assignment) do(ctx context.Context) reply {
	began := time.Now()
	working, cancel := context.WithCancelCause(ctx)
	beating := sync.WaitGroup{}
	beating.Go(func() { a.beat(working, cancel) })
	output, err := a.output(working)
	end, r := a.finish(working, output, err)
	cancel(nil)
	beating.Wait()
	if a.Finished != nil {
		a.Finished(a.Kind, end, time.Since(began))
	}
	return r
}

// output does the job within its limit.
func (a *assignment) output(ctx context.Context) ([]byte, error) {
	kind, ok := a.Kinds[a.Kind]
	if !ok {
		return nil, fmt.Errorf("kind %q is not known here", a.Kind)
	}
	limit := a.Limit
	if limit <= 0 {
		limit = DefaultLimit
	}
	ctx, cancel := context.WithTimeoutCause(ctx, limit, fmt.Errorf("it takes longer than %v", limit))
	defer cancel()
	output, err := safely(ctx, kind, &Task{
		Input:  a.Input,
		report: func(p Progress) { a.progress.Store(&p) },
		file:   a.file,
	})
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return output, err
}

// finish tells the desk what has come of the job, or gives it back.
func (a *assignment) finish(ctx context.Context, output []byte, err error) (end string, r reply) {
	switch {
	case errors.Is(err, errUnwanted):
		_ = a.job.Drop()
		return Dropped, goOn
	case errors.Is(err, errPutOut):
		_ = a.job.Retry(0)
		return Dropped, leave
	case ctx.Err() != nil: // told to stop
		_ = a.job.Retry(0)
		return Dropped, goOn
	}
	n, end := note{Output: output}, Answered
	if err != nil {
		n, end = note{Error: err.Error()}, Failed
	}
	for try := 1; ; try++ {
		r, err := a.tell(ctx, answers, n)
		if err == nil {
			if r == leave {
				_ = a.job.Retry(0)
				return Dropped, leave
			}
			_ = a.job.Done(ctx) // else it comes again, and its desk drops it
			return end, goOn
		}
		if errors.Is(err, bus.ErrNobody) && try >= lost || ctx.Err() != nil {
			_ = a.job.Retry(0)
			return Dropped, goOn
		}
		pause(ctx, a.Beat)
	}
}

// beat keeps the job, and hears whether it is still wanted.
func (a *assignment) beat(ctx context.Context, cancel context.CancelCauseFunc) {
	ticker := time.NewTicker(a.Beat)
	defer ticker.Stop()
	told, alone := (*Progress)(nil), 0
	for {
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
		_ = a.job.Working() // while the bus is away, others can't have it either
		n := note{}
		if p := a.progress.Load(); p != told {
			n.Progress, told = p, p
		}
		r, err := a.tell(ctx, beats, n)
		switch {
		case errors.Is(err, bus.ErrNobody):
			if alone++; alone >= lost {
				cancel(errUnwanted)
			}
		case err == nil && r == drop:
			cancel(errUnwanted)
		case err == nil && r == leave:
			cancel(errPutOut)
		default:
			alone = 0
		}
	}
}

func encode(v any) []byte {
	data, _ := json.Marshal(v) // of this package's own types, which have nothing that fails
	return data
}
