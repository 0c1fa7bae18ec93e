package queue

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"thera/internal/cluster/bus"
)

// DispatcherConfig is what a desk needs.
type DispatcherConfig struct {
	Bus *bus.Bus
	// Kinds are what the desk can do itself, to find out who is right.
	Kinds map[string]Kind
	// Version is that of the program: its jobs are for workers of the same one.
	Version           string
	HeartbeatInterval time.Duration // 0 for DefaultBeat, the same as the workers'
	Log               *slog.Logger  // nil for nobody
}

// Dispatcher has jobs done. It is safe for concurrent use.
type Dispatcher struct {
	DispatcherConfig
	id     string
	queues [len(urgencies)]*bus.Queue
	stops  []func() // of what it listens to

	mu      sync.Mutex
	jobs    map[string]*pending // by id in the queue
	workers map[string]*workerState
	files   map[string][]byte
	count   int
}

// pending is a job that has no answer yet.
type pending struct {
	Job
	id       string
	data     []byte          // in the queue
	excluded map[string]bool // workers that don't get it
	attempts int             // by so many workers
	failed   error           // of the first worker whose try came to nothing
	answer   chan Answer     // of one, with room
	fail     chan error

	reportMu sync.Mutex // held while Report is called
	isDone   bool       // nobody wants to know any more
}

// report tells who has asked how far the job is, unless he has gone on.
func (p *pending) report(how Progress) {
	p.reportMu.Lock()
	defer p.reportMu.Unlock()
	if p.Report != nil && !p.isDone {
		p.Report(how)
	}
}

// workerState is what a desk knows of a worker.
type workerState struct {
	WorkerInfo
	lastSeen   time.Time
	isExcluded bool
}

// WorkerInfo is a worker as a desk sees it.
type WorkerInfo struct {
	Name  string
	Slots int
	Done  int       // jobs of this desk
	Since time.Time // when the desk saw it for the first time
}

// maxAttempts is how many workers may begin a job and not be heard of again, before
// it is taken to be the job's fault.
const maxAttempts = 5

// OpenDispatcher returns a desk, which is to be closed.
func OpenDispatcher(ctx context.Context, c DispatcherConfig) (*Dispatcher, error) {
	if c.HeartbeatInterval == 0 {
		c.HeartbeatInterval = DefaultHeartbeat
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	d := &Dispatcher{DispatcherConfig: c, id: token(), jobs: map[string]*pending{}, workers: map[string]*workerState{}, files: map[string][]byte{}}
	var err error
	if d.queues, err = queues(ctx, c.Bus, c.Version, c.HeartbeatInterval); err != nil {
		return nil, err
	}
	if err := d.listen(); err != nil {
		d.Close()
		return nil, err
	}
	c.Bus.OnReconnect(d.requeueAll)
	return d, nil
}

// Close ends the desk. Workers drop what they do for it.
func (d *Dispatcher) Close() {
	for _, stop := range d.stops {
		stop()
	}
	d.stops = nil
}

// Offer lets workers fetch a file, and returns the hash that names it.
func (d *Dispatcher) Offer(file []byte) (hash string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	hash = Hash(file)
	d.files[hash] = file
	return hash
}

// Ask has a job done by any worker but some, and returns its answer. Without a
// deadline in ctx it waits for a worker as long as that takes. The error is
// ctx's, or that of the job at two workers.
func (d *Dispatcher) Ask(ctx context.Context, job Job, not ...string) (Answer, error) {
	p := &pending{Job: job, excluded: map[string]bool{}, answer: make(chan Answer, 1), fail: make(chan error, 1)}
	for _, worker := range not {
		p.excluded[worker] = true
	}
	if err := d.register(p); err != nil {
		return Answer{}, err
	}
	defer d.forget(p)
	if err := d.put(ctx, p); err != nil {
		return Answer{}, err
	}
	for {
		select {
		case a := <-p.answer:
			return a, nil
		case err := <-p.fail:
			if p.failed != nil {
				return Answer{}, err
			}
			p.failed = err
			d.reassignID(p)
			if err := d.put(ctx, p); err != nil {
				return Answer{}, err
			}
		case <-ctx.Done():
			return Answer{}, ctx.Err()
		}
	}
}

// putRetry is how long a desk waits before it tries to put a job into a queue
// again, which is full or away.
const putRetry = 200 * time.Millisecond

// put puts a job into its queue, when there is room.
func (d *Dispatcher) put(ctx context.Context, p *pending) error {
	for {
		d.mu.Lock()
		queue, id := d.queues[p.Urgency], p.id
		d.mu.Unlock()
		_, err := queue.Put(ctx, id, p.data)
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case !errors.Is(err, bus.ErrFull):
			d.Log.Warn("job can't be put into its queue", "kind", p.Kind, "cause", err)
			if err := d.reopen(ctx); err != nil {
				d.Log.Warn("queues", "cause", err)
			}
		}
		select {
		case <-time.After(putRetry):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// reopen makes the queues if the bus has lost them.
func (d *Dispatcher) reopen(ctx context.Context) error {
	all, err := queues(ctx, d.Bus, d.Version, d.HeartbeatInterval)
	if err == nil {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.queues = all
	}
	return err
}

// requeueAll puts all jobs into the queues once more: the bus was away, and may have
// lost them. Those that are there stay as they are.
func (d *Dispatcher) requeueAll() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := d.reopen(ctx); err != nil {
		d.Log.Warn("queues", "cause", err)
	}
	d.mu.Lock()
	jobs := slices.Collect(maps.Values(d.jobs))
	d.mu.Unlock()
	for _, p := range jobs {
		if err := d.put(ctx, p); err != nil {
			d.Log.Warn("job is not put into its queue again", "kind", p.Kind, "cause", err)
			return
		}
	}
}

// Do does a job at the desk, with nobody else.
func (d *Dispatcher) Do(ctx context.Context, job Job) (Answer, error) {
	kind, ok := d.Kinds[job.Kind]
	if !ok {
		return Answer{}, fmt.Errorf("job of kind %q: want one of %v", job.Kind, slices.Sorted(maps.Keys(d.Kinds)))
	}
	t := &Task{Input: job.Input, report: job.Report, file: func(_ context.Context, hash string) ([]byte, error) {
		d.mu.Lock()
		defer d.mu.Unlock()
		if file, ok := d.files[hash]; ok {
			return file, nil
		}
		return nil, fmt.Errorf("file %q: want one that the desk offers", hash)
	}}
	output, err := runKind(ctx, kind, t)
	return Answer{Output: output}, err
}

// Workers returns the workers that can be given jobs, by their names.
func (d *Dispatcher) Workers() []WorkerInfo {
	d.mu.Lock()
	defer d.mu.Unlock()
	var all []WorkerInfo
	for _, name := range slices.Sorted(maps.Keys(d.workers)) {
		if w := d.workers[name]; d.isAlive(w) {
			all = append(all, w.WorkerInfo)
		}
	}
	return all
}

// isAlive reports whether a worker is there. d.mu is held.
func (d *Dispatcher) isAlive(w *workerState) bool {
	return !w.isExcluded && time.Since(w.lastSeen) < maxMissedHeartbeats*d.HeartbeatInterval
}

// Exclude has a worker heard no more.
func (d *Dispatcher) Exclude(worker string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if w := d.worker(worker); !w.isExcluded {
		w.isExcluded = true
		d.Log.Error("a worker is put out: what it answers is wrong", "worker", worker)
	}
}

// IsExcluded reports whether a worker is put out.
func (d *Dispatcher) IsExcluded(worker string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	w, ok := d.workers[worker]
	return ok && w.isExcluded
}

// worker returns what is known of a worker. d.mu is held.
func (d *Dispatcher) worker(name string) *workerState {
	w, ok := d.workers[name]
	if !ok {
		w = &workerState{WorkerInfo: WorkerInfo{Name: name, Slots: 1, Since: time.Now()}}
		d.workers[name] = w
	}
	return w
}
