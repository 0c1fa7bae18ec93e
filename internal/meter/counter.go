package meter

import "time"

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
