// Package softmax learns which of several things is chosen, from what is true of each.
//
//	o := softmax.Order{Features: 12, Width: 2, Epochs: 6, Seed: 1}
//	weights := o.Fit(len(positions), func(i int, c *softmax.Choice) {
//		c.Features = append(c.Features[:0], …) // of the first move, then of the second, …
//		c.Best = positions[i].chosen
//	}, nil)
//
// Each feature has a weight, in logits, a move is worth the sum of those of its features,
// and its chance to be chosen is as e^worth among all that may be (a softmax, as Coulom
// 2007 does it for Go).
//
// It knows nothing of games, and nothing of where positions come from.
package tune

import (
	"math"
	"math/rand/v2"
)

// Choice is a position to learn from which moves to look at first: what is true
// of each legal move, and which one a search has chosen.
type Choice struct {
	// Features are those of the first move, then those of the second and so on,
	// as many of each. One that a move has twice counts twice.
	Features []uint16
	Best     int // the chosen move's place among all
}

// Order says what is to be learned, and how.
type Order struct {
	Features int // how many there are, all of them below this
	Width    int // how many a move has
	Epochs   int // how many times to learn from each position
	Seed     uint64
}

// Chosen by hand, not tuned.
const (
	batch     = 64   // positions a step
	firstRate = 0.3  // the largest step of a weight in the first epoch, in logits
	decay     = 1.6  // by what steps shrink from one epoch to the next
	blur      = 1e-3 // keeps weights that hardly anything is known of from leaping
)

// Fit returns the weights under which what was chosen in so many positions is most
// likely, by gradient descent with steps for each weight by what it has moved
// already (Adagrad). see sets a choice, of which it may keep the room, to that of
// the i-th position. progress, if not nil, is told the weights after each epoch.
func (o Order) Fit(positions int, see func(i int, c *Choice), progress func(epoch int, weights []float64)) []float64 {
	weights, gradient, squares := make([]float64, o.Features), make([]float64, o.Features), make([]float64, o.Features)
	rng := rand.New(rand.NewPCG(o.Seed, 0))
	rate := firstRate
	var c Choice
	var chances []float64
	for epoch := range o.Epochs {
		for k, i := range rng.Perm(positions) {
			see(i, &c)
			chances = o.chances(chances[:0], weights, &c)
			chances[c.Best]--
			for move, wrong := range chances {
				for _, f := range c.Features[move*o.Width:][:o.Width] {
					gradient[f] += wrong
				}
			}
			if k%batch < batch-1 && k < positions-1 {
				continue
			}
			for f, g := range gradient {
				g /= batch
				squares[f] += g * g
				weights[f] -= rate * g / (blur + math.Sqrt(squares[f]))
			}
			clear(gradient)
		}
		rate /= decay
		if progress != nil {
			progress(epoch+1, weights)
		}
	}
	return weights
}

// chances appends how likely each move is to be chosen.
func (o Order) chances(to, weights []float64, c *Choice) []float64 {
	to = o.worths(to, weights, c)
	best, sum := math.Inf(-1), 0.0
	for _, w := range to {
		best = max(best, w)
	}
	for i, w := range to {
		to[i] = math.Exp(w - best)
		sum += to[i]
	}
	for i := range to {
		to[i] /= sum
	}
	return to
}

// worths appends what each move is worth, in logits.
func (o Order) worths(to, weights []float64, c *Choice) []float64 {
	for at := 0; at < len(c.Features); at += o.Width {
		worth := 0.0
		for _, f := range c.Features[at:][:o.Width] {
			worth += weights[f]
		}
		to = append(to, worth)
	}
	return to
}

// Quality says how well an order finds what was chosen.
type Quality struct {
	Loss  float64 // mean negative log-likelihood, in nats
	First float64 // how often what was chosen comes first, 0 to 1
	Rank  float64 // how many moves come before it, in the mean
}

// Measure tries weights on so many positions.
func (o Order) Measure(weights []float64, positions int, see func(i int, c *Choice)) (q Quality) {
	var c Choice
	var chances []float64
	each := 1 / float64(positions)
	for i := range positions {
		see(i, &c)
		chances = o.chances(chances[:0], weights, &c)
		before := 0
		for k, chance := range chances {
			if chance > chances[c.Best] || chance == chances[c.Best] && k < c.Best {
				before++
			}
		}
		q.Loss -= math.Log(max(chances[c.Best], 1e-12)) * each
		q.Rank += float64(before) * each
		if before == 0 {
			q.First += each
		}
	}
	return q
}
