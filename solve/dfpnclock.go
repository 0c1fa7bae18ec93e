package solve

import (
	"context"
	"time"

	"thera/engine"
)

// proofClock looks after a search's limits, and after what is to be done
// every so often.
type proofClock struct {
	ctx     context.Context
	limits  engine.Limits
	start   time.Time
	stopped bool
	next    uint64 // node count at which to look again
	chores  []chore
}

// chore is something to do at intervals.
type chore struct {
	every time.Duration
	last  time.Time
	do    func()
}

// look is called with the number of nodes visited so far.
func (c *proofClock) look(nodes uint64) {
	if nodes < c.next || c.stopped {
		return
	}
	const interval = 1 << 12
	c.next = nodes + interval
	now := time.Now()
	if n := c.limits.Nodes; n > 0 {
		c.stopped = nodes >= n
		c.next = min(c.next, n)
	}
	if t := c.limits.Time; c.ctx.Err() != nil || t > 0 && now.Sub(c.start) >= t {
		c.stopped = true
	}
	for i := range c.chores {
		if chore := &c.chores[i]; now.Sub(chore.last) >= chore.every {
			chore.do()
			chore.last = time.Now()
		}
	}
}

// every adds a chore, first done when its interval is over.
func (c *proofClock) every(interval time.Duration, do func()) {
	c.chores = append(c.chores, chore{interval, time.Now(), do})
}
