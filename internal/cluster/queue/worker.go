package queue

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"thera/internal/cluster/bus"
)

// WorkerConfig is what a worker needs.
type WorkerConfig struct {
	Bus   *bus.Bus
	Kinds map[string]Kind // that it can do
	// Version is that of the program: only desks of the same one are worked for.
	Version string
	// Name is what people call it; it gets an ending that nobody else has.
	Name              string
	Slots             int           // how many jobs it does at a time, at least 1
	HeartbeatInterval time.Duration // 0 for DefaultBeat
	Log               *slog.Logger  // nil for nobody
	// Finished, if not nil, is called after each job, by many goroutines, with
	// how long it took and how it ended: Answered, Failed or Dropped.
	Finished func(kind, end string, took time.Duration)
}

// How a job ends at a worker.
const (
	Answered = "answered"
	Failed   = "failed"  // with an error
	Dropped  = "dropped" // unfinished: given back, or nobody wanted it any more
)

// ErrExcluded is the error of a worker that a desk has put out.
var ErrExcluded = errors.New("put out: what this worker answers is wrong")

// Worker does jobs. It is made by [NewWorker].
type Worker struct {
	WorkerConfig
	id         string
	activeJobs atomic.Int64
	files      fileCache
	mu         sync.Mutex
	queues     [len(urgencies)]*bus.Queue
}

// NewWorker returns a worker, which is idle until Run.
func NewWorker(c WorkerConfig) *Worker {
	if c.HeartbeatInterval == 0 {
		c.HeartbeatInterval = DefaultHeartbeat
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	c.Slots = max(1, c.Slots)
	if !bus.IsToken(c.Name) {
		c.Name = "worker"
	}
	return &Worker{WorkerConfig: c, id: c.Name + "-" + token()}
}

// Name returns what desks call the worker.
func (w *Worker) Name() string { return w.id }

// ActiveJobs returns the number of jobs that it is doing.
func (w *Worker) ActiveJobs() int { return int(w.activeJobs.Load()) }

// Run does jobs until ctx is done, and then gives back those that are not
// finished. It waits for queues where it may not make them. The error is ErrOut.
func (w *Worker) Run(ctx context.Context) error {
	for err := w.reopen(ctx); err != nil; err = w.reopen(ctx) {
		if ctx.Err() != nil {
			return nil
		}
		w.Log.Info("there are no queues yet", "cause", err)
		pause(ctx, w.HeartbeatInterval)
	}
	w.Bus.OnReconnect(func() { _ = w.reopen(ctx) }) // else whoever pulls tries again
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var tasks sync.WaitGroup
	tasks.Go(func() { w.announce(ctx) })
	for range w.Slots {
		tasks.Go(func() { w.runSlot(ctx, stop, len(urgencies)) })
	}
	tasks.Go(func() { w.runSlot(ctx, stop, int(Now)+1) })
	tasks.Wait()
	if cause := context.Cause(ctx); errors.Is(cause, ErrExcluded) {
		return cause
	}
	return nil
}

// announce tells desks at each beat that the worker is there.
func (w *Worker) announce(ctx context.Context) {
	ticker := time.NewTicker(w.HeartbeatInterval)
	defer ticker.Stop()
	for {
		_ = w.Bus.Publish(presenceSubject, encode(presence{w.id, w.Version, w.Slots})) // the next one may be heard
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
	}
}

// openTimeout is how long the queues may take to open.
const openTimeout = 5 * time.Second

// reopen makes the queues, which the bus may have lost.
func (w *Worker) reopen(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, openTimeout)
	defer cancel()
	all, err := queues(ctx, w.Bus, w.Version, w.HeartbeatInterval)
	if err == nil {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.queues = all
	}
	return err
}

// runSlot does jobs of the first urgencies one after the other, until ctx is done.
func (w *Worker) runSlot(ctx context.Context, stop context.CancelCauseFunc, urgencies int) {
	for ctx.Err() == nil {
		w.mu.Lock()
		all := w.queues
		w.mu.Unlock()
		job, err := bus.Pull(ctx, all[:urgencies]...)
		if err != nil {
			pause(ctx, w.HeartbeatInterval)
			continue
		}
		w.activeJobs.Add(1)
		if w.process(ctx, job) == replyExcluded {
			stop(ErrExcluded)
		}
		w.activeJobs.Add(-1)
	}
}

// pause waits for a while, or until ctx is done.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// runKind does a task; whatever goes wrong in it is an error.
func runKind(ctx context.Context, kind Kind, t *Task) (output []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("it fails: %v", r)
		}
	}()
	output, err = kind(ctx, t)
	if err == nil && ctx.Err() != nil {
		err = ctx.Err()
	}
	if err == nil && len(output) > maxPiece {
		err = fmt.Errorf("an output of %d bytes: want at most %d", len(output), maxPiece)
	}
	return output, err
}
