package endgame

import (
	"thera/amazons"
	"thera/game"
)

// maxPart is how many empty squares a region may have to be a part of its own. The
// bounds of larger ones were seen to cost more to find than they save.
const maxPart = 3

// Parts appends the regions with few empty squares, each as an Ending of its own with
// White to move and nothing in hand. A single region is not a sum and has no parts.
func (e *Ending) Parts(parts []Ending) []Ending {
	ground := e.ground()
	region := flood(game.Single(ground.First()), ground)
	if region == ground {
		return parts
	}
	for {
		if empty := region.And(e.empty); empty.Len() <= maxPart {
			part := Ending{turn: amazons.White}
			part.empty = empty
			for seat := range part.amazons {
				part.amazons[seat] = e.amazons[seat].And(region)
			}
			parts = append(parts, part)
		}
		if ground = ground.AndNot(region); ground.IsEmpty() {
			return parts
		}
		region = flood(game.Single(ground.First()), ground)
	}
}

// Count replaces a part by turns in hand, negative for Black.
func (e *Ending) Count(part *Ending, turns int) {
	e.turnsInHand += turns
	e.remove(part.ground())
}

// Give returns the ending with the given seat to move and more turns in hand, negative
// for Black.
func (e *Ending) Give(turn game.Seat, turns int) Ending {
	next := *e
	next.turn, next.turnsInHand = turn, e.turnsInHand+turns
	return next
}

// Bounds returns numbers of turns, negative for Black, such that White does at least as
// well as with lo turns in hand on an empty board, and at most as well as with hi.
func (e *Ending) Bounds() (lo, hi int) {
	const all = game.NumSquares
	white, black := e.reachable(amazons.White), e.reachable(amazons.Black)
	lo = e.turnsInHand + e.inHand(amazons.White, white.AndNot(black), black, all) - black.Len()
	hi = e.turnsInHand - e.inHand(amazons.Black, black.AndNot(white), white, all) + white.Len()
	return lo, hi
}
