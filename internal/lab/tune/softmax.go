package tune

import (
	"math"
	"math/rand/v2"
)

// Move order is learned as a choice among moves. Each feature has a weight in logits; a
// move's value is the sum of the weights of its features, and its probability of being
// chosen is proportional to e^value (a softmax, as Coulom 2007 does it for Go).

// Choice is a position to learn move order from: the features of each legal move, and
// the move that a search chose.
type Choice struct {
	// Features lists those of the first move, then those of the second, and so on, the
	// same number for each. A feature that a move has twice counts twice.
	Features []uint16
	Best     int // the index of the chosen move
}

// Order says what to learn, and how.
type Order struct {
	Features int // number of features; all are below it
	Width    int // features of one move
	Epochs   int // passes over the positions
	Seed     uint64
}

// Chosen by hand, not tuned.
const (
	batch     = 64   // positions per step
	firstRate = 0.3  // largest step of a weight in the first epoch, in logits
	decay     = 1.6  // factor by which steps shrink from one epoch to the next
	epsilon   = 1e-3 // keeps weights with hardly any data from jumping
)

// Fit returns the weights under which the choices in the positions are most likely, by
// Adagrad. see sets c, whose memory it may reuse, to the choice of position i. progress,
// if not nil, gets the weights after each epoch.
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
				weights[f] -= rate * g / (epsilon + math.Sqrt(squares[f]))
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

// chances appends the probability of each move.
func (o Order) chances(to, weights []float64, c *Choice) []float64 {
	to = o.values(to, weights, c)
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

// values appends the value of each move, in logits.
func (o Order) values(to, weights []float64, c *Choice) []float64 {
	for at := 0; at < len(c.Features); at += o.Width {
		value := 0.0
		for _, f := range c.Features[at:][:o.Width] {
			value += weights[f]
		}
		to = append(to, value)
	}
	return to
}

// Quality says how well an order predicts the choices.
type Quality struct {
	Loss  float64 // mean negative log-likelihood, in nats
	First float64 // how often the chosen move comes first, 0 to 1
	Rank  float64 // mean number of moves before it
}

// Measure tries weights on a number of positions.
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
