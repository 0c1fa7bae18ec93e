package meter

import "time"

const (
	// Longest is the most nodes from one look to the next: so many that the
	// looks take no time that could be measured, so few that several workers
	// hardly exceed a limit of nodes.
	Longest = 512
	// pace is how much time goes by from one look to the next, as far as
	// Longest lets it. People take less than 50 ms for at once.
	pace = 5 * time.Millisecond
)

// Counter counts the nodes of one worker, by which it alone may use it.
type Counter struct {
	// Nodes is how many nodes the worker has counted. It may add to them
	// itself, and ask whether it is Due afterwards.
	Nodes uint64

	meter    *Meter
	told     uint64        // the part of Nodes that the meter knows of
	next     uint64        // how many are counted when it is time to look
	interval uint64        // from one look to the next
	looked   time.Duration // when that was last, after the start
}

// Counter returns a counter of nodes for one worker. It looks with its first
// node, and then finds out how many nodes to count from one look to the next.
func (m *Meter) Counter() Counter { return Counter{meter: m, interval: 1, looked: m.Time()} }

// Visit counts a node and reports whether it is time to look.
func (c *Counter) Visit() (due bool) {
	c.Nodes++
	return c.Nodes >= c.next
}

// Due reports whether it is time to look.
func (c *Counter) Due() bool { return c.Nodes >= c.next }

// Look tells the meter of the nodes counted, and returns whether the search has
// to stop. If so, it is due at every node from then on.
func (c *Counter) Look() (stop bool) {
	m := c.meter
	c.Tell()
	now := m.Time()
	if m.check(now) {
		c.next = 0
		return true
	}
	switch took := now - c.looked; {
	case took > 2*pace:
		c.interval = max(c.interval*uint64(pace)/uint64(took), 1)
	case took < pace:
		c.interval = min(2*c.interval, Longest)
	}
	c.looked = now
	c.next = c.Nodes + min(c.interval, m.Left())
	return false
}

// Tell tells the meter of the nodes counted, without a look at the limits.
func (c *Counter) Tell() {
	c.meter.nodes.Add(c.Nodes - c.told)
	c.told = c.Nodes
}

// Total returns how many nodes all workers have counted, as far as this one
// knows: of the others those that they have told of.
func (c *Counter) Total() uint64 { return c.meter.Nodes() + c.Nodes - c.told }
