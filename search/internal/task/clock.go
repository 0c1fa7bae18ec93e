package task

import (
	"time"

	"thera/engine"
)

// Budget is how much of a clock to spend on one turn. Zero is no bound.
type Budget struct {
	// Soft is when to begin no deeper search.
	Soft time.Duration
	// Hard is when to stop whatever is being searched.
	Hard time.Duration
}

// How a clock is divided. All numbers are chosen by hand, not tuned.
const (
	// turnsToGo is how many own turns the time left is spread over. It is
	// less than a whole game has, because most games are decided before they
	// are full and later turns get by with less.
	turnsLeft = 20
	// A turn's share of the time left is raised by three quarters of what it
	// gets back as increment, so that the clock still grows a little.
	incrementShare, incrementParts = 3, 4
	// softDivisor makes soft half of the share: a search to one more ply takes
	// several times as long as the one before, so what begins later would
	// hardly finish.
	softDivisor = 2
	// hardFactor makes hard twice the share, for turns on which a search is in
	// trouble, but never more than a third (hardDivisor) of the time left.
	hardFactor, hardDivisor = 2, 3
)

// NewBudget returns the budget for the next turn of a clock.
func NewBudget(c engine.Clock) Budget {
	if c.Left <= 0 {
		return Budget{}
	}
	share := c.Left/turnsLeft + c.Increment*incrementShare/incrementParts
	return Budget{
		Soft: share / softDivisor,
		Hard: max(min(hardFactor*share, c.Left/hardDivisor), time.Millisecond),
	}
}
