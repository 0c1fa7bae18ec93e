package eval

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// A network's file is a line of text, which says where it comes from, and then
// numbers of 16 bits, the lower byte first: the biases of all units, and for
// each input the weights of all units.

// Weights are the numbers of a network, in its units of 1/1024 logit.
type Weights struct {
	Bias [NumUnits]int16
	Rows [NumInputs][NumUnits]int16
}

// ParseNetwork reads the file of a network.
func ParseNetwork(file []byte) (*Network, error) {
	_, numbers, ok := bytes.Cut(file, []byte("\n"))
	const size = 2 * NumUnits * (1 + NumInputs)
	if !ok || len(numbers) != size {
		return nil, fmt.Errorf("%d bytes after the first line: want %d", len(numbers), size)
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
	return NewNetwork(w)
}

// AppendFile appends the file of a network with these weights. The origin is a
// line of text.
func (w *Weights) AppendFile(file []byte, origin string) ([]byte, error) {
	return binary.Append(append(append(file, origin...), '\n'), binary.LittleEndian, w)
}
