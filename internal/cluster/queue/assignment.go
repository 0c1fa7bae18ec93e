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

type assignment struct {
	*Worker
	queuedJob
	job      *bus.Job
	progress atomic.Pointer[Progress]
	partial  chan struct{} // has a token when there is a partial result to send
}

// partPause is the least time between two partial results: somebody may be waiting for
// them, and each has all before.
const partPause = 250 * time.Millisecond

// process does a job if its dispatcher wants it, and returns the dispatcher's last reply.
func (w *Worker) process(ctx context.Context, job *bus.Job) reply {
	a := &assignment{Worker: w, job: job, partial: make(chan struct{}, 1)}
	if err := json.Unmarshal(job.Data, &a.queuedJob); err != nil {
		w.Log.Warn("job that can't be read", "job", job.ID, "cause", err)
		_ = job.Drop() // otherwise it would be delivered again
		return replyContinue
	}
	r := a.claim(ctx)
	if r == replyContinue {
		return a.run(ctx)
	}
	a.leave(r)
	if r == replyReturn {
		pause(ctx, w.HeartbeatInterval/8) // leave it to another worker
	}
	return r
}

// leave does with the job in the queue what a reply asks for that ends the work.
func (a *assignment) leave(r reply) {
	switch r {
	case replyExcluded:
		_ = a.job.Retry(0) // otherwise another worker gets it only after the deadline
	case replyReturn:
		_ = a.job.Retry(a.HeartbeatInterval / 4)
	case replySuperseded: // it is another worker's
	default:
		_ = a.job.Drop()
	}
}

// claim asks the dispatcher whether to start. If the dispatcher does not answer, it
// may be about to return; after several deliveries the job is dropped.
func (a *assignment) claim(ctx context.Context) reply {
	r, err := a.send(ctx, claimSubject, note{})
	switch {
	case err == nil:
		return r
	case errors.Is(err, bus.ErrNoResponder) && a.job.Try >= maxMissedHeartbeats:
		return replyDrop
	}
	return replyReturn
}

func (a *assignment) send(ctx context.Context, what string, n note) (reply, error) {
	n.Worker, n.Job, n.Key = a.id, a.job.ID, a.Key
	ctx, cancel := context.WithTimeout(ctx, maxMissedHeartbeats*a.HeartbeatInterval)
	defer cancel()
	r, err := a.Bus.Request(ctx, subject(a.sender, a.Dispatcher, what), encode(n))
	return reply(r), err
}

func (a *assignment) run(ctx context.Context) reply {
	began := time.Now()
	working, cancel := context.WithCancelCause(ctx)
	beating := sync.WaitGroup{}
	beating.Go(func() { a.heartbeat(working, cancel) })
	output, err := a.output(working)
	end, r := a.finish(working, output, err)
	cancel(nil)
	beating.Wait()
	if a.Finished != nil {
		a.Finished(a.Kind, end, time.Since(began))
	}
	return r
}

func (a *assignment) output(ctx context.Context) ([]byte, error) {
	kind, ok := a.Kinds[a.Kind]
	if !ok {
		return nil, fmt.Errorf("kind %q is unknown to this worker", a.Kind)
	}
	limit := a.Limit
	if limit <= 0 {
		limit = DefaultLimit
	}
	ctx, cancel := context.WithTimeoutCause(ctx, limit, fmt.Errorf("it takes longer than %v", limit))
	defer cancel()
	output, err := runKind(ctx, a.Log, a.Kind, kind, &Task{
		Input:  a.Input,
		report: a.noteProgress,
		file:   a.file,
	})
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return output, err
}

// noteProgress has progress sent: a partial result soon, anything else with the next
// heartbeat.
func (a *assignment) noteProgress(p Progress) {
	a.progress.Store(&p)
	if p.Part != nil {
		select {
		case a.partial <- struct{}{}:
		default:
		}
	}
}

// finish sends the answer, or returns the job to the queue.
func (a *assignment) finish(ctx context.Context, output []byte, err error) (end string, r reply) {
	if r, ok := errors.AsType[reply](context.Cause(ctx)); ok {
		a.leave(r)
		return Dropped, r
	}
	if ctx.Err() != nil { // stopped
		_ = a.job.Retry(0)
		return Dropped, replyContinue
	}
	n, end := note{Output: output}, Answered
	if err != nil {
		n, end = note{Error: err.Error()}, Failed
	}
	for try := 1; ; try++ {
		r, err := a.send(ctx, answerSubject, n)
		if err == nil {
			if r == replyExcluded || r == replySuperseded {
				a.leave(r)
				return Dropped, r
			}
			_ = a.job.Done(ctx) // otherwise it is delivered again and dropped at the claim
			return end, replyContinue
		}
		if errors.Is(err, bus.ErrNoResponder) && try >= maxMissedHeartbeats || ctx.Err() != nil {
			_ = a.job.Retry(0)
			return Dropped, replyContinue
		}
		pause(ctx, a.HeartbeatInterval)
	}
}

// heartbeat keeps the job and learns whether it is still wanted.
func (a *assignment) heartbeat(ctx context.Context, cancel context.CancelCauseFunc) {
	ticker := time.NewTicker(a.HeartbeatInterval)
	defer ticker.Stop()
	told, alone := (*Progress)(nil), 0
	for {
		isEarly := false
		select {
		case <-ticker.C:
			_ = a.job.Extend() // while the bus is unavailable, nobody else gets it either
		case <-a.partial:
			isEarly = true
		case <-ctx.Done():
			return
		}
		n, p := note{}, a.progress.Load()
		if p != told {
			n.Progress = p
		}
		r, err := a.send(ctx, heartbeatSubject, n)
		if err == nil {
			told = p
		}
		switch {
		case errors.Is(err, bus.ErrNoResponder) && isEarly: // sent again with the next heartbeat
		case errors.Is(err, bus.ErrNoResponder):
			if alone++; alone >= maxMissedHeartbeats {
				cancel(replyDrop)
			}
		case err == nil && r != replyContinue:
			cancel(r)
		default:
			alone = 0
		}
		if isEarly {
			pause(ctx, partPause)
		}
	}
}

func encode(v any) []byte {
	data, _ := json.Marshal(v) // cannot fail for the types of this package
	return data
}
