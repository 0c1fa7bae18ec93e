package search

import (
	"time"

	"thera/engine"
)

// budget says how much of a clock to spend on a turn: after soft no deeper
// search is begun, at hard the search is stopped. Zero is no bound.
type budget struct{ soft, hard time.Duration }

// turnsToGo is how many own turns a clock is spread over. Most games are
// decided before they are full, so later turns get by with less.
const turnsToGo = 20

// newBudget divides a clock. An iteration takes several times as long as the
// one before, so one that begins late in the soft time could not finish: hence
// soft is half of the fair share, and hard, for when a search is in trouble,
// twice.
func newBudget(c engine.Clock) budget {
	if c.Left <= 0 {
		return budget{}
	}
	share := c.Left/turnsToGo + c.Increment*3/4
	return budget{
		soft: share / 2,
		hard: max(min(2*share, c.Left/3), time.Millisecond),
	}
}
