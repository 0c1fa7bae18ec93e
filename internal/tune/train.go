package tune

import (
	"context"
	"math"
	"math/rand/v2"
	"sync"

	"thera/santorini"
	"thera/santorini/eval"
)

// Training says how a network is fitted.
type Training struct {
	Epochs int
	Seed   uint64 // of the first weights and of the order of the samples
	// Progress, if not nil, is called after each epoch with the mean loss in
	// nats over the samples that were learned from and those kept out.
	Progress func(epoch int, learned, kept float64)
}

const (
	numUnits  = eval.NumUnits
	batchSize = 1024
	// numParts is how many parts a batch is worked on in, whatever the number
	// of cores, so that sums are always made in the same order.
	numParts = 4
	// trust is how much of what is to be learned is the search's score; the
	// rest is the result of the game.
	trust = 0.7
	// held is the share of the samples, one in so many, that is kept out to
	// measure the loss: those of the last games.
	held = 20
)

// layer holds a value for each weight of a network: the rows of its inputs,
// and last the biases.
type layer [eval.NumInputs + 1][numUnits]float32

const biasRow = eval.NumInputs

// network is a network in training, by the optimizer Adam (Kingma and Ba 2015).
type network struct {
	weights, mean, variance layer
	steps                   int
	parts                   [numParts]part
}

// part is the work on a part of a batch.
type part struct {
	gradient layer
	touched  [eval.NumInputs + 1]bool
	loss     float64
	active   []uint16
}

// TrainSantorini fits a network to the samples. It fails if ctx is done, or if
// the weights come out too large for the network's numbers.
func TrainSantorini(ctx context.Context, samples []Sample[santorini.Position], opt Training) (*eval.Weights, error) {
	rng := rand.New(rand.NewPCG(opt.Seed, 0))
	n := newNetwork(rng)
	cut := len(samples) - len(samples)/held
	learned, kept := samples[:cut], samples[cut:]
	order := rng.Perm(len(learned))
	batches := max(1, len(order)/batchSize)
	total := batches * opt.Epochs
	for epoch := range opt.Epochs {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		loss := 0.0
		for b := range batches {
			batch := order[b*len(order)/batches : (b+1)*len(order)/batches]
			turns := rng.Uint64()
			loss += n.learn(learned, batch, turns)
			n.step(rate(float64(epoch*batches+b)/float64(total)), len(batch))
		}
		if opt.Progress != nil {
			opt.Progress(epoch+1, loss/float64(len(order)), n.loss(kept))
		}
	}
	w := n.weights.rounded()
	_, err := eval.NewNetwork(w)
	return w, err
}

// rounded returns the weights as whole numbers.
func (w *layer) rounded() *eval.Weights {
	whole := func(row *[numUnits]float32) (rounded [numUnits]int16) {
		for i, v := range row {
			rounded[i] = int16(math.Round(float64(v) * eval.Unit))
		}
		return rounded
	}
	out := &eval.Weights{Bias: whole(&w[biasRow])}
	for input := range out.Rows {
		out.Rows[input] = whole(&w[input])
	}
	return out
}

// rate is the size of a step by the share of training that is done.
func rate(done float64) float32 {
	const most, least = 2e-3, 2e-5
	return float32(least + (most-least)*(1+math.Cos(math.Pi*done))/2)
}

func newNetwork(rng *rand.Rand) *network {
	n := new(network)
	for input := range eval.NumInputs {
		for i := range numUnits {
			n.weights[input][i] = float32(rng.NormFloat64() * 0.05)
		}
	}
	for i := range numUnits {
		n.weights[biasRow][i] = 0.1
	}
	return n
}

// learn adds up the gradient over a batch, each sample turned and mirrored by
// chance, and returns the sum of the losses.
func (n *network) learn(samples []Sample[santorini.Position], batch []int, turns uint64) (loss float64) {
	var workers sync.WaitGroup
	for k := range n.parts {
		workers.Go(func() {
			p := &n.parts[k]
			rng := rand.New(rand.NewPCG(turns, uint64(k)))
			p.loss = 0
			for _, i := range batch[k*len(batch)/numParts : (k+1)*len(batch)/numParts] {
				p.learn(&n.weights, &samples[i], &turned[rng.IntN(len(turned))])
			}
		})
	}
	workers.Wait()
	for k := range n.parts {
		loss += n.parts[k].loss
	}
	return loss
}

// learn adds the gradient of a sample.
func (p *part) learn(w *layer, s *Sample[santorini.Position], turn *[eval.NumInputs]uint16) {
	p.active = eval.AppendInputs(&s.Seen, p.active[:0])
	for i, input := range p.active {
		p.active[i] = turn[input]
	}
	p.active = append(p.active, biasRow)
	value, units := w.value(p.active)
	want, got := target(s), sigmoid(value)
	p.loss += crossEntropy(want, got)
	var step [numUnits]float32 // the loss by what goes into each unit
	for i, v := range units {
		if v > 0 {
			step[i] = sign(i) * float32(got-want)
		}
	}
	for _, input := range p.active {
		p.touched[input] = true
		row := &p.gradient[input]
		for i := range row {
			row[i] += step[i]
		}
	}
}

// value returns what the network says, in logits, and its units.
func (w *layer) value(active []uint16) (value float64, units [numUnits]float32) {
	for _, input := range active {
		row := &w[input]
		for i := range units {
			units[i] += row[i]
		}
	}
	for i, v := range units {
		value += float64(sign(i) * max(v, 0))
	}
	return value, units
}

// sign is for whom unit i speaks: 1 for the seat to move, -1 against it.
func sign(i int) float32 {
	if i < numUnits/2 {
		return 1
	}
	return -1
}

// step moves the weights against the gradient and clears it.
func (n *network) step(rate float32, samples int) {
	const fade, fadeSquare, tiny = 0.9, 0.999, 1e-8
	n.steps++
	correction := float32(math.Sqrt(1-math.Pow(fadeSquare, float64(n.steps))) / (1 - math.Pow(fade, float64(n.steps))))
	for input := range n.weights {
		var gradient [numUnits]float32
		for k := range n.parts {
			p := &n.parts[k]
			if p.touched[input] {
				for i := range gradient {
					gradient[i] += p.gradient[input][i]
				}
				p.touched[input], p.gradient[input] = false, [numUnits]float32{}
			}
		}
		weights, mean, variance := &n.weights[input], &n.mean[input], &n.variance[input]
		for i, g := range gradient {
			g /= float32(samples)
			mean[i] += (1 - fade) * (g - mean[i])
			variance[i] += (1 - fadeSquare) * (g*g - variance[i])
			weights[i] -= rate * correction * mean[i] / (float32(math.Sqrt(float64(variance[i]))) + tiny)
		}
	}
}

// loss returns the mean loss over samples.
func (n *network) loss(samples []Sample[santorini.Position]) (sum float64) {
	var active []uint16
	for i := range samples {
		active = append(eval.AppendInputs(&samples[i].Seen, active[:0]), biasRow)
		value, _ := n.weights.value(active)
		sum += crossEntropy(target(&samples[i]), sigmoid(value))
	}
	return sum / float64(len(samples))
}

// target is the chance of winning that is to be learned.
func target(s *Sample[santorini.Position]) float64 {
	result := 0.0
	if s.Won {
		result = 1
	}
	if _, proven := s.Score.Proven(); proven {
		return s.Score.WinProbability()
	}
	return trust*s.Score.WinProbability() + (1-trust)*result
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
