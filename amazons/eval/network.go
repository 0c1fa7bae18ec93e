package eval

import (
	"fmt"
	"math"

	"thera/amazons"
	"thera/internal/vector"
)

// Network says what the terms leave out, by how the squares that each side gets
// to first lie together: it looks at all squares of 2 by 2. Each of the patterns
// that it finds adds to 16 units, which begin at what they are in this phase of the
// game. Those that come out negative count as 0; the first half speak for the side
// to move, the others against it. A board that is turned or reflected is worth the
// same.
type Network struct {
	starts   [NumPhases]vector.Short
	patterns vector.Patterns
}

const (
	// NumUnits is the number of units.
	NumUnits = vector.ShortWidth

	// Unit is what a weight or a unit's value of 1 is, as a part of a logit.
	Unit = 1024
)

// value returns what is to be added to the chances of the side to move, in
// centilogits.
func (n *Network) value(p *amazons.Position, contest int, s *shares) int {
	g := gridOf(p, s)
	return n.patterns.Rectified(&n.starts[phase(contest)], g.tiles()) * 100 / Unit
}

// NetworkWeights are the numbers of a network.
type NetworkWeights struct {
	Starts   [NumPhases][NumUnits]int16 // in units of 1/1024 logit
	Patterns [NumPatterns][NumUnits]int16
}

// NewNetwork returns the network with the given weights. It refuses those with
// which a unit could leave the range of 16 bits, and any for four shut squares,
// which are not looked at.
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
		if least, most := w.reach(unit); least < math.MinInt16 || most > math.MaxInt16 {
			return nil, fmt.Errorf("unit %d can be %d to %d: want 16 bits", unit, least, most)
		}
	}
	return n, nil
}

// reach returns bounds of what a unit can be.
func (w *NetworkWeights) reach(unit int) (least, most int) {
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
