package tune

import (
	"context"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"thera/game/gametest"
	"thera/internal/catalog"
	"thera/internal/vector"
	"thera/santorini"
	"thera/santorini/eval"
)

// TestGradient compares the gradient of a sample with differences of its loss.
func TestGradient(t *testing.T) {
	s := sample{gametest.Must(t, santorini.Parse, "01011/23010/01130/10000/10110 c4e3,b2d1 1"), 0.8}
	n := newTrainer(64, rand.New(rand.NewPCG(1, 2)))
	checkGradient(t, n, s, append(eval.AppendInputs(&s.position, nil), uint16(n.biasRow()), uint16(n.outputRow())))
}

// TestGradientPowers does so with powers, of which alone a network learns.
func TestGradientPowers(t *testing.T) {
	s := sample{gametest.Must(t, santorini.Parse, "01011/23010/01130/10000/10110 c4e3,b2d1 1 artemis,athena^"), 0.8}
	n := newPowersTrainer(fitted(t))
	all := eval.AppendInputs(&s.position, nil)
	learned := slices.DeleteFunc(slices.Clone(all), func(input uint16) bool { return input < eval.NumBaseInputs })
	if len(learned) < 5 {
		t.Fatalf("%s: %d inputs for powers, want more", &s.position, len(learned))
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for _, p := range n.parts {
		for unit := range p.weights[learned[0]] {
			p.weights[learned[0]][unit] = float32(rng.NormFloat64() * 0.1) // away from where units begin to count
		}
	}
	checkGradient(t, n, s, learned)
	for _, p := range n.parts {
		for _, row := range append(slices.Clone(all[:len(all)-len(learned)]), uint16(n.biasRow())) {
			if p.gradient[row] != (vector.Floats{}) {
				t.Fatalf("row %d has a gradient", row)
			}
		}
	}
}

func checkGradient(t *testing.T, n *trainer, s sample, rows []uint16) {
	t.Helper()
	n.see([]*sample{&s}, 0, false)
	for k, p := range n.parts {
		p.back(n, 1)
		const step = 1e-3
		for _, row := range rows {
			for unit := range p.weights[row] {
				if v := p.units[0][unit]; v > 0 && v < 2*step {
					continue // about to be 0
				}
				w := &p.weights[row][unit]
				before := *w
				*w = before + step
				above := lossOf(n, []sample{s})
				*w = before - step
				below := lossOf(n, []sample{s})
				*w = before
				want := (above - below) / (2 * step)
				if got := float64(p.gradient[row][unit]); math.Abs(got-want) > 1e-3 {
					t.Fatalf("part %d, row %d, unit %d: gradient %.5f, want %.5f", k, row, unit, got, want)
				}
			}
		}
	}
}

// TestLearnOn continues training. The network starts with the estimates of its weights,
// learns the new ones, by smaller steps where it refines, and rates powers as before.
func TestLearnOn(t *testing.T) {
	base := fitted(t)
	network, err := eval.NewNetwork(base)
	if err != nil {
		t.Fatal(err)
	}
	s := someSamples(t, 40)
	n := newTrainerFrom(base)
	for _, s := range s.kept {
		if got, want := said(n, &s), float64(network.Evaluate(&s.position))/100; math.Abs(got-want) > 0.02 {
			t.Errorf("%s: %.3f logits, want %.3f", &s.position, got, want)
		}
	}
	before := lossOf(n, s.learned)
	moved := map[bool]int{} // with refine or without
	for _, refine := range []bool{false, true} {
		var after float64
		w, err := train(t.Context(), s, training{epochs: 10, base: base, refine: refine, progress: func(_ int, learned, _ float64) { after = learned }})
		if err != nil {
			t.Fatal(err)
		}
		if after > before-0.01 {
			t.Errorf("refine %t: the loss went from %.3f to %.3f", refine, before, after)
		}
		if !slices.Equal(w.Powers, base.Powers) {
			t.Errorf("refine %t: what it says of powers has changed", refine)
		}
		for i := range w.Rows {
			for k := range w.Rows[i] {
				moved[refine] += int(max(w.Rows[i][k], base.Rows[i][k])) - int(min(w.Rows[i][k], base.Rows[i][k]))
			}
		}
	}
	if moved[true] == 0 || 2*moved[true] > moved[false] {
		t.Errorf("weights moved by %d with smaller steps and %d without: want less than half", moved[true], moved[false])
	}
}

// TestRefinePowers continues from what a network knows about powers, and changes nothing else.
func TestRefinePowers(t *testing.T) {
	base := fitted(t)
	network, err := eval.NewNetwork(base)
	if err != nil {
		t.Fatal(err)
	}
	s := &split[sample]{learned: []sample{
		{position: gametest.Must(t, santorini.Parse, "00000/01000/00210/00000/00000 b2d4,b4d2 1 artemis,pan"), chance: 0.9},
		{position: gametest.Must(t, santorini.Parse, "00000/01000/00210/00000/00000 b2d4,b4d2 1 athena,hermes"), chance: 0.2},
	}}
	n := newPowersTrainerFrom(base)
	for _, s := range s.learned {
		if got, want := said(n, &s), float64(network.Evaluate(&s.position))/100; math.Abs(got-want) > 0.02 {
			t.Errorf("%s: %.3f logits, want %.3f", &s.position, got, want)
		}
	}
	before := lossOf(n, s.learned)
	w, err := train(t.Context(), s, training{epochs: 200, base: base, powers: true, refine: true})
	if err != nil {
		t.Fatal(err)
	}
	if after := lossOf(newPowersTrainerFrom(w), s.learned); after > before-0.02 {
		t.Errorf("the loss went from %.3f to %.3f", before, after)
	}
	if w.Rows != base.Rows || slices.Equal(w.Powers, base.Powers) {
		t.Error("it has to learn what it says of powers, and no more")
	}
}

// lossOf returns the mean loss of a network in training over samples.
func lossOf(n *trainer, all []sample) float64 {
	return meanLoss(all, func(batch []*sample, _ bool) float64 { return n.see(batch, 0, false) })
}

// said returns what a network in training says of a sample, in logits.
func said(n *trainer, s *sample) float64 {
	n.see([]*sample{s}, 0, false)
	value := float32(0)
	for _, p := range n.parts {
		value += p.values[0]
	}
	return float64(value)
}

// fitted returns the weights that are played with.
func fitted(t *testing.T) *eval.Weights {
	t.Helper()
	return gametest.Must(t, eval.ParseWeights, eval.FittedFile())
}

// someSamples returns those of games by hand.
func someSamples(t *testing.T, games int) *split[sample] {
	t.Helper()
	s := new(split[sample])
	byHand := selfPlayedByHand(1)
	for i := range games {
		g, err := byHand.santoriniGame(t.Context(), catalog.SantoriniByHand(), i)
		if into := s.of(i); err == nil {
			*into, err = appendSamples(*into, g)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func TestTrainThreads(t *testing.T) {
	s := someSamples(t, 100)
	if len(s.kept) == 0 || len(s.learned) < 10*len(s.kept) {
		t.Fatalf("%d samples to learn from and %d kept out, want about one game of %d kept out", len(s.learned), len(s.kept), held)
	}
	learn := func(seed uint64) (*eval.Weights, []float64) {
		var losses []float64
		w, err := train(t.Context(), s, training{units: 64, epochs: 20, seed: seed, progress: func(_ int, learned, _ float64) {
			losses = append(losses, learned)
		}})
		if err != nil {
			t.Fatal(err)
		}
		return w, losses
	}
	w, losses := learn(1)
	if first, last := losses[0], losses[len(losses)-1]; last > first-0.05 {
		t.Errorf("the loss went from %.3f to %.3f", first, last)
	}
	if again, _ := learn(1); !reflect.DeepEqual(again, w) {
		t.Error("seed 1 trains differently the second time")
	}
	if other, _ := learn(2); reflect.DeepEqual(other, w) {
		t.Error("seeds 1 and 2 train the same")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := train(ctx, s, training{units: 64, epochs: 1}); err == nil {
		t.Error("training that is canceled ends well")
	}
}

// TestRounded compares what whole numbers say with the real ones.
func TestRounded(t *testing.T) {
	for _, units := range []int{64, 128} {
		n := newTrainer(units, rand.New(rand.NewPCG(1, 2)))
		network, err := eval.NewNetwork(n.rounded())
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range someSamples(t, 3).learned {
			if got, want := float64(network.Evaluate(&s.position))/100, said(n, &s); math.Abs(got-want) > 0.1 {
				t.Errorf("%d units, %s: %.2f logits in whole numbers, %.2f in real ones", units, &s.position, got, want)
			}
		}
	}
}
