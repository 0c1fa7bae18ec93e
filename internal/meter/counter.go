package meter

import "time"

const (
	// Longest is the most nodes from one look to the next: so many that the
	// looks take no time that could be measured, so few that several workers
	// hardly exceed a limit of nodes.
	MaxPollInterval = 512
	// pace is how much time goes by from one look to the next, as far as
	// Longest lets it. People take less than 50 ms for at once.
	pollPeriod = 5 * time.Millisecond
)

// Counter counts the nodes of one worker, by which it alone may use it.
type Counter struct {
	// Nodes is how many nodes the worker has counted. It may add to them
	// itself, and ask whether it is Due afterwards.
	Nodes uint64

	meter        *Meter
	flushed      uint64        // the part of Nodes that the meter knows of
	nextPoll     uint64        // how many are counted when it is time to look
	pollInterval uint64        // from one look to the next
	lastPoll     time.Duration // when that was last, after the start
}

// Counter returns a counter of nodes for one worker. It looks with its first
// node, and then finds out how many nodes to count from one look to the next.
func (m *Meter) Counter() Counter { return Counter{meter: m, pollInterval: 1, lastPoll: m.Time()} }

// Visit counts a node and reports whether it is time to look.
func (c *Counter) Visit() (due bool) {
	c.Nodes++
	return c.Nodes >= c.nextPoll
}

// Due reports whether it is time to look.
func (c *Counter) Due() bool { return c.Nodes >= c.nextPoll }

// Look tells the meter of the nodes counted, and returns whether the search has
// to stop. If so, it is due at every node from then on.
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

// Tell tells the meter of the nodes counted, without a look at the limits.
func (c *Counter) Flush() {
	c.meter.nodes.Add(c.Nodes - c.flushed)
	c.flushed = c.Nodes
}

// Total returns how many nodes all workers have counted, as far as this one
// knows: of the others those that they have told of.
func (c *Counter) Total() uint64 { return c.meter.Nodes() + c.Nodes - c.flushed }
