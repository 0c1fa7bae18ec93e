package tune

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"thera/amazons/eval"
)

// learnPatterns plays games of Amazons on the board of a variant, and returns the file of
// a network trained on all games in the directory.
func learnPatterns(ctx context.Context, opt Options, command string, report func(string)) (network []byte, err error) {
	s, err := playAmazons(ctx, opt, "", report)
	if err != nil {
		return nil, err
	}
	weights, err := s.train(ctx, opt.Epochs, opt.Seed, report)
	if err != nil {
		return nil, err
	}
	return weights.AppendFile(nil, command)
}

// train fits a network to what the linear weights leave out.
func (s *amazonsSamples) train(ctx context.Context, epochs int, seed uint64, report func(string)) (*eval.NetworkWeights, error) {
	if err := s.wantKept(); err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(seed, 0))
	t := newPatternTrainer(rng)
	report(fmt.Sprintf("the weights alone: loss %.5f nats of games kept out", s.lossOfWeights()))
	see := func(batch []*amazonsSample, _ bool) float64 { return s.see(t, batch) }
	if err := fit(ctx, t, rng, epochs, s.learned, s.kept, see, reportEpochs(report)); err != nil {
		return nil, err
	}
	w := patternWeights(t)
	_, err := eval.NewNetwork(w)
	return w, err
}

// asideInput is an input used only in training, for positions after a turn aside. Such a
// turn is bad more often than its position shows; without this input the network would
// ascribe that to the right to move.
const asideInput = eval.NumPatterns + eval.NumPhases

// newPatternTrainer returns a network with random weights. Each part holds half of the
// units, and lanes that stay 0.
func newPatternTrainer(rng *rand.Rand) *trainer {
	t := &trainer{parts: make([]*part, 2), inputs: asideInput + 1}
	t.last = t.outputRow() + 1
	for k := range t.parts {
		p := newPart(t.inputs+2, t.sign(k))
		for i := range eval.NumUnits / 2 {
			for input := range t.inputs {
				p.weights[input][i] = float32(rng.NormFloat64() * 0.03)
			}
			p.weights[t.biasRow()][i] = 0.1
			p.weights[t.outputRow()][i] = float32(1 / math.Sqrt(eval.NumUnits))
		}
		t.parts[k] = p
	}
	return t
}

func (s *amazonsSamples) see(t *trainer, batch []*amazonsSample) float64 {
	for i, sample := range batch {
		l := &t.lists[i]
		l.n = copy(l.rows[:], s.inputs[sample.from:sample.to])
		if sample.aside {
			l.rows[l.n] = asideInput
			l.n++
		}
		l.rows[l.n] = uint16(t.biasRow())
		l.n++
		l.from, l.to = 0, l.n
		t.chances[i], t.given[i] = sample.chance, sample.given
	}
	return t.evaluate(len(batch))
}

// lossOfWeights returns the mean loss over the samples kept out without a network.
func (s *amazonsSamples) lossOfWeights() (sum float64) {
	for i := range s.kept {
		sum += crossEntropy(float64(s.kept[i].chance), sigmoid(float64(s.kept[i].given)))
	}
	return sum / float64(len(s.kept))
}

// patternWeights returns the weights as integers, with the second layer folded into the
// first. The few weights of rare patterns that could make a unit overflow are clipped.
func patternWeights(t *trainer) *eval.NetworkWeights {
	w := new(eval.NetworkWeights)
	for k, p := range t.parts {
		factors := p.weights[t.outputRow()]
		for i := range eval.NumUnits / 2 {
			whole := func(v float32) int {
				return int(math.Round(float64(v) * float64(factors[i]) * eval.Unit))
			}
			unit, farthest := k*eval.NumUnits/2+i, 0
			for phase := range w.Starts {
				start := whole(p.weights[t.biasRow()][i] + p.weights[eval.NumPatterns+phase][i])
				w.Starts[phase][unit] = int16(start)
				farthest = max(farthest, start, -start)
			}
			most := (math.MaxInt16 - farthest) / eval.MaxActive
			for pattern := 1; pattern < eval.NumPatterns; pattern++ {
				w.Patterns[pattern][unit] = int16(min(max(whole(p.weights[pattern][i]), -most), most))
			}
		}
	}
	return w
}
