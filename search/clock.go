package search

import (
	"time"

	"thera/engine"
	"thera/game"
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

// trend follows an answer from depth to depth and says how much of its time a
// turn deserves.
type trend struct {
	move  game.Move
	score engine.Score
}

// share returns which part of the soft time to spend, given the answer at one
// more depth and the part of the nodes there that its best move took. Where
// that is nearly all, the other moves are refuted without any trouble, and
// there is little to think about; where the move has just changed or turned
// out worse, there is more.
func (t *trend) share(best engine.Info, effort float64) float64 {
	changed, dropped := t.move != best.Best(), t.score-best.Score >= troubling
	t.move, t.score = best.Best(), best.Score
	switch {
	case changed || dropped:
		return 1.5
	case effort > 0.9:
		return 0.2
	}
	return 1
}

// troubling is a loss of score in centilogits from one depth to the next.
const troubling = 25
