//go:build js

package eval

import "sync/atomic"

// In browsers the network is a file of its own that is loaded after the program: it is
// two thirds the size of the initial program, and only Santorini needs it.
var given atomic.Pointer[Network]

// Give sets the network file, network.bin, that [Fitted] is made from. The error says
// what is wrong with it. Tests check that no unit can overflow, so browsers need not.
func Give(file []byte) error {
	w, err := ParseWeights(file)
	if err != nil {
		return err
	}
	n, err := w.pack()
	if err == nil {
		given.Store(n)
	}
	return err
}

// HasFitted reports whether the network that thera plays with is available.
func HasFitted() bool { return given.Load() != nil }

// Fitted returns the network that thera plays with, made by [Give]. It panics if
// [HasFitted] is false.
func Fitted() *Network {
	n := given.Load()
	if n == nil {
		panic("eval: network.bin is wanted before Fitted")
	}
	return n
}
