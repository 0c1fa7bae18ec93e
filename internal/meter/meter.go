package meter

import (
	"context"
	"math"
	"sync"
	"sync/atomic"
	"time"
)

// Limits bounds a search. It ends at the first limit reached; zero fields do
// not count.
type Limits struct {
	// Nodes is the number of nodes that are visited.
	Nodes uint64
	// Time is how much of its own time the search may use.
	Time time.Duration
	// Ponder, if not nil, is closed when the search's own time begins: before
	// that it is on the opponent's, and none counts.
	Ponder <-chan struct{}
}

// Meter measures one search. Its methods may be called concurrently, but for
// Report.
type Meter struct {
	limits Limits
	// canceled is the context's Err, asked at each look: on the page it lets
	// others have the only thread, as a channel of the context could not.
	canceled func() error
	start    time.Time
	// pondered is how many nanoseconds after start own time began, 0 until
	// then or where all time is own.
	pondered atomic.Int64
	nodes    atomic.Uint64
	stopped  atomic.Bool

	report    func() // nil if nobody wants to know
	reporting sync.Mutex
	reported  atomic.Int64 // nanoseconds after start
}

// Start begins to measure a search, which stops when ctx is done.
func Start(ctx context.Context, limits Limits) *Meter {
	return &Meter{limits: limits, canceled: ctx.Err, start: time.Now()}
}

// Count takes note of more nodes, looks at the limits and returns whether the
// search has to stop.
func (m *Meter) Count(more uint64) (stop bool) {
	m.nodes.Add(more)
	return m.check(m.Time())
}

// check stops the search if a limit is reached, and reports progress if it is
// time for that. now is the time since the start.
func (m *Meter) check(now time.Duration) (stop bool) {
	if m.expired(now) {
		m.Stop()
	}
	if m.report != nil && now-time.Duration(m.reported.Load()) >= time.Second && m.reporting.TryLock() {
		m.reported.Store(int64(now))
		m.report()
		m.reporting.Unlock()
	}
	return m.Stopped()
}

// Left returns with how many more nodes the limit is exceeded, at least 1.
func (m *Meter) NodesLeft() uint64 {
	limit := m.limits.Nodes
	if limit == 0 {
		return math.MaxUint64
	}
	return limit + 1 - min(limit, m.Nodes())
}

// Nodes returns how many nodes the workers have told of.
func (m *Meter) Nodes() uint64 { return m.nodes.Load() }

// Time returns how long ago the search was started.
func (m *Meter) Time() time.Duration { return time.Since(m.start) }

// Late reports whether the search has used up d of its own time, if d is more
// than 0.
func (m *Meter) HasSpent(d time.Duration) bool { return d > 0 && m.ownTime(m.Time()) >= d }

// own returns how much of the search's own time is used up at now, the time
// since the start.
func (m *Meter) ownTime(now time.Duration) time.Duration {
	if m.limits.Ponder == nil {
		return now
	}
	select {
	case <-m.limits.Ponder:
		m.pondered.CompareAndSwap(0, int64(max(now, 1)))
		return now - time.Duration(m.pondered.Load())
	default:
		return 0
	}
}

// Expired reports whether a limit is reached or the context is done, however
// the search was stopped.
func (m *Meter) Expired() bool { return m.expired(m.Time()) }

func (m *Meter) expired(now time.Duration) bool {
	return m.canceled() != nil || m.limits.Nodes > 0 && m.Nodes() > m.limits.Nodes || m.limits.Time > 0 && m.ownTime(now) >= m.limits.Time
}

// Stop has all workers stop, as soon as each of them looks or asks Stopped.
func (m *Meter) Stop() { m.stopped.Store(true) }

// Stopped reports whether the search has to stop. It is so quick that it may
// be asked at every node.
func (m *Meter) Stopped() bool { return m.stopped.Load() }

// Resume lets workers go on after Stop. If a limit is reached they stop again
// when they look.
func (m *Meter) Resume() { m.stopped.Store(false) }

// Report has progress reported about once a second from now on, by one of the
// workers while it looks, and never by two at once. It is called before the
// workers begin; nil is for nobody to know.
func (m *Meter) Report(progress func()) {
	m.report = progress
	m.reported.Store(int64(m.Time()))
}
