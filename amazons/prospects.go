package amazons

import "math"

// Prospects guesses how many positions have to be looked at to prove that the
// side to move wins, and that it loses. Both grow exponentially with how far
// it is behind or ahead in territory.
func (e *Ending) Prospects() (win, loss uint32) {
	ahead := min(max(e.race()+2*e.lead(), -maxAhead), maxAhead)
	return effort[maxAhead-ahead], effort[maxAhead+ahead]
}

// race returns how many more squares the side to move gets to first by queen
// moves than the other, counted twice so that a square at equal distance is a
// half.
func (e *Ending) race() int {
	f := newFill(e.empty)
	own, other := e.amazons[e.turn], e.amazons[1-e.turn]
	a, b := frontier{all: own, fresh: own}, frontier{all: other, fresh: other}
	race := 0
	for f.canGrow(&a) || f.canGrow(&b) {
		f.queenStep(&a)
		f.queenStep(&b)
		race += 2*(a.fresh.AndNot(b.all).Len()-b.fresh.AndNot(a.all).Len()) + a.fresh.And(b.fresh).Len()
	}
	return race
}

// maxAhead is the largest lead that makes a difference.
const maxAhead = 32

// effort holds the guesses by lead, from −maxAhead: they double for about
// every square.
var effort = func() (table [2*maxAhead + 1]uint32) {
	const even = 128
	for i := range table {
		table[i] = uint32(max(1, even*math.Exp(float64(i-maxAhead)/3)))
	}
	return table
}()
