//go:build !js

package eval

import (
	_ "embed"
	"slices"
	"sync"
)

// Fitted returns the network that thera plays with.
func Fitted() *Network { return fitted() }

// HasFitted reports whether there is that network, as there always is here.
func HasFitted() bool { return true }

// FittedFile returns the file of that network.
func FittedFile() []byte { return slices.Clone(networkFile) }

//go:embed network.bin
var networkFile []byte

// fitted panics if the file is not a network, which can only be if the program
// was built from a broken one.
var fitted = sync.OnceValue(func() *Network {
	n, err := ParseNetwork(networkFile)
	if err != nil {
		panic(err)
	}
	return n
})
