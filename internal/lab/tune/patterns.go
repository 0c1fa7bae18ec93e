package tune

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"thera/amazons/eval"
)

// learnPatterns plays games of Amazons on the board of a variant, and returns the
// file of a network that has learned from all games of the directory.
func learnPatterns(ctx context.Context, opt Options, command string, report func(string)) (network []byte, err error) {
	return opt.withData(func(opt Options) ([]byte, error) {
		s, err := playAmazons(ctx, opt, "", report)
		if err != nil {
			return nil, err
		}
		weights, err := s.train(ctx, opt.Epochs, opt.Seed, report)
		if err != nil {
			return nil, err
		}
		return weights.AppendFile(nil, command)
	})
}

// train fits a network to what the weights leave out.
func (s *amazonsSamples) train(ctx context.Context, epochs int, seed uint64, report func(string)) (*eval.NetworkWeights, error) {
	rng := rand.New(rand.NewPCG(seed, 0))
	t := newPatternTrainer(rng)
	report(fmt.Sprintf("the weights alone: loss %.5f nats of games kept out", s.lossOfWeights()))
	order := rng.Perm(len(s.learned))
	batches := max(1, len(order)/batchSize)
	batch := make([]*amazonsSample, 0, batchSize)
	for epoch := range epochs {
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
			loss += s.see(t, batch)
			t.step(len(batch), rate(float64(epoch*batches+b)/float64(batches*epochs)))
			seen += len(batch)
		}
		report(fmt.Sprintf("epoch %d: loss %.5f nats, %.5f of games kept out", epoch+1, loss/float64(max(seen, 1)), s.loss(t)))
	}
	w := patternWeights(t)
	_, err := eval.NewNetwork(w)
	return w, err
}

// asideInput is an input in training alone, of positions after a turn that was not
// played. Such a turn is bad more often than its position shows, which would else be
// laid to being to move.
const asideInput = eval.NumPatterns + eval.NumPhases

// newPatternTrainer returns a network to be trained from random weights. Each part
// has half of the units, and more that stay 0.
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

// see evaluates the samples of a batch and returns the sum of their losses.
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

// loss returns the mean loss over the samples kept out.
func (s *amazonsSamples) loss(t *trainer) (sum float64) {
	batch := make([]*amazonsSample, 0, batchSize)
	for i := range s.kept {
		batch = append(batch, &s.kept[i])
		if len(batch) == batchSize || i == len(s.kept)-1 {
			sum += s.see(t, batch)
			batch = batch[:0]
		}
	}
	return sum / float64(max(len(s.kept), 1))
}

// lossOfWeights returns the mean loss over the samples kept out without a network.
func (s *amazonsSamples) lossOfWeights() (sum float64) {
	for i := range s.kept {
		sum += crossEntropy(float64(s.kept[i].chance), sigmoid(float64(s.kept[i].given)))
	}
	return sum / float64(max(len(s.kept), 1))
}

// patternWeights returns the weights as whole numbers, with those of the second layer
// put into the first. The few that are so large that a unit could leave its range, of
// patterns that are rare, are cut.
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
			most := (math.MaxInt16 - farthest) / eval.MaxInputs
			for pattern := 1; pattern < eval.NumPatterns; pattern++ {
				w.Patterns[pattern][unit] = int16(min(max(whole(p.weights[pattern][i]), -most), most))
			}
		}
	}
	return w
}
