package eval

import (
	"fmt"
	"math"

	"thera/amazons"
	"thera/internal/vector"
)

// Network evaluates what the terms leave out: how the squares that each side gets to
// first are arranged. It looks at all blocks of 2 by 2 squares. The pattern of each
// block adds to 16 units, whose initial values depend on the phase of the game.
// Negative units count as 0; the first half speak for the side to move, the second half
// against it. Rotating or reflecting the board does not change the value.
type Network struct {
	starts   [NumPhases]vector.Short
	patterns vector.Patterns
}

const (
	// NumUnits is the number of units.
	NumUnits = vector.ShortWidth

	// Unit is how many units of weight make one logit.
	Unit = 1024
)

// value returns the network's contribution to the chances of the side to move, in
// centilogits.
func (n *Network) value(p *amazons.Position, contest int, s *arrivals) int {
	g := gridOf(p, s)
	return n.patterns.Rectified(&n.starts[phase(contest)], g.tiles()) * 100 / Unit
}

// NetworkWeights are the numbers of a network.
type NetworkWeights struct {
	Starts   [NumPhases][NumUnits]int16 // in units of 1/1024 logit
	Patterns [NumPatterns][NumUnits]int16
}

// NewNetwork returns the network with the given weights. It refuses weights with which
// a unit could overflow 16 bits, and any weights for pattern 0, four unreachable
// squares, which is never looked up.
func NewNetwork(w *NetworkWeights) (*Network, error) {
	if w.Patterns[0] != [NumUnits]int16{} {
		return nil, fmt.Errorf("the weights of pattern 0 are %v: want none", w.Patterns[0])
	}
	n := &Network{patterns: vector.Patterns{Numbers: patternOf}}
	for i := range w.Patterns {
		n.patterns.Rows[i] = vector.PackShort(&w.Patterns[i])
	}
	for i := range w.Starts {
		n.starts[i] = vector.PackShort(&w.Starts[i])
	}
	for unit := range NumUnits {
		if least, most := w.bounds(unit); least < math.MinInt16 || most > math.MaxInt16 {
			return nil, fmt.Errorf("unit %d can be %d to %d: want 16 bits", unit, least, most)
		}
	}
	return n, nil
}

// bounds returns the range of values that a unit can have.
func (w *NetworkWeights) bounds(unit int) (least, most int) {
	for i := range w.Patterns {
		least = min(least, numCorners*int(w.Patterns[i][unit]))
		most = max(most, numCorners*int(w.Patterns[i][unit]))
	}
	low, high := math.MaxInt16, math.MinInt16
	for i := range w.Starts {
		low = min(low, int(w.Starts[i][unit]))
		high = max(high, int(w.Starts[i][unit]))
	}
	return low + least, high + most
}
