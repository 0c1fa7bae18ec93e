package alphabeta

import (
	"thera/engine"
	"thera/game"
)

// trend follows an answer from depth to depth and says how much of its time a
// turn deserves.
type trend struct {
	move  game.Move
	score engine.Score
}

// How time is divided by the trend. With these numbers, chosen by hand, the
// player was as strong as without in 80 games on a clock (40–40,
// docs/contributing/experiments.md): no difference shown, but forced moves come sooner.
const (
	troubling   = 25  // a loss of score in centilogits from one depth to the next
	troubled    = 1.5 // of the time after such a loss, or when the move has changed
	easyEffort  = 0.9 // the part of the nodes that goes into an easy best move
	easyPortion = 0.2 // of the time for such a move
)

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
		return troubled
	case effort > easyEffort:
		return easyPortion
	}
	return 1
}
