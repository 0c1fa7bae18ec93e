package eval

import (
	"math"

	"thera/game"
	"thera/santorini"
)

// Several estimates the chances of seat, of three or four that play for themselves, in
// centilogits within ±1900.
//
// The seat to move wins if it can climb. Otherwise the next one wins if it can climb and
// the seat to move cannot prevent it; with powers there may be other ways to, so that is
// not certain. In all other positions chances are proportional to e^value, so the odds of
// a seat are against the sum of all others. The value of a seat is that of its workers,
// as in [ByHand], of its claims, by how soon it is to move, and of its threats, by who can
// parry them, see [SeveralTerms].
//
// The network, asked about each pair of seats, predicts results of three seats worse than
// [ByHand] does, adds nothing to these values, and takes nine times as long.
func Several(p *santorini.Position, seat game.Seat) int {
	var seats [4]game.Seat // in the order of their turns
	var outlooks [4]outlook
	var once, twice santorini.Spaces
	occupied, n := p.Occupied(), 0
	for i := range game.Seat(len(seats)) {
		s := (p.Turn() + i) % game.Seat(len(seats))
		if !p.Seats().Has(s) {
			continue
		}
		o := outlookOf(p, s, occupied, &severalValues)
		twice |= once & o.heights
		once |= o.heights
		seats[n], outlooks[n] = s, o
		n++
	}
	if i, ok := climber(p, &outlooks); ok {
		if seats[i] == seat {
			return certain
		}
		return -certain
	}
	first := outlooks[0].steps.Spread() // where the seat to move can build
	var between santorini.Spaces        // where those after it and before this one can
	for i := range outlooks[:n] {
		o := &outlooks[i]
		o.value += claim(p, o.heights&^twice, &severalClaims[min(i, len(severalClaims)-1)])
		if i == 0 {
			continue
		}
		if o.tops != 0 {
			kind := threatKind(i, o.tops, first, between)
			o.value += threatValues[kind].threatening
			outlooks[0].value += threatValues[kind].moving
		}
		between |= o.steps.Spread()
	}
	const impossible = math.MinInt32 / 2
	own, others := int32(impossible), int32(impossible)
	for i, o := range outlooks[:n] {
		if seats[i] == seat {
			own = o.value
		} else {
			others = addOdds(others, o.value)
		}
	}
	return clamp(own - others)
}

// climber returns which seat wins for certain by a step, if one does: 0 for the seat to
// move, 1 for the next one.
func climber(p *santorini.Position, outlooks *[4]outlook) (index int, ok bool) {
	switch {
	case outlooks[0].tops != 0:
		return 0, true
	case p.IsBase() && p.Workers(p.Turn()) != 0 && isUnstoppable(outlooks[1].tops, outlooks[0].steps):
		return 1, true
	}
	return 0, false
}

// The kinds of threats to climb, by who can parry them. Those of the next seat that the
// seat to move can parry are a kind of their own.
const (
	othersParry   = 1 << iota // the seats between can build on, or climb onto, all squares
	firstParries              // the seat to move can build on a square
	isDouble                  // there are at least two squares
	nextThreatens             // alone
)

// threatKind returns the kind of threats to climb onto the given squares by the seat whose
// turn comes i turns from now, by where the seat to move and those between can build.
func threatKind(i int, tops, first, between santorini.Spaces) (kind int) {
	if i == 1 && tops&first != 0 {
		return nextThreatens
	}
	if tops&^between == 0 {
		kind |= othersParry
	}
	if tops&first != 0 {
		kind |= firstParries
	}
	if tops.Len() > 1 {
		kind |= isDouble
	}
	return kind
}

// The values in fittedseveral.go, in centilogits, are fitted by logistic regression to the
// results of games and to the scores of one round of turns, as thera tune santorini --seats
// does. Then all are multiplied by 1.5, which was no weaker and keeps the levels' noise small
// beside them. Against [ByHand] they win 428–172 with three seats, see
// docs/contributing/experiments.md.
