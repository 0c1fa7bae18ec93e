package tune

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"

	"thera/internal/vector"
	"thera/santorini/eval"
)

// training says how a network is fitted.
type training struct {
	units  int // a multiple of 64, the number of an [eval.Network] at most
	epochs int
	seed   uint64 // of the first weights and of the order of the samples
	// base, if not nil, are the weights of a network that learns on, instead of one
	// with random weights. Its rows for powers stay.
	base *eval.Weights
	// powers is to learn the rows of the base for powers alone, anew. All others stay,
	// so that the network says the same of positions without powers.
	powers bool
	// progress, if not nil, is called after each epoch with the mean loss in
	// nats over the samples that were learned from and those kept out.
	progress func(epoch int, learned, kept float64)
}

const (
	batchSize = 1024
	// numChunks is how many parts of a batch are turned and mirrored by
	// random numbers of their own, whatever the number of cores.
	numChunks = 8
)

// trainer is a network in training, by the optimizer Adam, in parts of 32
// units, each of which one core works on at a time: no two add to the same
// number, so that sums are always made in the same order.
type trainer struct {
	parts       []*part
	inputs      int // of the network
	first, last int // the rows from first to before last are learned
	steps       int
	fade        float64 // by how much weights fade in a step, as a share of its rate
	// What is true of the samples of the batch in hand, with the biases as an
	// input that always is.
	lists  [batchSize]list
	errors [batchSize]float32 // by how much the chances are wrong
	// What is known of these samples: their chances, and the part of their logit
	// that is not the network's.
	chances [batchSize]float32
	given   [batchSize]float32
}

// biasRow is that of the biases of the units, behind those of the inputs, and
// outputRow that of the weights of the second layer.
func (t *trainer) biasRow() int   { return t.inputs }
func (t *trainer) outputRow() int { return t.inputs + 1 }

// newTrainer returns a network to be trained from random weights.
func newTrainer(units int, rng *rand.Rand) *trainer {
	t := &trainer{parts: make([]*part, units/vector.Lanes), inputs: eval.NumBaseInputs, fade: weightFade}
	t.last = t.outputRow() + 1
	for k := range t.parts {
		p := newPart(t.inputs+2, t.sign(k))
		for i := range vector.Lanes {
			for input := range t.inputs {
				p.weights[input][i] = float32(rng.NormFloat64() * 0.05)
			}
			p.weights[t.biasRow()][i] = 0.1
			p.weights[t.outputRow()][i] = outputOf(units)
		}
		t.parts[k] = p
	}
	return t
}

// outputOf is the weight of each unit in the second layer to begin with.
func outputOf(units int) float32 { return float32(4 / math.Sqrt(float64(units))) }

// sign tells whether a part speaks for the seat to move, 1, or against it, −1.
func (t *trainer) sign(part int) float32 {
	if part >= len(t.parts)/2 {
		return -1
	}
	return 1
}

// train fits a network to samples. It fails if ctx is done, or if the weights
// come out too large for the network's numbers.
func train(ctx context.Context, s *samples, opt training) (*eval.Weights, error) {
	rng := rand.New(rand.NewPCG(opt.seed, 0))
	var t *trainer
	switch {
	case opt.powers:
		t = newPowersTrainer(opt.base)
	case opt.base != nil:
		t = newTrainerFrom(opt.base)
	default:
		t = newTrainer(opt.units, rng)
	}
	order := rng.Perm(len(s.learned))
	batches := max(1, len(order)/batchSize)
	total := batches * opt.epochs
	batch := make([]*sample, 0, batchSize)
	for epoch := range opt.epochs {
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		loss, seen := 0.0, 0
		for b := range batches {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			batch = batch[:0]
			for _, i := range order[b*batchSize : min((b+1)*batchSize, len(order))] {
				batch = append(batch, &s.learned[i])
			}
			loss += t.learn(batch, rng.Uint64(), rate(float64(epoch*batches+b)/float64(total)))
			seen += len(batch)
		}
		if opt.progress != nil {
			opt.progress(epoch+1, loss/float64(max(seen, 1)), t.loss(s.kept))
		}
	}
	w := t.rounded()
	if opt.base != nil && !opt.powers {
		w.Powers = slices.Clone(opt.base.Powers)
	}
	w.Clip()
	_, err := eval.NewNetwork(w)
	return w, err
}

// rate is the size of a step by the share of training that is done.
func rate(done float64) float64 {
	const most, least = 2e-3, 1e-5
	return least + (most-least)*(1+math.Cos(math.Pi*done))/2
}

// learn moves the weights by a batch of samples, each turned and mirrored by
// chance, and returns the sum of their losses.
func (t *trainer) learn(batch []*sample, turns uint64, rate float64) float64 {
	loss := t.see(batch, turns, true)
	t.step(len(batch), rate)
	return loss
}

// How the weights of Santorini's inputs fade, so that those of inputs that are rarely
// true don't grow, generation after generation, until a unit could leave its 16 bits:
// with 0.05 they did, and 0.3 cost 0.002 nats of games kept out.
const (
	weightFade = 0.15
	fadeSteps  = 64 // at once, to save time
)

// step moves the weights by the samples in hand.
func (t *trainer) step(n int, rate float64) {
	t.steps++
	const fade, fadeSquare = 0.9, 0.999
	step := vector.Adam{
		Scale: 1 / float32(n), Mean: 1 - fade, Square: 1 - fadeSquare, Tiny: 1e-8,
		Rate: float32(rate * math.Sqrt(1-math.Pow(fadeSquare, float64(t.steps))) / (1 - math.Pow(fade, float64(t.steps)))),
	}
	each(len(t.parts), func(k int) {
		p := t.parts[k]
		p.back(t, n)
		step.Step(p.weights[t.first:t.last], p.gradient[t.first:t.last], p.mean[t.first:t.last], p.variance[t.first:t.last])
		for i, v := range p.weights[t.outputRow()] {
			p.weights[t.outputRow()][i] = max(v, 1e-3)
		}
		if t.fade > 0 && t.steps%fadeSteps == 0 {
			left := float32(1 - fadeSteps*t.fade*rate)
			for input := t.first; input < t.inputs; input++ {
				for i := range p.weights[input] {
					p.weights[input][i] *= left
				}
			}
		}
	})
}

// loss returns the mean loss over samples, as they are.
func (t *trainer) loss(all []sample) (sum float64) {
	batch := make([]*sample, 0, batchSize)
	for i := range all {
		batch = append(batch, &all[i])
		if len(batch) == batchSize || i == len(all)-1 {
			sum += t.see(batch, 0, false)
			batch = batch[:0]
		}
	}
	return sum / float64(max(len(all), 1))
}

// see evaluates the samples of a batch, turned and mirrored if so wished, takes
// note of by how much that is wrong, and returns the sum of their losses.
func (t *trainer) see(batch []*sample, turns uint64, turn bool) (loss float64) {
	each(numChunks, func(k int) {
		rng := rand.New(rand.NewPCG(turns, uint64(k)))
		for i := k * len(batch) / numChunks; i < (k+1)*len(batch)/numChunks; i++ {
			way := 0
			if turn {
				way = rng.IntN(len(turned))
			}
			t.fill(&t.lists[i], &batch[i].position, &turned[way])
		}
	})
	for i, s := range batch {
		t.chances[i] = s.chance
	}
	return t.evaluate(len(batch))
}

// evaluate evaluates the samples in hand, takes note of by how much that is wrong,
// and returns the sum of their losses.
func (t *trainer) evaluate(n int) (loss float64) {
	each(len(t.parts), func(k int) { t.parts[k].forward(t, n) })
	for i, chance := range t.chances[:n] {
		value := t.given[i]
		for _, p := range t.parts {
			value += p.values[i]
		}
		want, got := float64(chance), sigmoid(float64(value))
		t.errors[i] = float32(got - want)
		loss += crossEntropy(want, got)
	}
	return loss
}

// rounded returns the weights as whole numbers, with those of the second layer
// put into the first.
func (t *trainer) rounded() *eval.Weights {
	w := &eval.Weights{Powers: make([][eval.NumUnits]int8, t.inputs-eval.NumBaseInputs)}
	for k, p := range t.parts {
		first := k * vector.Lanes
		if half := len(t.parts) / 2; k >= half {
			first = eval.NumUnits/2 + (k-half)*vector.Lanes
		}
		for i, factor := range p.weights[t.outputRow()] {
			whole := func(row int) int16 {
				v := math.Round(float64(p.weights[row][i]) * float64(factor) * eval.Unit)
				return int16(min(max(v, math.MinInt16), math.MaxInt16))
			}
			w.Bias[first+i] = whole(t.biasRow())
			for input := range w.Rows {
				w.Rows[input][first+i] = whole(input)
			}
			for input := range w.Powers {
				v := math.Round(float64(p.weights[eval.NumBaseInputs+input][i]) * eval.PowerUnit)
				w.Powers[input][first+i] = int8(min(max(v, math.MinInt8), math.MaxInt8))
			}
		}
	}
	return w
}

// each calls do for all numbers below n, on all cores.
func each(n int, do func(k int)) {
	var workers sync.WaitGroup
	cores := min(n, runtime.GOMAXPROCS(0))
	for c := range cores {
		workers.Go(func() {
			for k := c; k < n; k += cores {
				do(k)
			}
		})
	}
	workers.Wait()
}

func sigmoid(logit float64) float64 { return 1 / (1 + math.Exp(-logit)) }

func crossEntropy(want, got float64) float64 {
	const least = 1e-9
	return -want*math.Log(max(got, least)) - (1-want)*math.Log(max(1-got, least))
}
