package load

import (
	"math"
	"math/rand/v2"
)

// chance draws numbers, the same for one seed.
type chance struct{ *rand.Rand }

func newChance(seed uint64) chance { return chance{rand.New(rand.NewPCG(seed, 0))} }

// varied draws a positive number with a mean, whose logarithm is spread so much.
func (c chance) varied(mean, spread float64) float64 {
	return mean * math.Exp(spread*c.NormFloat64()-spread*spread/2)
}

// pick draws an index by shares.
func pick[T any](c chance, all []T, share func(T) float64) int {
	left := c.Float64()
	for i, one := range all {
		if left -= share(one); left < 0 {
			return i
		}
	}
	return len(all) - 1
}
