package endgame

import (
	"math"

	"thera/game"
)

// Prospects guesses how many positions have to be looked at to prove that the
// side to move wins, and that it loses. Both grow exponentially with the
// number of squares fought over and with how far it is behind or ahead in
// territory.
func (e *Ending) InitialNumbers() (win, loss uint32) {
	lead, contested := e.race()
	lead = min(max(lead+2*e.lead(), -maxAhead), maxAhead)
	size := sizes[contested]
	return guess(size * leads[maxAhead-lead]), guess(size * leads[maxAhead+lead])
}

func guess(nodes float32) uint32 { return uint32(min(max(nodes, 1), maxGuess)) }

// race returns how many more squares the side to move gets to first by queen
// moves than the other, counted twice so that a square at equal distance is a
// half, and how many squares both can get to.
func (e *Ending) race() (lead, contested int) {
	g := Over(e.empty)
	a, b := From(e.amazons[e.turn]), From(e.amazons[1-e.turn])
	for g.CanGrow(&a) || g.CanGrow(&b) {
		g.QueenStep(&a)
		g.QueenStep(&b)
		lead += 2*(a.Fresh.AndNot(b.All).Len()-b.Fresh.AndNot(a.All).Len()) + a.Fresh.And(b.Fresh).Len()
	}
	return lead, a.All.And(b.All).Len()
}

// The numbers below were chosen by hand. With such guesses, and killers tried
// first, small boards took half the nodes that they took without.
const (
	// maxAhead is the largest lead that makes a difference.
	maxAhead = 32
	// maxGuess leaves room for what the search adds up.
	maxGuess = 4e6
)

// sizes holds the guess for an even contest by the number of squares fought
// over: 128 positions for ten of them, and three more about double it.
var sizes = func() (table [game.NumSquares]float32) {
	for n := range table {
		table[n] = float32(128 * math.Exp(float64(n-10)/4))
	}
	return table
}()

// leads holds what to multiply it with by lead, from −maxAhead: five half
// squares make a factor of e.
var leads = func() (table [2*maxAhead + 1]float32) {
	for i := range table {
		table[i] = float32(math.Exp(float64(i-maxAhead) / 5))
	}
	return table
}()
