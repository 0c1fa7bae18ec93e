package queue

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"thera/internal/cluster/bus"
)

// WorkerConfig is what a [Worker] needs.
type WorkerConfig struct {
	Bus   *bus.Bus
	Kinds map[string]Kind // that it can do
	// Version is the program's version; the worker serves dispatchers of the
	// same version only.
	Version string
	// Name is what people call the worker; a unique suffix is added.
	Name string
	// User is the name in the worker's token, "" for "worker". Trusted workers also
	// get reserved jobs; their tokens must say so.
	User              string
	IsTrusted         bool
	Slots             int           // jobs at a time, at least 1
	HeartbeatInterval time.Duration // 0 for DefaultHeartbeat
	Log               *slog.Logger  // nil for no log
	// Finished, if not nil, is called after each job with its duration and how
	// it ended: Answered, Failed or Dropped. Calls may be concurrent.
	Finished func(kind, end string, took time.Duration)
}

// How a job ends at a worker.
const (
	Answered = "answered"
	Failed   = "failed"  // with an error
	Dropped  = "dropped" // unfinished: returned, or no longer wanted
)

// ErrExcluded is the error of a worker that a dispatcher has excluded.
var ErrExcluded = errors.New("excluded: this worker's answers are wrong")

// Worker does jobs. Create it with [NewWorker].
type Worker struct {
	WorkerConfig
	id         string
	sender     sender
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
	w := &Worker{WorkerConfig: c, id: c.Name + "-" + token(), sender: sender{bus.WorkerSubject, cmp.Or(c.User, "worker")}}
	if c.IsTrusted {
		w.sender.root = bus.TrustedSubject
	}
	return w
}

// Name returns the worker's unique name, which dispatchers know it by.
func (w *Worker) Name() string { return w.sender.worker(w.id) }

// Run does jobs until ctx is done, then returns unfinished ones to the queue.
// Where it may not create queues it waits for them. The error is ErrExcluded.
func (w *Worker) Run(ctx context.Context) error {
	for err := w.reopen(ctx); err != nil; err = w.reopen(ctx) {
		if ctx.Err() != nil {
			return nil
		}
		w.Log.Info("waiting for the queues to be created", "cause", err)
		pause(ctx, w.HeartbeatInterval)
	}
	w.Bus.OnReconnect(func() { _ = w.reopen(ctx) }) // pulls retry after a failure
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var tasks sync.WaitGroup
	tasks.Go(func() { w.announce(ctx) })
	for range w.Slots {
		tasks.Go(func() { w.runSlot(ctx, stop, false) })
	}
	tasks.Go(func() { w.runSlot(ctx, stop, true) })
	tasks.Wait()
	if cause := context.Cause(ctx); errors.Is(cause, ErrExcluded) {
		return cause
	}
	return nil
}

func (w *Worker) announce(ctx context.Context) {
	ticker := time.NewTicker(w.HeartbeatInterval)
	defer ticker.Stop()
	for {
		_ = w.Bus.Publish(subject(w.sender, allDispatchers, presenceSubject), encode(presence{w.id, w.Version, w.Slots})) // the next one may arrive
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
	}
}

const openTimeout = 5 * time.Second

// reopen creates the queues if the bus has lost them.
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

// runSlot does jobs one after another until ctx is done, perhaps only the most urgent.
func (w *Worker) runSlot(ctx context.Context, stop context.CancelCauseFunc, onlyNow bool) {
	for ctx.Err() == nil {
		w.mu.Lock()
		all := w.queues
		w.mu.Unlock()
		job, err := bus.Pull(ctx, pullOrder(all, w.IsTrusted, onlyNow)...)
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

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// runKind does a task. A panic becomes an error, because it must not end other jobs; its stack
// goes to the log.
func runKind(ctx context.Context, log *slog.Logger, name string, kind Kind, t *Task) (output []byte, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			log.Error("panic", "kind", name, "cause", cause, "stack", string(debug.Stack()))
			err = fmt.Errorf("panic: %v", cause)
		}
	}()
	output, err = kind(ctx, t)
	if err == nil && ctx.Err() != nil {
		err = ctx.Err()
	}
	if err == nil && len(output) > maxPiece {
		err = fmt.Errorf("output of %d bytes: want at most %d", len(output), maxPiece)
	}
	return output, err
}

type fileCache struct {
	mu    sync.Mutex
	files []cachedFile // the latest last
}

type cachedFile struct {
	hash string
	file []byte
}

// maxCachedFiles is enough for two generations of a network and a few more.
const maxCachedFiles = 8

func (s *fileCache) find(hash string) ([]byte, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range s.files {
		if f.hash == hash {
			return f.file, true
		}
	}
	return nil, false
}

func (s *fileCache) add(hash string, file []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.files) == maxCachedFiles {
		s.files = slices.Delete(s.files, 0, 1)
	}
	s.files = append(s.files, cachedFile{hash, file})
}

func (a *assignment) file(ctx context.Context, hash string) ([]byte, error) {
	if file, ok := a.files.find(hash); ok {
		return file, nil
	}
	var file []byte
	for {
		part, err := a.Bus.Request(ctx, subject(a.sender, a.Dispatcher, fileSubject), encode(fetch{hash, len(file)}))
		if err != nil {
			return nil, fmt.Errorf("file %q: %w", hash, err)
		}
		if len(part) == 0 {
			break
		}
		file = append(file, part...)
	}
	if got := Hash(file); got != hash {
		return nil, fmt.Errorf("file %q: got %d bytes with hash %q", hash, len(file), got)
	}
	a.files.add(hash, file)
	return file, nil
}
