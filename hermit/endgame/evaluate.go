package endgame

import (
	"thera/game"
	"thera/hermit"
)

const (
	// certain is the value of a won position: 15 logits, as good as proven and well
	// within the range of scores. Chosen by hand, not tuned.
	certain = 1500
	// moverAhead is the value for the seat to move of a position that is not settled: a
	// chance of nine in ten. One good move is all it needs, and in positions from
	// random games it has one that often.
	moverAhead = 220
)

// Evaluate estimates the chances of seat in centilogits. If [Settled] knows the winner,
// the value is certain. All other positions have the same value for the seat to move,
// because neither the number of moves left nor its parity predicts the winner.
func Evaluate(p *hermit.Position, seat game.Seat) int {
	winners := Settled(p)
	switch {
	case winners.Has(seat):
		return certain
	case winners != 0:
		return -certain
	case seat == p.Turn():
		return moverAhead
	}
	return -moverAhead
}
