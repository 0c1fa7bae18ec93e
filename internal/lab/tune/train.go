package tune

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"

	"thera/game"
	"thera/internal/vector"
	"thera/santorini"
	"thera/santorini/eval"
)

type training struct {
	units  int // a multiple of 64, the number of an [eval.Network] at most
	epochs int
	seed   uint64 // of the first weights and of the order of the samples
	// base, if not nil, is the network to continue from, instead of random weights. Its
	// rows for powers stay.
	base *eval.Weights
	// powers learns the rows for powers and leaves all others, so that the evaluation of
	// positions without powers does not change. It begins from no effect or, with refine,
	// from the rows of base.
	powers bool
	// refine begins with smaller steps, from all that base knows.
	refine bool
	// progress, if not nil, is called after each epoch with the mean loss in
	// nats over the samples that were learned from and those kept out.
	progress func(epoch int, learned, kept float64)
}

const (
	batchSize = 1024
	// numChunks is the number of parts of a batch with their own random numbers for
	// symmetries, so that results do not depend on the number of cores.
	numChunks = 8
)

// trainer is a network in training by Adam. One core at a time works on each part of 32
// units, so that sums are always made in the same order.
type trainer struct {
	parts       []*part
	inputs      int // of the network
	first, last int // rows[first:last] are learned
	steps       int
	fade        float64 // weight decay per step, as a fraction of its rate
	refines     bool    // begins with smaller steps
	// The active inputs of each sample in the current batch, and the bias, which is
	// always active.
	lists  [batchSize]list
	errors [batchSize]float32 // predicted minus wanted chance
	// The wanted chance of each sample, and the part of its logit that is not the
	// network's.
	chances [batchSize]float32
	given   [batchSize]float32
}

// biasRow is the row of the units' biases, after those of the inputs; outputRow is the
// row of the second layer's weights.
func (t *trainer) biasRow() int   { return t.inputs }
func (t *trainer) outputRow() int { return t.inputs + 1 }

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

func newTrainerFrom(base *eval.Weights) *trainer {
	t := trainerOf(base, eval.NumBaseInputs, outputOf(units))
	t.last, t.fade = t.outputRow()+1, weightFade
	return t
}

// newPowersTrainer returns a network that learns what powers change, beginning with no
// change. Its evaluation without powers stays that of the given weights.
func newPowersTrainer(base *eval.Weights) *trainer {
	t := trainerOf(base, eval.NumInputs, 1)
	t.first, t.last = eval.NumBaseInputs, eval.NumInputs
	return t
}

// newPowersTrainerFrom returns a network that continues from what the given weights know
// about powers.
func newPowersTrainerFrom(base *eval.Weights) *trainer {
	t := newPowersTrainer(base)
	for k, p := range t.parts {
		for i := range vector.Lanes {
			for input, row := range base.Powers {
				p.weights[eval.NumBaseInputs+input][i] = float32(row[k*vector.Lanes+i]) / eval.PowerUnit
			}
		}
	}
	return t
}

// trainerOf returns a network with the given weights for the inputs without powers and
// the same weight for every unit of the second layer.
func trainerOf(base *eval.Weights, inputs int, output float32) *trainer {
	t := &trainer{parts: make([]*part, units/vector.Lanes), inputs: inputs}
	for k := range t.parts {
		p := newPart(t.inputs+2, t.sign(k))
		for i := range vector.Lanes {
			unit := k*vector.Lanes + i
			for input, row := range base.Rows {
				p.weights[input][i] = float32(row[unit]) / (eval.Unit * output)
			}
			p.weights[t.biasRow()][i] = float32(base.Bias[unit]) / (eval.Unit * output)
			p.weights[t.outputRow()][i] = output
		}
		t.parts[k] = p
	}
	return t
}

// outputOf returns the first weight of each unit in the second layer.
func outputOf(units int) float32 { return float32(4 / math.Sqrt(float64(units))) }

// sign returns 1 for a part that counts for the seat to move, −1 for one against it.
func (t *trainer) sign(part int) float32 {
	if part >= len(t.parts)/2 {
		return -1
	}
	return 1
}

// train fits a network to samples. It fails if ctx is done, or if the weights
// come out too large for the network's numbers.
func train(ctx context.Context, s *split[sample], opt training) (*eval.Weights, error) {
	rng := rand.New(rand.NewPCG(opt.seed, 0))
	var t *trainer
	switch {
	case opt.powers && opt.refine:
		t = newPowersTrainerFrom(opt.base)
	case opt.powers:
		t = newPowersTrainer(opt.base)
	case opt.base != nil:
		t = newTrainerFrom(opt.base)
	default:
		t = newTrainer(opt.units, rng)
	}
	t.refines = opt.refine
	see := func(batch []*sample, learning bool) float64 {
		seed := uint64(0)
		if learning {
			seed = rng.Uint64()
		}
		return t.see(batch, seed, learning)
	}
	if err := fit(ctx, t, rng, opt.epochs, s.learned, s.kept, see, opt.progress); err != nil {
		return nil, err
	}
	w := t.rounded()
	if opt.base != nil && !opt.powers {
		w.Powers = slices.Clone(opt.base.Powers)
	}
	w.Clip()
	_, err := eval.NewNetwork(w)
	return w, err
}

// fit trains a network on the samples in learned, in random order, a number of times
// (epochs). see puts the samples of a batch in hand, evaluates them and returns the sum
// of their losses. progress, if not nil, is called after each epoch with the mean losses
// of the samples learned from and of those kept out. It fails if ctx is done.
func fit[S any](ctx context.Context, t *trainer, rng *rand.Rand, epochs int, learned, kept []S, see func(batch []*S, learning bool) float64, progress func(epoch int, learned, kept float64)) error {
	order := rng.Perm(len(learned))
	batches := max(1, len(order)/batchSize)
	batch := make([]*S, 0, batchSize)
	for epoch := range epochs {
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		loss, seen := 0.0, 0
		for b := range batches {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			batch = batch[:0]
			for _, i := range order[b*batchSize : min((b+1)*batchSize, len(order))] {
				batch = append(batch, &learned[i])
			}
			loss += see(batch, true)
			t.step(len(batch), t.rate(float64(epoch*batches+b)/float64(batches*epochs)))
			seen += len(batch)
		}
		if progress != nil {
			progress(epoch+1, loss/float64(max(seen, 1)), meanLoss(kept, see))
		}
	}
	return nil
}

func reportEpochs(report func(string)) func(epoch int, learned, kept float64) {
	return func(epoch int, learned, kept float64) {
		report(fmt.Sprintf("epoch %d: loss %.5f nats, %.5f of games kept out", epoch, learned, kept))
	}
}

func meanLoss[S any](all []S, see func(batch []*S, learning bool) float64) (sum float64) {
	batch := make([]*S, 0, batchSize)
	for i := range all {
		batch = append(batch, &all[i])
		if len(batch) == batchSize || i == len(all)-1 {
			sum += see(batch, false)
			batch = batch[:0]
		}
	}
	return sum / float64(max(len(all), 1))
}

// The sizes of steps. With the first rate of a network that begins from nothing, refining
// one with powers cost 0.002 nats of games kept out.
const startRate, refiningRate, endRate = 2e-3, 5e-4, 1e-5

// rate is the size of a step when a fraction of the training is done.
func (t *trainer) rate(done float64) float64 {
	first := startRate
	if t.refines {
		first = refiningRate
	}
	return endRate + (first-endRate)*(1+math.Cos(math.Pi*done))/2
}

// Weight decay keeps the weights of rare inputs from growing over generations until a
// unit could overflow its 16 bits: with 0.05 they did, and 0.3 cost 0.002 nats of games
// kept out.
const (
	weightFade = 0.15
	fadeSteps  = 64 // applied at once, to save time
)

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

// see makes a batch the current one, as random images if images is set, records the errors,
// and returns the sum of the losses.
func (t *trainer) see(batch []*sample, seed uint64, images bool) (loss float64) {
	each(numChunks, func(k int) {
		rng := rand.New(rand.NewPCG(seed, uint64(k)))
		for i := k * len(batch) / numChunks; i < (k+1)*len(batch)/numChunks; i++ {
			way := 0
			if images {
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

// rounded returns the weights as integers, with the second layer folded into the first.
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

// part is 32 units that all count for the seat to move, or all against it. Weights of
// the second layer are not negative; sign gives the direction.
type part struct {
	sign                              float32
	weights, gradient, mean, variance []vector.Floats
	units                             [batchSize]vector.Floats // of each sample
	values                            [batchSize]float32       // sum of the units
}

func newPart(rows int, sign float32) *part {
	return &part{
		sign:    sign,
		weights: make([]vector.Floats, rows), gradient: make([]vector.Floats, rows),
		mean: make([]vector.Floats, rows), variance: make([]vector.Floats, rows),
	}
}

func (p *part) forward(t *trainer, n int) {
	output := &p.weights[t.outputRow()]
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

func (p *part) back(t *trainer, n int) {
	output, outputGradient := &p.weights[t.outputRow()], &p.gradient[t.outputRow()]
	for i := range n {
		wrong := p.sign * t.errors[i]
		var step vector.Floats // derivative of the loss by the input of each unit
		for k, v := range &p.units[i] {
			outputGradient[k] += float32(wrong * v)
			if v > 0 {
				step[k] = float32(wrong * output[k])
			}
		}
		vector.AddTo(p.gradient, t.lists[i].learned(), &step)
	}
}

// list holds the rows that are active in a position: rows[from:to] are learned, the
// others stay as they are.
type list struct {
	rows     [eval.MaxActive + 1]uint16
	n        int
	from, to int // the rows that are learned
}

func (l *list) active() []uint16  { return l.rows[:l.n] }
func (l *list) learned() []uint16 { return l.rows[l.from:l.to] }

// fill lists the active rows of a position under a symmetry of the board.
func (t *trainer) fill(l *list, p *santorini.Position, way *[eval.NumInputs]uint16) {
	l.n = len(eval.AppendInputs(p, l.rows[:0]))
	for k, input := range l.active() {
		l.rows[k] = way[input]
	}
	l.rows[l.n] = uint16(t.biasRow())
	l.n++
	for l.from = 0; l.from < l.n && int(l.rows[l.from]) < t.first; l.from++ {
	}
	for l.to = l.n; l.to > l.from && int(l.rows[l.to-1]) >= t.last; l.to-- {
	}
}

// turned maps each input to its image under each of the eight symmetries of the board.
// The first is the identity.
var turned = func() (maps [8][eval.NumInputs]uint16) {
	for way, y := range game.Symmetries(santorini.Size, santorini.Size) {
		for input := range uint16(eval.NumInputs) {
			maps[way][input] = eval.TurnInput(input, y)
		}
	}
	return maps
}()
