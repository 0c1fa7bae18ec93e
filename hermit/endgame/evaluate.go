package endgame

import (
	"thera/game"
	"thera/hermit"
)

const (
	// certain is the value of a position that is won: 15 logits, as good as
	// proven and well inside the range of scores. Chosen by hand, not tuned.
	certain = 1500
	// moverAhead is the value of a position that is not settled, a chance of
	// nine in ten for the seat to move. One good move is all it needs, and in
	// positions from random games it has one that often.
	moverAhead = 220
)

// Evaluate estimates the chances of seat in centilogits. Where
// [Settled] knows the winner that is certain. All other positions are
// worth the same to the seat to move, for neither the number of moves left nor
// its parity tells who wins them.
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
