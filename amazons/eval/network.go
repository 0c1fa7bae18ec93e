package eval

import (
	"fmt"
	"math"
	"math/bits"

	"thera/amazons"
)

// Network says what the terms leave out, by how the squares that each side gets
// to first lie together: it looks at all squares of 2 by 2. Each of the patterns
// that it finds adds to 16 units, which begin at what they are in this phase of the
// game. Those that come out negative count as 0; the first half speak for the side
// to move, the others against it. A board that is turned or reflected is worth the
// same.
type Network struct {
	starts [NumPhases]row
	rows   [1024]row // of NumPatterns, and no bounds checks
}

const (
	// NumUnits is the number of units.
	NumUnits = 16

	// Unit is what a weight or a unit's value of 1 is, as a part of a logit.
	Unit = 1024
)

// row is the values of the units, as numbers of 64 bits that are each the sum of
// four of them, 16 bits apart: where one is negative it borrows from the next. Sums
// of rows are those of the values, however large they are on the way, once each is
// raised by half of its range and all are within it.
type row [NumUnits / 4]uint64

const (
	raised = 0x8000_8000_8000_8000
	lower  = 0x0000_ffff_0000_ffff
)

func pack(values *[NumUnits]int16) (r row) {
	for i, v := range values {
		r[i/4] += uint64(int64(v)) << (16 * (i % 4))
	}
	return r
}

// value returns what is to be added to the chances of the side to move, in
// centilogits.
func (n *Network) value(p *amazons.Position, contest int, s *shares) int {
	g, open := gridOf(p, s)
	sum := &n.starts[phase(contest)]
	a, b, c, d := sum[0], sum[1], sum[2], sum[3]
	for set := open.Lo; set != 0; set &= set - 1 {
		r := &n.rows[g.at(bits.TrailingZeros64(set))&1023]
		a += r[0]
		b += r[1]
		c += r[2]
		d += r[3]
	}
	for set := open.Hi; set != 0; set &= set - 1 {
		r := &n.rows[g.at(64+bits.TrailingZeros64(set))&1023]
		a += r[0]
		b += r[1]
		c += r[2]
		d += r[3]
	}
	return (positive(a) + positive(b) - positive(c) - positive(d)) * 100 / Unit
}

// positive adds up the positive ones of four raised values. The top bit of one says
// that it is not negative, and the other 15 bits are then the value: subtracting the
// bit's image 15 places lower from it leaves a mask of these.
func positive(values uint64) int {
	top := values & raised
	values &= top - top>>15
	values = values&lower + values>>16&lower
	return int(values&math.MaxUint32 + values>>32)
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
	n := new(Network)
	for i := range w.Patterns {
		n.rows[i] = pack(&w.Patterns[i])
	}
	for i := range w.Starts {
		n.starts[i] = pack(&w.Starts[i])
		for k := range n.starts[i] {
			n.starts[i][k] += raised
		}
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
