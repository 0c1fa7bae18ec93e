package eval

import (
	"fmt"
	"math"

	"thera/santorini"
)

// Network is a layer of 32 rectified units over the inputs, of which the first
// half speak for the seat to move and the others against it: the value is the
// sum of the former minus that of the latter. Weights of the second layer are
// not needed, since a positive factor can as well be applied to a unit's
// weights in the first.
//
// Four units of 16 bits share a register, each raised by 2^15. Adding up whole
// registers adds up the units, since a borrow or carry between them is undone
// as soon as all sums are in range; NewNetwork makes sure that they are.
type Network struct {
	bias [numWords]uint64
	rows [NumInputs][numWords]uint64
}

const (
	// NumUnits is the number of units.
	NumUnits = 32
	numWords = NumUnits / 4

	// Unit is what a weight or a unit's value of 1 is, as a part of a logit.
	Unit = 1024

	raised = 0x8000_8000_8000_8000
	lower  = 0x0000_ffff_0000_ffff
)

// Evaluate returns the chances of the seat to move in centilogits.
func (n *Network) Evaluate(p *santorini.Position) int {
	var in inputs
	in.find(p)
	return n.value(in.list[:in.n])
}

func (n *Network) value(active []uint16) int {
	a0, a1, a2, a3 := n.bias[0], n.bias[1], n.bias[2], n.bias[3]
	a4, a5, a6, a7 := n.bias[4], n.bias[5], n.bias[6], n.bias[7]
	for _, input := range active {
		row := &n.rows[input]
		a0 += row[0]
		a1 += row[1]
		a2 += row[2]
		a3 += row[3]
		a4 += row[4]
		a5 += row[5]
		a6 += row[6]
		a7 += row[7]
	}
	with := rectified(a0) + rectified(a1) + rectified(a2) + rectified(a3)
	against := rectified(a4) + rectified(a5) + rectified(a6) + rectified(a7)
	return (int(uint32(with)) + int(with>>32) - int(uint32(against)) - int(against>>32)) * 100 / Unit
}

// rectified adds up the positive ones of four units, two by two: the halves of
// the result are sums of two. A unit is raised by 2^15, so its top bit says that
// it is not negative, and the other 15 bits are then its value. Where the top bit
// is set, subtracting its image 15 places lower leaves a mask of these 15 bits;
// where it is not, the mask is 0.
func rectified(units uint64) uint64 {
	positive := units & raised
	units &= positive - positive>>15
	return units&lower + units>>16&lower
}

// NewNetwork returns the network with the given weights. It refuses those with
// which a unit could leave the range of 16 bits.
func NewNetwork(w *Weights) (*Network, error) {
	for unit := range NumUnits {
		weight := func(kind int, s santorini.Space) int { return int(w.Rows[santorini.NumSpaces*kind+int(s)][unit]) }
		for _, sign := range []int{1, -1} {
			if most := sign*int(w.Bias[unit]) + extreme(weight, sign); most > math.MaxInt16 {
				return nil, fmt.Errorf("unit %d can reach %d: want at most %d either way", unit, sign*most, math.MaxInt16)
			}
		}
	}
	n := &Network{bias: packed(&w.Bias)}
	for word := range n.bias {
		n.bias[word] += raised
	}
	for input := range n.rows {
		n.rows[input] = packed(&w.Rows[input])
	}
	return n, nil
}

// extreme bounds sign·Σ of the weights w of all inputs that can be true at once.
func extreme(w func(kind int, s santorini.Space) int, sign int) (sum int) {
	most := func(from, kinds int, s santorini.Space) (best int) {
		for kind := range kinds {
			best = max(best, sign*w(from+kind, s))
		}
		return best
	}
	for s := range santorini.Space(santorini.NumSpaces) {
		sum += most(levelKind, santorini.Dome, s) + most(twiceKind, 2, s) + most(twiceKind+2, 2, s)
	}
	for side := range 2 {
		best := math.MinInt
		for s := range santorini.Space(santorini.NumSpaces) {
			for level := range santorini.Top {
				worker := sign * w(workerKind+santorini.Top*side+level, s)
				for near := santorini.Neighbors(s); near != 0; near &= near - 1 {
					worker += most(stepKind+stepKinds*side+stepsFrom[level], level+2, near.First())
				}
				best = max(best, worker)
			}
		}
		sum += 2 * best
	}
	return sum
}

// packed returns units side by side, as one number for each four.
func packed(units *[NumUnits]int16) (words [numWords]uint64) {
	for i, v := range units {
		words[i/4] += uint64(int64(v)) << (16 * (i % 4))
	}
	return words
}
