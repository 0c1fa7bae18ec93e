package eval

import (
	"math"

	"thera/game"
	"thera/santorini"
)

// ByHand estimates the chances of seat against all others, in centilogits within ±1900.
// It adds up the values of each seat's workers by where they stand, by the squares they
// can step to on their level and one up, and by the high squares that only this seat
// can be on within two turns. With two players it also checks whether the seat to move
// can win at once, and whether it can keep the opponent from winning next.
//
// With powers, steps are everything that a worker can go to in a turn, wins by them are
// recognized, and Pan's workers get a bonus for squares to drop from.
//
// With more players, chances are taken as proportional to e^value, so the odds of a
// seat are against the sum of all others.
//
// [Evaluation.Evaluate] uses it for more than two players, for two sides that have not
// placed their workers, and for powers that the network does not know.
func ByHand(p *santorini.Position, seat game.Seat) int {
	if p.Players() > 2 && !p.IsTeams() {
		return among(p, seat)
	}
	value := duel(p)
	if !p.Allies(p.Turn()).Has(seat) {
		return -value
	}
	return value
}

const (
	// certain is the value of a win that is as good as on the board: 19 logits, more
	// than any sum of weights seen. Chosen by hand, not tuned.
	certain = 1900
	// initiative is the value of being to move, fitted with the weights.
	initiative = 34
)

// duel returns the value for the seat to move or its team, with two sides.
func duel(p *santorini.Position) int {
	occupied := p.Occupied()
	mine := outlookOf(p, p.Turn(), occupied, &workerValues)
	if mine.tops != 0 {
		return certain
	}
	theirs := outlookOf(p, next(p), occupied, &workerValues)
	if p.IsBase() && isUnstoppable(theirs.tops, mine.steps) {
		return -certain
	}
	value := mine.value + initiative - theirs.value
	if !p.IsBase() {
		value -= threatened(theirs.tops)
	}
	value += claim(p, mine.heights&^theirs.heights, &claims)
	value -= claim(p, theirs.heights&^mine.heights, &claims)
	return clamp(value)
}

// isUnstoppable reports whether a seat that can climb onto tops can't be kept from it by
// another, without powers, that is to move and can step onto steps: one turn builds only
// one dome.
func isUnstoppable(tops, steps santorini.Spaces) bool {
	return tops.Len() > 1 || tops&^steps.Spread() != 0
}

// among returns the value for one seat of several.
func among(p *santorini.Position, seat game.Seat) int {
	var seats [4]outlook
	var once, twice santorini.Spaces
	occupied := p.Occupied()
	for s := range seats {
		seats[s] = outlookOf(p, game.Seat(s), occupied, &workerValues)
		twice |= once & seats[s].heights
		once |= seats[s].heights
	}
	own, others := int32(-certain), int32(math.MinInt32/2)
	for i, o := range seats {
		s := game.Seat(i)
		if !p.Seats().Has(s) {
			continue
		}
		o.value += claim(p, o.heights&^twice, &claims)
		switch {
		case s == p.Turn() && o.tops != 0:
			o.value = certain
		case s == p.Turn():
			o.value += initiative
		}
		if s == seat {
			own = o.value
		} else {
			others = addOdds(others, o.value)
		}
	}
	return clamp(own - others)
}

func clamp(value int32) int { return int(min(max(value, -certain), certain)) }

// addOdds returns 100·ln(e^(a/100) + e^(b/100)) to within 3.
func addOdds(a, b int32) int32 {
	// 100·ln(1 + e^(−d/100)) for every 64th d, linearly interpolated.
	logs := [...]int32{69, 42, 25, 14, 7, 4, 2, 1, 1, 0}
	hi, lo := max(a, b), min(a, b)
	i, rest := (hi-lo)/64, (hi-lo)%64
	if i+1 >= int32(len(logs)) {
		return hi
	}
	return hi + logs[i] + (logs[i+1]-logs[i])*rest/64
}

type outlook struct {
	value   int32            // in centilogits
	steps   santorini.Spaces // to which its workers can move
	tops    santorini.Spaces // on which it would win with its next move
	heights santorini.Spaces // of level 2 and 3 on which it can be within two turns
}

func outlookOf(p *santorini.Position, seat game.Seat, occupied santorini.Spaces, values *perLevel) (o outlook) {
	if !p.IsBase() {
		return powered(p, seat, occupied, values)
	}
	for own := p.Workers(seat); own != 0; own &= own - 1 {
		s := own.First()
		level := p.Level(s)
		steps := p.Steps(s, occupied)
		o.steps |= steps
		o.tops |= steps & p.Tops(s)

		up := steps & p.Above(level)
		same := steps &^ up
		if level > 0 {
			same &= p.Above(level - 1)
		}
		w := &values[level]
		o.value += int32(w.at[ringOf[s]] + w.up[up.Len()] + w.same[same.Len()])
	}
	o.heights = heights(p, o.steps, occupied)
	return o
}

// heights returns the squares of level 2 and 3 that a side can be on within two turns.
func heights(p *santorini.Position, steps, occupied santorini.Spaces) santorini.Spaces {
	again := (steps&p.Above(0)).Spread()&^p.Above(2) | (steps & p.Above(1)).Spread()
	return (steps | again) & p.Above(1) &^ (p.Above(santorini.Top) | occupied)
}

// claim returns the value of squares of level 2 and 3 for the only seat that can be
// there within two turns.
func claim(p *santorini.Position, set santorini.Spaces, values *claimValues) int32 {
	low, high := set&^p.Above(2), set&p.Above(2)
	return values[0][min(low.Len(), 3)] + values[1][min(high.Len(), 3)]
}

// The numbers below, in centilogits, were chosen by hand and not tuned.
const (
	// threat is the value, for the seat not to move, of a threat to win on its next
	// turn, and double that of a threat on two squares: one turn builds only one dome,
	// unless a power does more.
	threat, double = 80, 400
	// drop is the value of a worker of Pan's that stands two levels above a square next
	// to it, or could after one step up.
	drop = 60
)

// powered returns the outlook of a seat with powers in the game: a worker's steps are
// everything it can go to in a turn, by its power and its rivals'.
func powered(p *santorini.Position, seat game.Seat, occupied santorini.Spaces, values *perLevel) (o outlook) {
	own := p.Workers(seat)
	if own == 0 {
		return o
	}
	for workers := own; workers != 0; workers &= workers - 1 {
		goals := p.Goals(seat, workers.First())
		o.steps |= goals
		o.value += workerValue(p, workers.First(), goals, values)
	}
	o.tops = p.Wins(seat)
	o.heights = heights(p, o.steps, occupied)
	switch p.Power(seat) {
	case santorini.Artemis:
		o.heights |= heights(p, heights(p, o.steps, occupied)|o.steps, occupied)
	case santorini.Pan:
		low := santorini.AllSpaces &^ p.Above(0)
		o.value += drop * int32(((own | o.steps&p.Above(1)) & p.Above(1) & low.Spread()).Len())
	}
	return o
}

func workerValue(p *santorini.Position, s santorini.Space, goals santorini.Spaces, values *perLevel) int32 {
	level := p.Level(s)
	up := goals & p.Above(level)
	same := goals &^ up & santorini.Neighbors(s)
	if level > 0 {
		same &= p.Above(level - 1)
	}
	w := &values[level]
	return int32(w.at[ringOf[s]] + w.up[min(up.Len(), 8)] + w.same[same.Len()])
}

// threatened returns the value of the winning threats of the seat not to move.
func threatened(tops santorini.Spaces) int32 {
	switch tops.Len() {
	case 0:
		return 0
	case 1:
		return threat
	}
	return double
}
