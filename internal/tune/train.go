package tune

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"sync"

	"thera/internal/vector"
	"thera/santorini"
	"thera/santorini/eval"
)

// training says how a network is fitted.
type training struct {
	units  int // a multiple of 64, the number of an [eval.Network] at most
	epochs int
	seed   uint64 // of the first weights and of the order of the samples
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
	parts []*part
	steps int
	// What is true of the samples of the batch in hand, with the biases as an
	// input that always is.
	lists  [batchSize]list
	errors [batchSize]float32 // by how much the chances are wrong
}

const (
	biasRow   = eval.NumInputs     // the biases of the units
	outputRow = eval.NumInputs + 1 // the weights of the second layer
	numRows   = eval.NumInputs + 2
)

type list struct {
	inputs [eval.MaxActive + 1]uint16
	n      int
}

func (l *list) active() []uint16 { return l.inputs[:l.n] }

// part is 32 units that speak for the seat to move, or against it. Weights of
// the second layer are not negative: the sign stands for them.
type part struct {
	sign                              float32
	weights, gradient, mean, variance []vector.Floats
	units                             [batchSize]vector.Floats // of each sample
	values                            [batchSize]float32       // what the units add up to
}

func newTrainer(units int, rng *rand.Rand) *trainer {
	t := &trainer{parts: make([]*part, units/vector.Lanes)}
	for k := range t.parts {
		p := &part{
			sign:    1,
			weights: make([]vector.Floats, numRows), gradient: make([]vector.Floats, numRows),
			mean: make([]vector.Floats, numRows), variance: make([]vector.Floats, numRows),
		}
		if k >= len(t.parts)/2 {
			p.sign = -1
		}
		for i := range vector.Lanes {
			for input := range eval.NumInputs {
				p.weights[input][i] = float32(rng.NormFloat64() * 0.05)
			}
			p.weights[biasRow][i] = 0.1
			p.weights[outputRow][i] = float32(4 / math.Sqrt(float64(units)))
		}
		t.parts[k] = p
	}
	return t
}

// train fits a network to samples. It fails if ctx is done, or if the weights
// come out too large for the network's numbers.
func train(ctx context.Context, s *samples, opt training) (*eval.Weights, error) {
	rng := rand.New(rand.NewPCG(opt.seed, 0))
	t := newTrainer(opt.units, rng)
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
	t.steps++
	const fade, fadeSquare = 0.9, 0.999
	step := vector.Adam{
		Scale: 1 / float32(len(batch)), Mean: 1 - fade, Square: 1 - fadeSquare, Tiny: 1e-8,
		Rate: float32(rate * math.Sqrt(1-math.Pow(fadeSquare, float64(t.steps))) / (1 - math.Pow(fade, float64(t.steps)))),
	}
	each(len(t.parts), func(k int) {
		p := t.parts[k]
		p.back(t, len(batch))
		step.Step(p.weights, p.gradient, p.mean, p.variance)
		for i, v := range p.weights[outputRow] {
			p.weights[outputRow][i] = max(v, 1e-3)
		}
	})
	return loss
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
			l := &t.lists[i]
			l.n = len(eval.AppendInputs(&batch[i].position, l.inputs[:0]))
			if turn {
				way := &turned[rng.IntN(len(turned))]
				for k, input := range l.active() {
					l.inputs[k] = way[input]
				}
			}
			l.inputs[l.n] = biasRow
			l.n++
		}
	})
	each(len(t.parts), func(k int) { t.parts[k].forward(t, len(batch)) })
	for i, s := range batch {
		value := float32(0)
		for _, p := range t.parts {
			value += p.values[i]
		}
		want, got := float64(s.chance), sigmoid(float64(value))
		t.errors[i] = float32(got - want)
		loss += crossEntropy(want, got)
	}
	return loss
}

// forward computes the units of the samples in hand.
func (p *part) forward(t *trainer, n int) {
	output := &p.weights[outputRow]
	for i := range n {
		units := &p.units[i]
		*units = vector.Floats{}
		vector.Add(units, p.weights, t.lists[i].active())
		value := float32(0)
		for k, v := range units {
			units[k] = max(v, 0)
			value += float32(units[k] * output[k])
		}
		p.values[i] = p.sign * value
	}
}

// back adds up the gradient over the samples in hand.
func (p *part) back(t *trainer, n int) {
	output, outputGradient := &p.weights[outputRow], &p.gradient[outputRow]
	for i := range n {
		wrong := p.sign * t.errors[i]
		var step vector.Floats // the loss by what goes into each unit
		for k, v := range &p.units[i] {
			outputGradient[k] += float32(wrong * v)
			if v > 0 {
				step[k] = float32(wrong * output[k])
			}
		}
		vector.AddTo(p.gradient, t.lists[i].active(), &step)
	}
}

// rounded returns the weights as whole numbers, with those of the second layer
// put into the first.
func (t *trainer) rounded() *eval.Weights {
	w := new(eval.Weights)
	for k, p := range t.parts {
		first := k * vector.Lanes
		if half := len(t.parts) / 2; k >= half {
			first = eval.NumUnits/2 + (k-half)*vector.Lanes
		}
		for i, factor := range p.weights[outputRow] {
			whole := func(row int) int16 {
				v := math.Round(float64(p.weights[row][i]) * float64(factor) * eval.Unit)
				return int16(min(max(v, math.MinInt16), math.MaxInt16))
			}
			w.Bias[first+i] = whole(biasRow)
			for input := range w.Rows {
				w.Rows[input][first+i] = whole(input)
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

// turned maps each input to what it becomes when the board is turned and
// mirrored, in all eight ways.
var turned = func() (maps [santorini.Symmetries][eval.NumInputs]uint16) {
	for way := range maps {
		for input := range eval.NumInputs {
			kind, space := input/santorini.NumSpaces, santorini.Space(input%santorini.NumSpaces)
			maps[way][input] = uint16(kind*santorini.NumSpaces + int(santorini.Symmetry(way).Space(space)))
		}
	}
	return maps
}()
