package solve

import (
	"context"
	"sync/atomic"
	"time"

	"thera/engine"
)

// proofClock looks after a search's limits.
type proofClock struct {
	ctx    context.Context
	limits engine.Limits
	start  time.Time
	nodes  atomic.Uint64
	// stopped tells the workers to end. They go on from what is in the table
	// when they are asked again.
	stopped atomic.Bool
}

// clock starts the clock.
func (c *proofClock) clock(ctx context.Context, limits engine.Limits) {
	c.ctx, c.limits, c.start = ctx, limits, time.Now()
	c.nodes.Store(0)
	c.stopped.Store(false)
}

// addNodes counts nodes.
func (c *proofClock) addNodes(nodes uint64) {
	c.nodes.Add(nodes)
	if c.late() {
		c.stopped.Store(true)
	}
}

// late reports whether a limit is reached.
func (c *proofClock) late() bool {
	return c.limits.Nodes > 0 && c.nodes.Load() >= c.limits.Nodes ||
		c.limits.Time > 0 && time.Since(c.start) >= c.limits.Time || c.ctx.Err() != nil
}
