//go:build js

package eval

import "sync/atomic"

// In browsers the network is a file of its own, which comes after the program: it is
// two thirds as large as the first program, and only Santorini needs it.
var given atomic.Pointer[Network]

// Give takes network.bin, from which [Fitted] is made. An error says what is wrong
// with it.
func Give(file []byte) error {
	n, err := ParseNetwork(file)
	if err == nil {
		given.Store(n)
	}
	return err
}

// HasFitted reports whether there is the network that thera plays with.
func HasFitted() bool { return given.Load() != nil }

// Fitted returns the network that thera plays with. It panics where [HasFitted] is
// false.
func Fitted() *Network {
	n := given.Load()
	if n == nil {
		panic("eval: network.bin is wanted before Fitted")
	}
	return n
}
