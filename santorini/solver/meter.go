package solver

import (
	"context"
	"time"

	"thera/engine"
)

// meter counts positions and stops the search at the limits.
type meter struct {
	ctx      context.Context
	limits   engine.Limits
	start    time.Time
	earlier  time.Duration // spent before start, by a solver interrupted since
	nodes    uint64
	next     uint64 // the number of nodes at which to look at the limits
	stopped  bool
	report   func() // called about once a second
	reported time.Time
}

// visit counts a position.
func (m *meter) visit() {
	m.nodes++
	if m.nodes >= m.next {
		m.look()
	}
}

func (m *meter) look() {
	const interval = 1024
	m.next = m.nodes + interval
	if n := m.limits.Nodes; n > 0 {
		m.stopped = m.stopped || m.nodes > n
		m.next = min(m.next, n+1)
	}
	now := time.Now()
	if m.ctx.Err() != nil || m.limits.Time > 0 && now.Sub(m.start) >= m.limits.Time {
		m.stopped = true
	}
	if m.report != nil && now.Sub(m.reported) >= time.Second {
		m.reported = now
		m.report()
	}
}

// spent returns the time since the start, that of earlier searches included.
func (m *meter) spent() time.Duration { return m.earlier + time.Since(m.start) }
