package tree

import (
	"thera/engine"
	"thera/game"
)

// outcome is what the seat to move can get by choosing one of the children.
type outcome struct {
	proof   engine.Score // in plies from the child, 0 while it is unknown
	winners game.Seats   // with a proof
	minimax float32      // the best chance among the children
}

// outcomeOf returns the outcome of a node by its children (MCTS-solver). If all
// lose, the winners are certain only if they are the same everywhere: with
// several seats the loser's choice may decide who wins.
func outcomeOf[M game.Code](children []node[M]) outcome {
	o := outcome{proof: -infinite}
	open, first := false, true
	for i := range children {
		c := &children[i]
		s := c.result()
		if s == 0 {
			open, o.minimax = true, max(o.minimax, c.minimax)
			continue
		}
		switch {
		case s > o.proof && s.Won():
			o.winners = c.winners
		case s.Lost() && first:
			o.winners = c.winners
		case s.Lost() && !o.proof.Won() && o.winners != c.winners:
			o.winners = 0
		}
		first = false
		o.proof = max(o.proof, s)
	}
	switch {
	case o.proof.Won():
		o.minimax = 1
	case open:
		return outcome{minimax: o.minimax}
	}
	return o
}

// infinite exceeds any score.
const infinite = engine.Score(1 << 15)

// chancesOfWinners returns the chances of each seat when some have won.
func chancesOfWinners(winners game.Seats) (chances [maxSeats]float32) {
	for seat := range winners.All() {
		chances[seat] = 1
	}
	return chances
}
