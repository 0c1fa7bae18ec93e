package eval

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
)

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

// AppendFile appends the file of a network with these weights. The origin is one line
// of text.
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
