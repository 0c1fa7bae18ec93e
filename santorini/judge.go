package santorini

import (
	"math"

	"thera/game"
)

// judge is the evaluation by hand, see [ByHand].
func (p *Position) judge(seat game.Seat) int {
	if p.seats > 2 {
		return p.among(seat)
	}
	value := p.duel()
	if seat != p.turn {
		return -value
	}
	return value
}

const (
	// certain is the value of a win that is as good as on the board.
	certain = 1900
	// initiative is what it is worth to be to move.
	initiative = 34
)

// duel returns the value for the seat to move, of two.
func (p *Position) duel() int {
	occupied := p.occupied()
	mine := p.outlook(p.workers[p.turn&1], occupied)
	if mine.tops != 0 {
		return certain
	}
	theirs := p.outlook(p.workers[1-p.turn&1], occupied)
	if theirs.tops.len() > 1 || theirs.tops&^mine.steps.spread() != 0 {
		return -certain // one turn builds one dome
	}
	value := mine.worth + initiative - theirs.worth
	value += p.claim(mine.heights &^ theirs.heights)
	value -= p.claim(theirs.heights &^ mine.heights)
	return clamp(value)
}

// among returns the value for one seat of several.
func (p *Position) among(seat game.Seat) int {
	var seats [maxSeats]outlook
	var once, twice squares
	occupied := p.occupied()
	for s := range seats {
		seats[s] = p.outlook(p.workers[s], occupied)
		twice |= once & seats[s].heights
		once |= seats[s].heights
	}
	own, others := int32(-certain), int32(math.MinInt32/2)
	for i, o := range seats {
		s := game.Seat(i)
		if !p.in.Has(s) {
			continue
		}
		o.worth += p.claim(o.heights &^ twice)
		switch {
		case s == p.turn && o.tops != 0:
			o.worth = certain
		case s == p.turn:
			o.worth += initiative
		}
		if s == seat {
			own = o.worth
		} else {
			others = addOdds(others, o.worth)
		}
	}
	return clamp(own - others)
}

func clamp(value int32) int { return int(min(max(value, -certain), certain)) }

// addOdds returns 100·ln(e^(a/100) + e^(b/100)) to within 3.
func addOdds(a, b int32) int32 {
	// 100·ln(1 + e^(−d/100)) for every 64th d, with straight lines between.
	logs := [...]int32{69, 42, 25, 14, 7, 4, 2, 1, 1, 0}
	hi, lo := max(a, b), min(a, b)
	i, rest := (hi-lo)/64, (hi-lo)%64
	if i+1 >= int32(len(logs)) {
		return hi
	}
	return hi + logs[i] + (logs[i+1]-logs[i])*rest/64
}

// outlook is what a seat can hope for.
type outlook struct {
	worth   int32   // in centilogits
	steps   squares // to which its workers can move
	tops    squares // on which it would win with its next move
	heights squares // of level 2 and 3 on which it can be within two turns
}

// outlook looks at the workers of one seat.
func (p *Position) outlook(own, occupied squares) (o outlook) {
	for ; own != 0; own &= own - 1 {
		s := own.first()
		level := p.level(s)
		steps := p.steps(s, occupied)
		o.steps |= steps
		o.tops |= steps & p.tops(s)

		up := steps & p.above[level]
		same := steps &^ up
		if level > 0 {
			same &= p.above[level-1]
		}
		w := &worths[level]
		o.worth += int32(w.square[s] + w.up[up.len()] + w.same[same.len()])
	}
	o.heights = p.heights(o.steps, occupied)
	return o
}

// heights returns the squares of level 2 and 3 that a side with the given
// steps can be on within two turns.
func (p *Position) heights(steps, occupied squares) squares {
	again := (steps&p.above[0]).spread()&^p.above[2] | (steps & p.above[1]).spread()
	return (steps | again) & p.above[1] &^ (p.above[top] | occupied)
}

// claim returns what squares of level 2 and 3 are worth to the only seat that
// can be there within two turns.
func (p *Position) claim(set squares) int32 {
	low, high := set&^p.above[2], set&p.above[2]
	return claims[0][min(low.len(), 3)] + claims[1][min(high.len(), 3)]
}
