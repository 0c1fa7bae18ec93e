package eval

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// A network's file is a line of text that states its origin, followed by 16-bit
// little-endian integers: the initial values of the units, phase by phase, and what
// each pattern adds to them.

// ParseNetwork reads the file of a network.
func ParseNetwork(file []byte) (*Network, error) {
	w, err := ParseNetworkWeights(file)
	if err != nil {
		return nil, err
	}
	return NewNetwork(w)
}

// ParseNetworkWeights reads the weights from the file of a network.
func ParseNetworkWeights(file []byte) (*NetworkWeights, error) {
	_, numbers, ok := bytes.Cut(file, []byte("\n"))
	w := new(NetworkWeights)
	if want := binary.Size(w); !ok || len(numbers) != want {
		return nil, fmt.Errorf("%d bytes after the first line: want %d", len(numbers), want)
	}
	_, err := binary.Decode(numbers, binary.LittleEndian, w)
	return w, err
}

// AppendFile appends the file of a network with these weights. The origin is one line
// of text.
func (w *NetworkWeights) AppendFile(file []byte, origin string) ([]byte, error) {
	return binary.Append(append(append(file, origin...), '\n'), binary.LittleEndian, w)
}
