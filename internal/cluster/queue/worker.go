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
	Name  string
	Slots int           // how many jobs it does at a time, at least 1
	Beat  time.Duration // 0 for DefaultBeat
	Log   *slog.Logger  // nil for nobody
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
	id     string
	busy   atomic.Int64
	shelf  shelf
	mu     sync.Mutex
	queues [len(urgencies)]*bus.Queue
}

// NewWorker returns a worker, which is idle until Run.
func NewWorker(c WorkerConfig) *Worker {
	if c.Beat == 0 {
		c.Beat = DefaultHeartbeat
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	c.Slots = max(1, c.Slots)
	if !bus.Token(c.Name) {
		c.Name = "worker"
	}
	return &Worker{WorkerConfig: c, id: c.Name + "-" + token()}
}

// Name returns what desks call the worker.
func (w *Worker) Name() string { return w.id }

// Busy returns the number of jobs that it is doing.
func (w *Worker) Busy() int { return int(w.busy.Load()) }

// Run does jobs until ctx is done, and then gives back those that are not
// finished. It waits for queues where it may not make them. The error is ErrOut.
func (w *Worker) Run(ctx context.Context) error {
	for err := w.reopen(ctx); err != nil; err = w.reopen(ctx) {
		if ctx.Err() != nil {
			return nil
		}
		w.Log.Info("there are no queues yet", "cause", err)
		pause(ctx, w.Beat)
	}
	w.Bus.Resumed(func() { _ = w.reopen(ctx) }) // else whoever pulls tries again
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var tasks sync.WaitGroup
	tasks.Go(func() { w.present(ctx) })
	for range w.Slots {
		tasks.Go(func() { w.slot(ctx, stop, len(urgencies)) })
	}
	tasks.Go(func() { w.slot(ctx, stop, int(Now)+1) })
	tasks.Wait()
	if cause := context.Cause(ctx); errors.Is(cause, ErrExcluded) {
		return cause
	}
	return nil
}

// present tells desks at each beat that the worker is there.
func (w *Worker) present(ctx context.Context) {
	ticker := time.NewTicker(w.Beat)
	defer ticker.Stop()
	for {
		_ = w.Bus.Publish(presents, encode(presence{w.id, w.Version, w.Slots})) // the next one may be heard
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
	}
}

// opening is how long the queues may take to open.
const opening = 5 * time.Second

// reopen makes the queues, which the bus may have lost.
func (w *Worker) reopen(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, opening)
	defer cancel()
	all, err := queues(ctx, w.Bus, w.Version, w.Beat)
	if err == nil {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.queues = all
	}
	return err
}

// slot does jobs of the first urgencies one after the other, until ctx is done.
func (w *Worker) slot(ctx context.Context, stop context.CancelCauseFunc, urgencies int) {
	for ctx.Err() == nil {
		w.mu.Lock()
		all := w.queues
		w.mu.Unlock()
		job, err := bus.Pull(ctx, all[:urgencies]...)
		if err != nil {
			pause(ctx, w.Beat)
			continue
		}
		w.busy.Add(1)
		if w.work(ctx, job) == leave {
			stop(ErrExcluded)
		}
		w.busy.Add(-1)
	}
}

// pause waits for a while, or until ctx is done.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// safely does a task; whatever goes wrong in it is an error.
func safely(ctx context.Context, kind Kind, t *Task) (output []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("it fails: %v", r)
		}
	}()
	output, err = kind(ctx, t)
	if err == nil && ctx.Err() != nil {
		err = ctx.Err()
	}
	if err == nil && len(output) > piece {
		err = fmt.Errorf("an output of %d bytes: want at most %d", len(output), piece)
	}
	return output, err
}
