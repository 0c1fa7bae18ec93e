package load

import (
	"math"
	"math/rand/v2"
)

// random draws numbers, the same for the same seed.
type random struct{ *rand.Rand }

func newRandom(seed uint64) random { return random{rand.New(rand.NewPCG(seed, 0))} }

// logNormal draws from a log-normal distribution with a mean and the standard
// deviation of the logarithm.
func (c random) logNormal(mean, spread float64) float64 {
	return mean * math.Exp(spread*c.NormFloat64()-spread*spread/2)
}

// pick draws an index by shares.
func pick[T any](c random, all []T, share func(T) float64) int {
	left := c.Float64()
	for i, one := range all {
		if left -= share(one); left < 0 {
			return i
		}
	}
	return len(all) - 1
}
