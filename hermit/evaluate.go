package hermit

import "thera/game"

const (
	// certain is the value of a position that is won.
	certain = 1500
	// moverAhead is the value of a position that is not worked out. One good
	// move is all the seat to move needs, and in positions from random games
	// it has one nine times out of ten.
	moverAhead = 220
)

// Evaluate estimates the chances of seat in centilogits. What falls into small
// parts is worked out: the seat to move loses exactly when the nimbers of the
// parts cancel (Sprague 1935, Grundy 1939). It also loses a position in which
// the other seat can answer each move with its mirror image. All other
// positions are worth the same to the seat to move, for neither the number of
// moves left nor its parity tells who wins them.
func (p *Position) Evaluate(seat game.Seat) int {
	value := moverAhead
	if wins, known := p.moverWins(); known {
		value = certain
		if !wins {
			value = -certain
		}
	}
	if seat != p.turn {
		return -value
	}
	return value
}

// moverWins reports whether the seat to move wins, if that is known.
func (p *Position) moverWins() (wins, known bool) {
	left := p.spots()
	if p.mirrored(&left) {
		return false, true
	}
	sum := 0
	for !left.isEmpty() {
		part := left.cutPart()
		switch n := part.len(); {
		case n > maxPart:
			return false, false
		case n <= 2:
			sum ^= 1 // any move uses it up
		default:
			sum ^= part.nimber()
		}
	}
	return sum != 0, true
}

// Mirrored reports whether a half turn shows that the seat to move loses: it
// leaves what may still be covered as it is, and no move excludes its own
// image, with which the other seat can therefore answer.
func (p *Position) Mirrored() bool {
	left := p.spots()
	return p.mirrored(&left)
}

// mirrored reports whether turning the board by 180° leaves the spots as they
// are and no block excludes its own image. Then this is so again after each
// move and its image, and whoever is to move runs out first. A block can
// exclude its image only if a square of it is or touches its own image, which
// are the one, two or four squares at the center of the board.
func (p *Position) mirrored(s *spots) bool {
	last := game.At(int(p.files)-1, int(p.ranks)-1)
	for _, open := range s {
		for rest := open; !rest.IsEmpty(); rest = rest.WithoutFirst() {
			square := rest.First()
			image := last - square
			if !open.Has(image) || game.Single(square).Spread().Has(image) {
				return false
			}
		}
	}
	return true
}
