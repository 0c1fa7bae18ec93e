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
// parry them.
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
			kind := threatKind(o.tops, first, between)
			if i == 1 && kind&firstParries != 0 {
				kind = nextThreatens
			}
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

// threatKind returns the kind of threats to climb onto the given squares, by where the
// seat to move and those between can build.
func threatKind(tops, first, between santorini.Spaces) (kind int) {
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

// The values below, in centilogits, were fitted to 14,000 games of three seats and 3,000 of
// four, of 2,000 nodes a turn with a tenth of the turns drawn: by logistic regression to
// the results and to the scores of one round of turns. Then all were multiplied by 1.5,
// which was no weaker and keeps the levels' noise small beside them. Against [ByHand] they
// win 428–172 with three seats, see docs/contributing/experiments.md.

// severalValues holds the values of workers by level.
var severalValues = perLevel{
	{
		at:   [numRings]int16{-51, -37, -32, -19, -12, -8},
		same: [9]int16{-22, -18, -20, -23, -24, -26, -27, -29, -31},
		up:   [9]int16{-40, -25, -15, -8, -3, 0, 0, 0, 0},
	},
	{
		at:   [numRings]int16{-21, -10, -6, -8, 1, 12},
		same: [9]int16{-22, -4, 3, 10, 14, 24, 17, 7, 7},
		up:   [9]int16{-30, -5, 13, 28, 45, 45, 45, 45, 45},
	},
	severalOnTwo,
	severalOnTwo,
}

// severalOnTwo has no values for steps up, which are threats.
var severalOnTwo = levelValues{
	at:   [numRings]int16{24, 20, 23, 25, 26, 33},
	same: [9]int16{-49, 9, 35, 51, 60, 64, 78, 78, 78},
}

// severalClaims holds the values of claims of the seat to move, of the next one, and of
// those after it.
var severalClaims = [3]claimValues{
	{{-32, 15, 74, 137}, {-15, 45, 139, 153}},
	{{-37, 0, 45, 90}, {-28, -2, 26, 68}},
	{{-44, -13, 29, 67}, {-37, -5, 12, 51}},
}

// threatValues holds what threats are worth, by their kind, to the seat that threatens and
// to the seat to move.
var threatValues = [nextThreatens + 1]struct{ threatening, moving int32 }{
	{477, -9},
	{52, 58},
	{55, -79},
	{28, 33},
	{460, -125},
	{258, -97},
	{276, -30},
	{84, 16},
	{-10, -105},
}
