package task

import (
	"time"

	"thera/engine"
)

// Budget is how much of a clock to spend on one turn. Zero means no bound.
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
	// softDivisor makes Soft half of the turn's part: searching one more ply
	// takes several times as long as the ply before, so what begins later would
	// hardly finish.
	softDivisor = 2
	// hardFactor makes Hard twice the turn's part, for turns on which a search
	// is in trouble, but never more than a third (hardDivisor) of the time
	// left.
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
