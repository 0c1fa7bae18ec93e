package alphabeta

import (
	"thera/engine"
	"thera/game"
)

// trend follows the answer from depth to depth and decides how much time the
// turn deserves.
type trend struct {
	move  game.Move
	score engine.Score
}

// How the trend changes a turn's time. With these numbers, chosen by hand, the
// player was as strong as without in 80 games on a clock (40–40,
// docs/contributing/experiments.md): no difference shown, but forced moves come sooner.
const (
	scoreDrop      = 25  // loss of score from one depth to the next, in centilogits
	unstableFactor = 1.5 // time factor after such a loss, or when the move has changed
	easyEffort     = 0.9 // fraction of the nodes that goes into an easy best move
	easyFactor     = 0.2 // time factor for such a move
)

// timeFactor returns the factor of the soft time to spend, given the answer at one more
// depth and the fraction of that depth's nodes spent on the best move. If nearly all
// were, the other moves are refuted easily and there is little to think about; if the
// move has just changed or its score dropped, there is more.
func (t *trend) timeFactor(best engine.Info, effort float64) float64 {
	changed, dropped := t.move != best.Best(), t.score-best.Score >= scoreDrop
	t.move, t.score = best.Best(), best.Score
	switch {
	case changed || dropped:
		return unstableFactor
	case effort > easyEffort:
		return easyFactor
	}
	return 1
}
