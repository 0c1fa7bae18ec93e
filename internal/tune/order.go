package tune

import (
	"math"
	"math/rand/v2"
)

// choice is a position to learn from which moves to look at first: what is true
// of each legal move, and which one a search has chosen.
type choice struct {
	// features are those of the first move, then those of the second and so on,
	// as many of each. One that a move has twice counts twice.
	features []uint16
	best     int // the chosen move's place among all
}

// order is a guess at moves to be learned: each feature has a weight, in logits,
// a move is worth the sum of those of its features, and its chance to be chosen
// is as e^worth among the legal moves (a softmax, as Coulom 2007 does it for Go).
type order struct {
	features int // how many there are, all of them below this
	width    int // how many a move has
	epochs   int // how many times to learn from each position
	seed     uint64
}

// Chosen by hand, not tuned.
const (
	orderBatch = 64   // positions a step
	orderRate  = 0.3  // the largest step of a weight in the first epoch, in logits
	orderDecay = 1.6  // by what steps shrink from one epoch to the next
	orderBlur  = 1e-3 // keeps weights that hardly anything is known of from leaping
)

// fit returns the weights under which what was chosen in so many positions is most
// likely, by gradient descent with steps for each weight by what it has moved
// already (Adagrad). see sets a choice, of which it may keep the room, to that of
// the i-th position. progress, if not nil, is told the weights after each epoch.
func (o order) fit(positions int, see func(i int, c *choice), progress func(epoch int, weights []float64)) []float64 {
	weights, gradient, squares := make([]float64, o.features), make([]float64, o.features), make([]float64, o.features)
	rng := rand.New(rand.NewPCG(o.seed, 0))
	rate := orderRate
	var c choice
	var chances []float64
	for epoch := range o.epochs {
		for k, i := range rng.Perm(positions) {
			see(i, &c)
			chances = o.chances(chances[:0], weights, &c)
			chances[c.best]--
			for move, wrong := range chances {
				for _, f := range c.features[move*o.width:][:o.width] {
					gradient[f] += wrong
				}
			}
			if k%orderBatch < orderBatch-1 && k < positions-1 {
				continue
			}
			for f, g := range gradient {
				g /= orderBatch
				squares[f] += g * g
				weights[f] -= rate * g / (orderBlur + math.Sqrt(squares[f]))
			}
			clear(gradient)
		}
		rate /= orderDecay
		if progress != nil {
			progress(epoch+1, weights)
		}
	}
	return weights
}

// chances appends how likely each move is to be chosen.
func (o order) chances(to, weights []float64, c *choice) []float64 {
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
func (o order) worths(to, weights []float64, c *choice) []float64 {
	for at := 0; at < len(c.features); at += o.width {
		worth := 0.0
		for _, f := range c.features[at:][:o.width] {
			worth += weights[f]
		}
		to = append(to, worth)
	}
	return to
}

// orderMeasure says how well an order finds what was chosen.
type orderMeasure struct {
	loss  float64 // mean negative log-likelihood, in nats
	first float64 // how often what was chosen comes first, 0 to 1
	rank  float64 // how many moves come before it, in the mean
}

// measure tries weights on so many positions.
func (o order) measure(weights []float64, positions int, see func(i int, c *choice)) (m orderMeasure) {
	var c choice
	var chances []float64
	each := 1 / float64(positions)
	for i := range positions {
		see(i, &c)
		chances = o.chances(chances[:0], weights, &c)
		before := 0
		for k, chance := range chances {
			if chance > chances[c.best] || chance == chances[c.best] && k < c.best {
				before++
			}
		}
		m.loss -= math.Log(max(chances[c.best], 1e-12)) * each
		m.rank += float64(before) * each
		if before == 0 {
			m.first += each
		}
	}
	return m
}
