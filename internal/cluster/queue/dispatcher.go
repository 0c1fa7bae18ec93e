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

	"github.com/prometheus/client_golang/prometheus"

	"thera/internal/cluster/bus"
)

// DispatcherConfig is what a [Dispatcher] needs.
type DispatcherConfig struct {
	Bus *bus.Bus
	// Kinds are the jobs that the dispatcher can do itself, to decide who is right.
	Kinds map[string]Kind
	// Version is the program's version; only workers of the same version get
	// its jobs.
	Version           string
	HeartbeatInterval time.Duration // 0 for DefaultHeartbeat; must be the workers'
	Log               *slog.Logger  // nil for no log
}

// Dispatcher has jobs done by workers. It is safe for concurrent use.
type Dispatcher struct {
	DispatcherConfig
	id     string
	queues [len(urgencies)]*bus.Queue
	stops  []func() // end its subscriptions and keepQueued
	keeper sync.WaitGroup

	mu      sync.Mutex
	jobs    map[string]*pending // by ID in the queue
	workers map[string]*workerState
	files   map[string][]byte
	count   int
}

type pending struct {
	Job
	id       string
	key      string          // known to those who have pulled the job
	data     []byte          // as in the queue
	claimant string          // the worker that does it
	excluded map[string]bool // workers that do not get it
	attempts int             // number of claims
	failed   error           // error of the first worker that failed
	failedAt string          // that worker, which gets the job again only if no other can
	answer   chan Answer     // buffered
	fail     chan error

	reportMu sync.Mutex // held while Report is called
	isDone   bool       // Report must not be called any more
}

// report passes on the progress while the job is pending.
func (p *pending) report(how Progress) {
	p.reportMu.Lock()
	defer p.reportMu.Unlock()
	if p.Report != nil && !p.isDone {
		p.Report(how)
	}
}

type workerState struct {
	WorkerInfo
	lastSeen   time.Time
	isExcluded bool
}

// WorkerInfo is a worker as a dispatcher sees it.
type WorkerInfo struct {
	Name      string
	Slots     int
	IsTrusted bool
	Done      int       // jobs answered for this dispatcher
	Since     time.Time // when the dispatcher first saw it
}

// maxAttempts is how many workers may claim a job and disappear before the job
// is taken to be the cause.
const maxAttempts = 5

// OpenDispatcher returns a dispatcher. The caller must close it.
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
	reconnected := make(chan struct{}, 1)
	c.Bus.OnReconnect(func() {
		select {
		case reconnected <- struct{}{}:
		default: // already signaled
		}
	})
	ctx, stop := context.WithCancel(context.WithoutCancel(ctx))
	d.stops = append(d.stops, stop)
	d.keeper.Go(func() { d.keepQueued(ctx, reconnected) })
	return d, nil
}

// Close ends the dispatcher. Workers drop its jobs.
func (d *Dispatcher) Close() {
	for _, stop := range d.stops {
		stop()
	}
	d.stops = nil
	d.keeper.Wait()
}

// Offer lets workers fetch a file by the returned hash.
func (d *Dispatcher) Offer(file []byte) (hash string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	hash = Hash(file)
	d.files[hash] = file
	return hash
}

// Ask has a job done by any worker except some, and returns the answer. It
// waits for a worker until ctx is done. The error is that of ctx, or that of
// the job after it failed twice, at two workers if there are.
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

// putRetry is how long to wait before another attempt to use a queue that is
// full or unavailable.
const putRetry = 200 * time.Millisecond

// put puts a job into its queue, waiting for space.
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
			d.warn(ctx, "cannot put a job into its queue", err, "kind", p.Kind)
			d.reopen(ctx)
		}
		select {
		case <-time.After(putRetry):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// reopen creates the queues if the bus has lost them.
func (d *Dispatcher) reopen(ctx context.Context) {
	all, err := queues(ctx, d.Bus, d.Version, d.HeartbeatInterval)
	if err != nil {
		d.warn(ctx, "queues not opened", err)
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.queues = all
}

// warn logs what has failed, unless it is because nobody wants it any more.
func (d *Dispatcher) warn(ctx context.Context, what string, err error, args ...any) {
	if !errors.Is(ctx.Err(), context.Canceled) {
		d.Log.Warn(what, append(args, "cause", err)...)
	}
}

// requeueInterval is how many heartbeats pass before all jobs are put again.
const requeueInterval = 15

// keepQueued puts all jobs into the queues again after the bus was unavailable and may
// have lost them, and regularly: workers drop jobs while they cannot reach the dispatcher,
// which need not notice.
func (d *Dispatcher) keepQueued(ctx context.Context, reconnected <-chan struct{}) {
	for {
		select {
		case <-reconnected:
		case <-time.After(requeueInterval * d.HeartbeatInterval):
		case <-ctx.Done():
			return
		}
		d.requeueAll(ctx)
	}
}

// requeueAll puts all jobs into the queues again, which ignore those they already have.
// One that was answered meanwhile is dropped at the claim.
func (d *Dispatcher) requeueAll(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	d.reopen(ctx)
	d.mu.Lock()
	jobs := slices.Collect(maps.Values(d.jobs))
	d.mu.Unlock()
	for _, p := range jobs {
		if err := d.put(ctx, p); err != nil {
			d.warn(ctx, "cannot put a job into its queue again", err, "kind", p.Kind)
			return
		}
	}
}

// Do does a job in this process.
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
		return nil, fmt.Errorf("file %q: the dispatcher does not offer it", hash)
	}}
	output, err := runKind(ctx, d.Log, job.Kind, kind, t)
	return Answer{Output: output}, err
}

// Workers returns the workers that can get jobs, by name.
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

// isAlive reports whether a worker can get jobs. d.mu must be held.
func (d *Dispatcher) isAlive(w *workerState) bool {
	return !w.isExcluded && time.Since(w.lastSeen) < maxMissedHeartbeats*d.HeartbeatInterval
}

// Exclude makes the dispatcher ignore a worker from now on.
func (d *Dispatcher) Exclude(worker string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if w := d.worker(worker); !w.isExcluded {
		w.isExcluded = true
		d.Log.Error("worker excluded: its answers are wrong", "worker", worker)
	}
}

// IsExcluded reports whether a worker is excluded.
func (d *Dispatcher) IsExcluded(worker string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	w, ok := d.workers[worker]
	return ok && w.isExcluded
}

// Limits of what workers can make a dispatcher believe and remember.
const (
	maxWorkers = 4096
	maxSlots   = 1024 // of one worker
)

// worker returns the state of a worker, which is not kept if there are too many of them.
// d.mu must be held.
func (d *Dispatcher) worker(name string) *workerState {
	if w, ok := d.workers[name]; ok {
		return w
	}
	w := &workerState{WorkerInfo: WorkerInfo{Name: name, Slots: 1, Since: time.Now()}}
	if len(d.workers) >= maxWorkers {
		maps.DeleteFunc(d.workers, func(_ string, other *workerState) bool { return !other.isExcluded && !d.isAlive(other) })
	}
	if len(d.workers) < maxWorkers {
		d.workers[name] = w
	}
	return w
}

// queueMetrics reports the length of the queues, for scaling the workers.
type queueMetrics struct {
	bus       *bus.Bus
	version   string
	jobs, age *prometheus.Desc
}

// NewQueueMetrics returns the metrics of a version's queues.
func NewQueueMetrics(b *bus.Bus, version string) prometheus.Collector {
	return &queueMetrics{
		b, version,
		prometheus.NewDesc("thera_work_jobs", "Jobs in the queues, by urgency and by whether they wait or somebody works on them.", []string{"urgency", "state"}, nil),
		prometheus.NewDesc("thera_work_oldest_seconds", "For how long the oldest job has been in its queue, 0 for none, by urgency.", []string{"urgency"}, nil),
	}
}

// Describe implements [prometheus.Collector].
func (m *queueMetrics) Describe(c chan<- *prometheus.Desc) {
	c <- m.jobs
	c <- m.age
}

// Collect implements [prometheus.Collector]. It reports nothing while the bus
// is unavailable, and never creates queues.
func (m *queueMetrics) Collect(c chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	for i, urgency := range urgencies {
		l, err := m.bus.Length(ctx, queueName(m.version, urgency), bus.QueueConfig{Reserved: Urgency(i) == Reserved})
		if err != nil {
			return
		}
		c <- prometheus.MustNewConstMetric(m.jobs, prometheus.GaugeValue, float64(l.Waiting), urgency, "waiting")
		c <- prometheus.MustNewConstMetric(m.jobs, prometheus.GaugeValue, float64(l.Working), urgency, "working")
		c <- prometheus.MustNewConstMetric(m.age, prometheus.GaugeValue, l.Oldest.Seconds(), urgency)
	}
}
