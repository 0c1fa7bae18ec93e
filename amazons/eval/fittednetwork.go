package eval

import (
	_ "embed"
	"sync"
)

// FittedNetwork returns the network that thera plays with. It was learned with the
// weights that [Fitted] returns, and is worth little with others.
func FittedNetwork() *Network { return fittedNetwork() }

//go:embed network.bin
var networkFile []byte

// fittedNetwork panics if the file is not a network, which can only be if the
// program was built from a broken one.
var fittedNetwork = sync.OnceValue(func() *Network {
	n, err := ParseNetwork(networkFile)
	if err != nil {
		panic(err)
	}
	return n
})
