package endgame

import (
	"thera/game"
	"thera/hermit"
)

// Settled returns the winner if it is known without a search, and 0 otherwise. A
// position that consists of small parts is solved: the seat to move loses exactly if
// the nimbers of the parts cancel (Sprague 1935, Grundy 1939). It also loses a position
// that is [Mirrored].
//
// It allocates nothing and is cheap enough for every node of a search.
func Settled(p *hermit.Position) (winners game.Seats) { return settled(p, maxPart) }

// Plain returns the winner if it is obvious without nimbers, and at most how many plies
// are left to play; otherwise 0. The seat to move loses a position that is [Mirrored],
// and one in which an even number of single blocks is left.
func Plain(p *hermit.Position) (winners game.Seats, plies int) {
	winners = settled(p, 2)
	if winners != 0 {
		left := p.Spots()
		plies = left.Len()
	}
	return winners, plies
}

// settled returns the winner if no part has more than most spots, or if the position is
// mirrored.
func settled(p *hermit.Position, most int) (winners game.Seats) {
	left := p.Spots()
	if mirrored(p, &left) {
		return game.Only(1 - p.Turn())
	}
	sum := 0
	for !left.IsEmpty() {
		part := cutPart(&left)
		switch n := part.Len(); {
		case n > most:
			return 0
		case n <= 2:
			sum ^= 1 // any move uses it up
		default:
			sum ^= nimber(&part)
		}
	}
	if sum == 0 {
		return game.Only(1 - p.Turn())
	}
	return game.Only(p.Turn())
}

// cutPart removes one part from the spots, which must not be empty, and returns it. Two
// spots exclude each other if they have the same square, or the same color and squares
// that touch. A part is a connected component of that relation, so a move in one part
// leaves the others unchanged.
func cutPart(s *hermit.Spots) (part hermit.Spots) {
	squares := game.Single(s.Squares().First())
	for {
		var grown hermit.Spots
		for color := range s {
			grown[color] = squares.Or(part[color].Spread()).And(s[color])
		}
		if grown == part {
			break
		}
		part, squares = grown, grown.Squares()
	}
	for color := range s {
		s[color] = s[color].AndNot(part[color])
	}
	return part
}
