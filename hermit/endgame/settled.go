package endgame

import (
	"thera/game"
	"thera/hermit"
)

// Settled returns who wins, where that is known without a search, and nobody
// where it is not. What falls into small parts is worked out: the seat to move
// loses exactly when the nimbers of the parts cancel (Sprague 1935, Grundy
// 1939). It also loses a position that is [Mirrored].
//
// It allocates nothing and is meant for every node of a search.
func Settled(p *hermit.Position) (winners game.Seats) { return settled(p, maxPart) }

// Plain returns who wins where that is plain without nimbers, and for how many plies
// the game goes on at most; nobody where it is not. The seat to move loses a position
// that is [Mirrored], and one where an even number of single blocks is left.
func Plain(p *hermit.Position) (winners game.Seats, plies int) {
	winners = settled(p, 2)
	if winners != 0 {
		left := p.Spots()
		plies = left.Len()
	}
	return winners, plies
}

// settled returns who wins where no part has more spots than that, or by the mirror.
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

// cutPart takes one part out of the spots and returns it. Two spots exclude
// each other if they have the same square, or the same color and squares that
// touch; a part is all that hangs together in this way, so that a move in one
// part leaves the others as they are. There must be a spot to begin with.
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
