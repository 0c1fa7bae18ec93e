package eval

import (
	"fmt"
	"math"

	"thera/internal/vector"
	"thera/santorini"
)

// Network is a layer of 128 rectified units over the inputs, of which the first
// half speak for the seat to move and the others against it: the value is the
// sum of the former minus that of the latter. Weights of the second layer are
// not needed, since a positive factor can as well be applied to a unit's
// weights in the first.
//
// What the level of a square counts, and a worker on it, is added to what counts
// how near workers are to it, for that says both: so there are fewer rows to add
// up for each position.
type Network struct {
	bias vector.Row
	rows [NumInputs]vector.Row
}

const (
	// NumUnits is the number of units.
	NumUnits = vector.Width

	// Unit is what a weight or a unit's value of 1 is, as a part of a logit.
	Unit = 1024
)

// Evaluate returns the chances of the seat to move in centilogits.
func (n *Network) Evaluate(p *santorini.Position) int {
	var in inputs
	in.find(p)
	return vector.Rectified(&n.bias, n.rows[:], in.list[:in.n&127]) * 100 / Unit
}

// NewNetwork returns the network with the given weights. It refuses those with
// which a unit could leave the range of 16 bits.
func NewNetwork(w *Weights) (*Network, error) {
	for _, sign := range []int{1, -1} {
		for unit, most := range w.reach(sign) {
			if most > math.MaxInt16 {
				return nil, fmt.Errorf("unit %d can reach %d: want at most %d either way", unit, sign*most, math.MaxInt16)
			}
		}
	}
	n := &Network{bias: vector.Pack(&w.Bias)}
	for input := stepKind * santorini.NumSpaces; input < NumInputs; input++ {
		row := w.Rows[input]
		if kind := input/santorini.NumSpaces - nearKind; kind >= 0 {
			if err := w.addImplied(&row, kind, santorini.Space(input%santorini.NumSpaces)); err != nil {
				return nil, err
			}
		}
		n.rows[input] = vector.Pack(&row)
	}
	return n, nil
}

// addImplied adds to a row, of a kind of how near workers are to a square, what
// that says of the square itself.
func (w *Weights) addImplied(row *[NumUnits]int16, kind int, s santorini.Space) error {
	level, mine, theirs := kind/(distances*distances), kind/distances%distances, kind%distances
	var implied []int
	if level > 0 {
		implied = append(implied, levelKind+level-1)
	}
	if mine == 0 {
		implied = append(implied, workerKind+min(level, santorini.Top-1))
	}
	if theirs == 0 {
		implied = append(implied, workerKind+santorini.Top+min(level, santorini.Top-1))
	}
	for _, kind := range implied {
		for unit, v := range w.row(kind, s) {
			sum := int(row[unit]) + int(v)
			if sum != int(int16(sum)) {
				return fmt.Errorf("unit %d: a square counts %d: want at most %d either way", unit, sum, math.MaxInt16)
			}
			row[unit] = int16(sum)
		}
	}
	return nil
}
