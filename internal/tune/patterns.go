package tune

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"thera/amazons"
	"thera/amazons/eval"
	"thera/game"
	"thera/internal/tune/aside"
)

// patternSample is a position of Amazons to learn from.
type patternSample struct {
	from, to int     // its inputs in the list of all
	aside    bool    // the turn before was drawn and not played
	terms    float32 // what the terms say, as a logit
	chance   float32 // of the side to move, 0 to 1, that is to be learned
}

// patternSamples are what is learned from, and what is kept out.
type patternSamples struct {
	inputs        []uint16
	learned, kept []patternSample
}

// patternTrust is how much of what is to be learned is the search's score; the rest
// is the result of the game. Networks that learned with 0.2 told results of games kept
// out better, and lost matches.
const patternTrust = 0.8

// terms evaluates without a network.
var terms = eval.New(eval.Fitted(), nil)

// readAll adds the games of all files of a directory.
func (s *patternSamples) readAll(dir string) error {
	names, err := filepath.Glob(filepath.Join(dir, "games-*"))
	if err != nil {
		return err
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		title, lines, _ := strings.Cut(string(text), "\n")
		start, err := aside.Start(title)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		number := 0
		for line := range strings.Lines(lines) {
			number++
			if err := s.add(start, number, line); err != nil {
				return fmt.Errorf("%s, game %d: %w", name, number, err)
			}
		}
	}
	return nil
}

// add adds the positions of a game about which the engine was asked and in which
// something is contested. Of those of turns that were not played, the score alone is
// to be learned.
func (s *patternSamples) add(p amazons.Position, number int, line string) error {
	into := &s.learned
	if number%held == 0 {
		into = &s.kept
	}
	first := len(*into)
	var movers []game.Seat
	for text := range strings.FieldsSeq(line) {
		t, err := aside.ParseTurn(text)
		if err != nil {
			return err
		}
		if !p.Legal(t.Move) {
			return fmt.Errorf("turn %q is not legal in %s", text, &p)
		}
		seen := p
		if t.Aside {
			seen.Play(t.Move)
		}
		if _, contest := eval.TermsOf(&seen); t.Asked && contest > 0 {
			from := len(s.inputs)
			s.inputs = eval.AppendInputs(&seen, s.inputs)
			*into = append(*into, patternSample{
				from, len(s.inputs), t.Aside, float32(terms.Evaluate(&seen, seen.Turn())) / 100, float32(t.Score.WinProbability()),
			})
			movers = append(movers, seen.Turn())
		}
		if !t.Aside {
			p.Play(t.Move)
		}
	}
	for i := range movers {
		sample, result := &(*into)[first+i], float32(0)
		if p.Winners().Has(movers[i]) {
			result = 1
		}
		if !sample.aside && sample.chance > 0 && sample.chance < 1 { // not proven
			sample.chance = patternTrust*sample.chance + (1-patternTrust)*result
		}
	}
	return nil
}

// learnPatterns plays games of Amazons on the board of a variant, and returns the
// file of a network that has learned from all games of the directory.
func learnPatterns(ctx context.Context, opt Options, command string, report func(string)) (network []byte, err error) {
	if opt.Data == "" {
		if opt.Data, err = os.MkdirTemp("", "thera-tune-"); err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, os.RemoveAll(opt.Data)) }()
	} else if err := os.MkdirAll(opt.Data, 0o777); err != nil {
		return nil, err
	}
	games := aside.Games{Variant: opt.Variant, Nodes: opt.Nodes, Seed: opt.Seed}
	name := filepath.Join(opt.Data, fmt.Sprintf("games-%s-%d", opt.Variant, opt.Seed))
	var progress func(int)
	if opt.Progress != nil {
		progress = func(games int) { opt.Progress(1, games) }
	}
	file, err := openLines(name, games.Title(), opt.Games)
	if err != nil {
		return nil, err
	}
	keep := func(_, line []byte) []byte { return line }
	if err := extendLines(ctx, file, opt.Games, games.Play, keep, progress); err != nil {
		return nil, err
	}
	s := new(patternSamples)
	if err := s.readAll(opt.Data); err != nil {
		return nil, err
	}
	report(fmt.Sprintf("%d positions, %d kept out", len(s.learned), len(s.kept)))
	weights, err := s.train(ctx, opt.Epochs, opt.Seed, report)
	if err != nil {
		return nil, err
	}
	return weights.AppendFile(nil, command)
}

// train fits a network to what the terms leave out.
func (s *patternSamples) train(ctx context.Context, epochs int, seed uint64, report func(string)) (*eval.NetworkWeights, error) {
	rng := rand.New(rand.NewPCG(seed, 0))
	t := newPatternTrainer(rng)
	report(fmt.Sprintf("the terms alone: loss %.5f nats of games kept out", s.lossOfTerms()))
	order := rng.Perm(len(s.learned))
	batches := max(1, len(order)/batchSize)
	batch := make([]*patternSample, 0, batchSize)
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
func (s *patternSamples) see(t *trainer, batch []*patternSample) float64 {
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
		t.chances[i], t.given[i] = sample.chance, sample.terms
	}
	return t.evaluate(len(batch))
}

// loss returns the mean loss over the samples kept out.
func (s *patternSamples) loss(t *trainer) (sum float64) {
	batch := make([]*patternSample, 0, batchSize)
	for i := range s.kept {
		batch = append(batch, &s.kept[i])
		if len(batch) == batchSize || i == len(s.kept)-1 {
			sum += s.see(t, batch)
			batch = batch[:0]
		}
	}
	return sum / float64(max(len(s.kept), 1))
}

// lossOfTerms returns the mean loss over the samples kept out without a network.
func (s *patternSamples) lossOfTerms() (sum float64) {
	for i := range s.kept {
		sum += crossEntropy(float64(s.kept[i].chance), sigmoid(float64(s.kept[i].terms)))
	}
	return sum / float64(max(len(s.kept), 1))
}

// patternWeights returns the weights as whole numbers, with those of the second layer
// put into the first.
func patternWeights(t *trainer) *eval.NetworkWeights {
	w := new(eval.NetworkWeights)
	for k, p := range t.parts {
		factors := p.weights[t.outputRow()]
		for i := range eval.NumUnits / 2 {
			whole := func(v float32) int16 {
				rounded := math.Round(float64(v) * float64(factors[i]) * eval.Unit)
				return int16(min(max(rounded, math.MinInt16), math.MaxInt16))
			}
			unit := k*eval.NumUnits/2 + i
			for pattern := 1; pattern < eval.NumPatterns; pattern++ {
				w.Patterns[pattern][unit] = whole(p.weights[pattern][i])
			}
			for phase := range w.Starts {
				w.Starts[phase][unit] = whole(p.weights[t.biasRow()][i] + p.weights[eval.NumPatterns+phase][i])
			}
		}
	}
	return w
}
