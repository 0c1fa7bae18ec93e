package engine

import (
	"context"
	"math"
	"sync"
	"sync/atomic"
	"time"
)

// Meter measures one search or proof: it counts nodes, keeps the time, and says when to
// stop. Its methods may be called concurrently, except Report.
type Meter struct {
	maxNodes uint64        // 0 for no limit
	maxTime  time.Duration // of the search's own time, 0 for no limit
	ponder   <-chan struct{}
	// canceled is the context's Err, called at each poll. In a browser the call also
	// yields the only thread to others, which waiting for a channel would not do.
	canceled func() error
	start    time.Time
	// pondered is how many nanoseconds after the start the search's own time
	// began, 0 until then or without pondering.
	pondered atomic.Int64
	nodes    atomic.Uint64
	stopped  atomic.Bool

	report    func() // nil for no reports
	reporting sync.Mutex
	reported  atomic.Int64 // nanoseconds after start
}

// StartMeter starts measuring a search, which stops when it has spent limits.Time, visited
// limits.Nodes, or ctx is done. The meter ignores Depth and Clocks; they are up to the
// search. ponder is [Request.Ponder]: if it is not nil, time counts once it is closed.
func StartMeter(ctx context.Context, limits Limits, ponder <-chan struct{}) *Meter {
	return &Meter{maxNodes: limits.Nodes, maxTime: limits.Time, ponder: ponder, canceled: ctx.Err, start: time.Now()}
}

// Count adds nodes, checks the limits and reports whether the search has to stop.
func (m *Meter) Count(more uint64) (stop bool) {
	m.nodes.Add(more)
	return m.check(m.Time())
}

// check stops the search if a limit is reached, and reports progress if that is
// due. now is the time since the start.
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

// NodesLeft returns after how many more nodes the limit is exceeded, at least 1.
func (m *Meter) NodesLeft() uint64 {
	if m.maxNodes == 0 {
		return math.MaxUint64
	}
	return m.maxNodes + 1 - min(m.maxNodes, m.Nodes())
}

// Nodes returns how many nodes the workers have flushed.
func (m *Meter) Nodes() uint64 { return m.nodes.Load() }

// Time returns how long ago the search started.
func (m *Meter) Time() time.Duration { return time.Since(m.start) }

// HasSpent reports whether the search has used up d, other than 0, of its own time.
func (m *Meter) HasSpent(d time.Duration) bool { return d != 0 && m.ownTime(m.Time()) >= d }

// ownTime returns how much of its own time the search has used at now, the time
// since the start. Until its own time begins that is less than any limit.
func (m *Meter) ownTime(now time.Duration) time.Duration {
	if m.ponder == nil {
		return now
	}
	select {
	case <-m.ponder:
		m.pondered.CompareAndSwap(0, int64(max(now, 1)))
		return now - time.Duration(m.pondered.Load())
	default:
		return math.MinInt64
	}
}

// Expired reports whether a limit is reached or the context is done, regardless
// of why the search stopped.
func (m *Meter) Expired() bool { return m.expired(m.Time()) }

func (m *Meter) expired(now time.Duration) bool {
	return m.canceled() != nil || m.maxNodes > 0 && m.Nodes() > m.maxNodes || m.maxTime != 0 && m.ownTime(now) >= m.maxTime
}

// Stop makes all workers stop at their next poll or call of Stopped.
func (m *Meter) Stop() { m.stopped.Store(true) }

// Stopped reports whether the search has to stop. It is fast enough to be
// called at every node.
func (m *Meter) Stopped() bool { return m.stopped.Load() }

// Resume lets workers continue after Stop. If a limit is reached they stop
// again at their next poll.
func (m *Meter) Resume() { m.stopped.Store(false) }

// Report sets a function to be called about once a second by one of the workers while it
// polls, never by two at once. Set it before the workers begin; nil turns reports off.
func (m *Meter) Report(progress func()) {
	m.report = progress
	m.reported.Store(int64(m.Time()))
}

const (
	// MaxPollInterval is the largest number of nodes from one poll to the next:
	// large enough that polling takes no measurable time, small enough that
	// several workers hardly exceed a limit on nodes.
	MaxPollInterval = 512
	// pollPeriod is the intended time from one poll to the next, as far as
	// MaxPollInterval allows. People perceive less than 50 ms as immediate.
	pollPeriod = 5 * time.Millisecond
)

// Counter counts the nodes of one worker. Only that worker may use it.
type Counter struct {
	// Nodes is how many nodes the worker has counted. The worker may add to it
	// directly and then check Due.
	Nodes uint64

	meter        *Meter
	flushed      uint64        // the part of Nodes already added to the meter
	nextPoll     uint64        // value of Nodes at which the next poll is due
	pollInterval uint64        // nodes from one poll to the next
	lastPoll     time.Duration // time of the last poll, since the start
}

// Counter returns a counter of nodes for one worker. It polls at its first node
// and adapts the interval from there.
func (m *Meter) Counter() Counter { return Counter{meter: m, pollInterval: 1, lastPoll: m.Time()} }

// Visit counts a node and reports whether a poll is due.
func (c *Counter) Visit() (due bool) {
	c.Nodes++
	return c.Nodes >= c.nextPoll
}

// Due reports whether a poll is due.
func (c *Counter) Due() bool { return c.Nodes >= c.nextPoll }

// Poll adds the nodes counted to the meter, and reports whether the search has
// to stop. Once it has, every node is due.
func (c *Counter) Poll() (stop bool) {
	m := c.meter
	c.Flush()
	now := m.Time()
	if m.check(now) {
		c.nextPoll = 0
		return true
	}
	switch took := now - c.lastPoll; {
	case took > 2*pollPeriod:
		c.pollInterval = max(c.pollInterval*uint64(pollPeriod)/uint64(took), 1)
	case took < pollPeriod:
		c.pollInterval = min(2*c.pollInterval, MaxPollInterval)
	}
	c.lastPoll = now
	c.nextPoll = c.Nodes + min(c.pollInterval, m.NodesLeft())
	return false
}

// Flush adds the nodes counted to the meter without checking limits.
func (c *Counter) Flush() {
	c.meter.nodes.Add(c.Nodes - c.flushed)
	c.flushed = c.Nodes
}

// Total returns how many nodes all workers have counted, as far as this worker
// knows: all of its own, and those the others have flushed.
func (c *Counter) Total() uint64 { return c.meter.Nodes() + c.Nodes - c.flushed }
