package eval

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"thera/internal/vector"
	"thera/santorini"
)

// Network is a layer of 128 rectified units over the inputs. The first half speak for
// the seat to move and the others against it: the value is the sum of the former minus
// that of the latter. There are no second-layer weights, because a positive factor can
// be applied to a unit's first-layer weights instead.
//
// The weights of a square's level and of a worker on it are added to those of its
// distance classes, which imply both, so there are fewer rows to add up for each
// position.
type Network struct {
	rows        []vector.Row // by input, then the bias
	knowsPowers bool         // can evaluate positions with powers
}

// biasRow is the index of the bias in a network's rows, an input that is always true.
const biasRow = NumInputs

const (
	// NumUnits is the number of units, 128.
	NumUnits = vector.Width

	// Unit is how many units of weight make one logit.
	Unit = 1024
)

// Evaluate returns the chances of the seat to move in centilogits. Positions with
// powers need a network that knows them.
func (n *Network) Evaluate(p *santorini.Position) int {
	var s sums
	return n.evaluate(p, &s)
}

// evaluate is Evaluate, given sums to start from, which it makes those of p.
func (n *Network) evaluate(p *santorini.Position, s *sums) int {
	s.update(p, n.rows)
	if p.IsBase() {
		return vector.Rectified(&s.row, n.rows, []uint16{biasRow}) * 100 / Unit
	}
	var in farther
	in.find(p)
	in.list[in.n&255] = biasRow
	return vector.Rectified(&s.row, n.rows, in.list[:in.n&255+1]) * 100 / Unit
}

// NewNetwork returns the network with the given weights. It refuses weights with which
// a unit could overflow 16 bits.
func NewNetwork(w *Weights) (*Network, error) {
	for _, sign := range []int{1, -1} {
		for unit, most := range w.bounds(sign) {
			if most > math.MaxInt16 {
				return nil, fmt.Errorf("unit %d can reach %d: want at most %d either way", unit, sign*most, math.MaxInt16)
			}
		}
	}
	return w.pack()
}

// pack returns the network with weights whose units are known not to overflow.
func (w *Weights) pack() (*Network, error) {
	n := &Network{rows: make([]vector.Row, NumInputs+1), knowsPowers: len(w.Powers) > 0}
	n.rows[biasRow] = vector.Pack(&w.Bias)
	for input := range NumBaseInputs {
		row := w.Rows[input]
		if kind := input/santorini.NumSpaces - nearKind; kind >= 0 {
			if err := w.addImplied(&row, kind, santorini.Space(input%santorini.NumSpaces)); err != nil {
				return nil, err
			}
		}
		n.rows[input] = vector.Pack(&row)
	}
	if len(w.Powers) > 0 {
		for input := NumBaseInputs; input < NumInputs; input++ {
			n.rows[input] = vector.Pack(w.power(input))
		}
	}
	return n, nil
}

// power returns the weights of an input for powers, scaled to the unit of all others.
func (w *Weights) power(input int) *[NumUnits]int16 {
	row := new([NumUnits]int16)
	for unit, v := range w.Powers[input-NumBaseInputs] {
		row[unit] = int16(v) * (Unit / PowerUnit)
	}
	return row
}

// addImplied adds to the row of a distance class the weights of what it implies about
// the square itself.
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

// A network's file is a line of text that states its origin, followed by 16-bit
// little-endian integers: the biases of all units, and for each input the weights of
// all units. The weights of the inputs for powers, which may be missing, are 8-bit
// integers, because browsers have to download them.

// Weights are the numbers of a network.
type Weights struct {
	Bias [NumUnits]int16 // in 1/1024 logit
	Rows [NumBaseInputs][NumUnits]int16
	// Powers are the weights of the inputs for powers, in 1/64 logit; nil if the
	// network does not know powers.
	Powers [][NumUnits]int8
}

const (
	numPowerInputs = NumInputs - NumBaseInputs

	// PowerUnit is how many units of a power input's weight make one logit.
	PowerUnit = 64
)

// ParseNetwork reads the file of a network.
func ParseNetwork(file []byte) (*Network, error) {
	w, err := ParseWeights(file)
	if err != nil {
		return nil, err
	}
	return NewNetwork(w)
}

// ParseWeights reads the weights from the file of a network.
func ParseWeights(file []byte) (*Weights, error) {
	_, numbers, ok := bytes.Cut(file, []byte("\n"))
	const base, powers = 2 * NumUnits * (1 + NumBaseInputs), NumUnits * numPowerInputs
	if !ok || len(numbers) != base && len(numbers) != base+powers {
		return nil, fmt.Errorf("%d bytes after the first line: want %d, or %d with powers", len(numbers), base, base+powers)
	}
	read := func(units *[NumUnits]int16) {
		for unit := range units {
			units[unit] = int16(binary.LittleEndian.Uint16(numbers[2*unit:]))
		}
		numbers = numbers[2*NumUnits:]
	}
	w := new(Weights)
	read(&w.Bias)
	for input := range w.Rows {
		read(&w.Rows[input])
	}
	for row := range slices.Chunk(numbers, NumUnits) {
		w.Powers = append(w.Powers, [NumUnits]int8{})
		for unit, v := range row {
			w.Powers[len(w.Powers)-1][unit] = int8(v)
		}
	}
	return w, nil
}

// AppendFile appends the file of a network with these weights. The origin is one line.
func (w *Weights) AppendFile(file []byte, origin string) ([]byte, error) {
	file = append(append(file, origin...), '\n')
	for _, numbers := range []any{&w.Bias, &w.Rows, w.Powers} {
		var err error
		if file, err = binary.Append(file, binary.LittleEndian, numbers); err != nil {
			return nil, err
		}
	}
	return file, nil
}
