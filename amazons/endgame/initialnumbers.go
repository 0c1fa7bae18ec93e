package endgame

import (
	"math"

	"thera/game"
)

// InitialNumbers estimates how many positions must be searched to prove that the side to move
// wins, and that it loses. Both grow exponentially with the number of contested squares
// and with how far the side is behind or ahead in territory.
func (e *Ending) InitialNumbers() (win, loss uint32) {
	lead, contested := e.race()
	lead = min(max(lead+2*e.lead(), -maxAhead), maxAhead)
	size := sizes[contested]
	return guess(size * leads[maxAhead-lead]), guess(size * leads[maxAhead+lead])
}

func guess(nodes float32) uint32 { return uint32(min(max(nodes, 1), maxGuess)) }

// race returns how many more squares the side to move gets to first by queen moves than
// the other side, in half squares, and how many squares both can reach. A square at
// equal distance counts as half a square for the side to move.
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

// The numbers below were chosen by hand. With these guesses, and with killers tried
// first, small boards took half as many nodes.
const (
	// maxAhead is the largest lead that makes a difference.
	maxAhead = 32
	// maxGuess leaves room for the search to add guesses up.
	maxGuess = 4e6
)

// sizes holds the guess for an even contest by the number of contested squares: 128
// positions for ten squares, about doubling with every three more.
var sizes = func() (table [game.NumSquares]float32) {
	for n := range table {
		table[n] = float32(128 * math.Exp(float64(n-10)/4))
	}
	return table
}()

// leads holds the factor for each lead, from −maxAhead: five half squares multiply the
// guess by e.
var leads = func() (table [2*maxAhead + 1]float32) {
	for i := range table {
		table[i] = float32(math.Exp(float64(i-maxAhead) / 5))
	}
	return table
}()
