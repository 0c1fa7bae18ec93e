package tune

import (
	"math"
	"math/rand/v2"
)

// spsa climbs to the maximum of a function of many numbers that can only be compared at
// two points, with noise: simultaneous perturbation stochastic approximation (Spall 1998).
// Each iteration moves all numbers, with random signs, compares the point in that direction
// with the opposite one, and takes a step toward the better. It needs no more comparisons
// for many numbers than for one.
type spsa struct {
	iterations int
	// steps is the change of each number that a comparison can notice.
	steps []float64
	// gain is how far each number moves in the last iteration for each point of
	// difference, in steps.
	gain float64
	seed uint64
}

// Spall's exponents, the best in practice, and the fraction of the iterations
// that delays the decay of the gain.
const (
	gainDecay         = 0.602
	perturbationDecay = 0.101
	gainDelay         = 0.1
)

// direction is what one iteration compares: the points at x ± perturbation.
type direction struct {
	perturbation []float64
	gain         []float64 // for each point of difference
}

// direction returns that of an iteration, counted from 0. The perturbation sinks to one
// step in the last one.
func (s spsa) direction(iteration int) direction {
	n, k := float64(s.iterations), float64(iteration+1)
	c := math.Pow(n/k, perturbationDecay)
	a := s.gain * math.Pow((gainDelay+1)*n/(gainDelay*n+k), gainDecay)
	rng := rand.New(rand.NewPCG(s.seed, uint64(iteration)))
	var d direction
	for _, step := range s.steps {
		sign := step * float64(2*rng.IntN(2)-1)
		d.perturbation = append(d.perturbation, c*sign)
		d.gain = append(d.gain, a/c*sign)
	}
	return d
}

// moved returns x + factor·by.
func moved(x []float64, factor float64, by []float64) []float64 {
	to := make([]float64, len(x))
	for i := range x {
		to[i] = x[i] + float64(factor*by[i])
	}
	return to
}
