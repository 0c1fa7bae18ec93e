package search

import (
	"time"

	"thera/engine"
)

// Budget is how much of a clock a search may spend on one turn. Zero means no bound.
type Budget struct {
	// Soft is when to stop starting deeper searches.
	Soft time.Duration
	// Hard is when to stop searching altogether.
	Hard time.Duration
}

// How a clock is divided. All numbers were chosen by hand, not tuned.
const (
	// turnsLeft is how many of the seat's turns the remaining time is spread
	// over. It is less than a whole game has, because most games are decided
	// earlier and later turns need less time.
	turnsLeft = 20
	// A turn's part of the remaining time is raised by three quarters of the
	// increment, so that the clock still grows a little.
	incrementShare, incrementParts = 3, 4
	// softDivisor makes Soft half of the turn's part: searching one more ply takes
	// several times as long as the ply before, so what begins later would hardly finish.
	softDivisor = 2
	// hardFactor makes Hard twice the turn's part, for turns on which a search is in
	// trouble, but never more than a third (hardDivisor) of the time left.
	hardFactor, hardDivisor = 2, 3
)

// newBudget returns the budget for the next turn of a clock.
func newBudget(c engine.Clock) Budget {
	if c.Left == 0 {
		return Budget{}
	}
	share := turnShare(c)
	return Budget{
		Soft: share / softDivisor,
		Hard: max(min(hardFactor*share, c.Left/hardDivisor), time.Millisecond),
	}
}

// turnShare returns a turn's part of a clock.
func turnShare(c engine.Clock) time.Duration {
	return c.Left/turnsLeft + c.Increment*incrementShare/incrementParts
}

// Part returns the limits for one part of a turn, 1/divisor of what the request gives the
// seat to move: of its time and nodes, and of the turn's part of its clock.
func Part(req engine.Request, divisor int) engine.Limits {
	part := engine.Limits{Nodes: fraction(req.Limits.Nodes, divisor)}
	if clock := req.Limits.Clock(req.Position.Turn()); clock.Left != 0 {
		part.Time = max(min(turnShare(clock), clock.Left/hardDivisor)/time.Duration(divisor), 1)
	}
	return part.Within(engine.Limits{Time: fraction(req.Limits.Time, divisor)})
}

// fraction returns 1/divisor of a limit, at least 1: a limit of 0 is none.
func fraction[N time.Duration | uint64](limit N, divisor int) N {
	if limit == 0 {
		return 0
	}
	return max(limit/N(divisor), 1)
}

// Spent is what parts of a turn have used so far.
type Spent struct {
	Nodes uint64
	Time  time.Duration
}

// Add adds what another part has used.
func (s *Spent) Add(nodes uint64, took time.Duration) {
	s.Nodes += nodes
	s.Time += took
}

// Total returns info with what was spent before it.
func (s Spent) Total(info engine.Info) engine.Info {
	info.Nodes += s.Nodes
	info.Time += s.Time
	return info
}

// Left returns the request with the limits that are left of it, always enough for
// a last short search.
func (s Spent) Left(req engine.Request) engine.Request {
	if req.Limits.Time != 0 {
		req.Limits.Time = max(req.Limits.Time-s.Time, time.Millisecond)
	}
	if req.Limits.Nodes > 0 {
		req.Limits.Nodes -= min(s.Nodes, req.Limits.Nodes-1)
	}
	if turn := req.Position.Turn(); req.Limits.Clock(turn).Left != 0 {
		clock := &req.Limits.Clocks[turn]
		clock.Left = max(clock.Left-s.Time, time.Millisecond)
	}
	return req
}
