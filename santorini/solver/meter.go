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
	nodes    uint64
	next     uint64 // the number of nodes at which to look at the limits
	stopped  bool
	chores   func() // called every so often
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
	m.chores()
}
