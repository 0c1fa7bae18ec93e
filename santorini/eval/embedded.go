//go:build !js

package eval

import (
	_ "embed"
	"slices"
	"sync"
)

// Fitted returns the network that thera plays with.
func Fitted() *Network { return fitted() }

// HasFitted reports whether that network is available, which it always is here.
func HasFitted() bool { return true }

// FittedFile returns the file of that network.
func FittedFile() []byte { return slices.Clone(networkFile) }

//go:embed network.bin
var networkFile []byte

// fitted panics if the embedded file is broken, which is a mistake in the build.
var fitted = sync.OnceValue(func() *Network {
	n, err := ParseNetwork(networkFile)
	if err != nil {
		panic(err)
	}
	return n
})
