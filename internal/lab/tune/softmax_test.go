package tune

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// chooser makes positions of some moves with two features each, of which one is
// chosen with the chances that true weights give it.
func chooser(o Order, truth []float64, positions int, seed uint64) func(i int, c *Choice) {
	rng := rand.New(rand.NewPCG(seed, 1))
	var all []Choice
	for range positions {
		var c Choice
		for range 3 + rng.IntN(20) {
			c.Features = append(c.Features, uint16(rng.IntN(5)), uint16(5+rng.IntN(7)))
		}
		at := rng.Float64()
		for i, chance := range o.chances(nil, truth, &c) {
			if c.Best = i; at < chance {
				break
			}
			at -= chance
		}
		all = append(all, c)
	}
	return func(i int, c *Choice) {
		c.Features, c.Best = append(c.Features[:0], all[i].Features...), all[i].Best
	}
}

// TestOrderFindsWeights makes choices by weights and wants them back, but for what
// each of the two tables has more in all its weights, which changes no chance.
func TestOrderFindsWeights(t *testing.T) {
	o := Order{Features: 12, Width: 2, Epochs: 6, Seed: 1}
	truth := []float64{0, 1, -1, 2, 0.5, 0, -2, 0.25, 1, 1.5, -0.5, 3}
	see := chooser(o, truth, 20_000, 1)
	var losses []float64
	got := o.Fit(20_000, see, func(_ int, weights []float64) {
		losses = append(losses, o.Measure(weights, 20_000, see).Loss)
	})
	for f := range truth {
		first := min(f/5, 1) * 5 // of its table
		if diff := got[f] - got[first] - (truth[f] - truth[first]); math.Abs(diff) > 0.15 {
			t.Errorf("weight %d is %.2f off", f, diff)
		}
	}
	want := o.Measure(truth, 20_000, see).Loss
	if last := losses[len(losses)-1]; len(losses) != 6 || last > want+1e-3 || last > losses[0] {
		t.Errorf("losses %.5f, want at the end %.5f", losses, want)
	}
	if again := o.Fit(20_000, see, nil); !slices.Equal(got, again) {
		t.Error("the same seed gives other weights")
	}
}

func TestOrderMeasure(t *testing.T) {
	o := Order{Features: 3, Width: 1}
	all := []Choice{
		{[]uint16{0, 1, 2}, 2}, // comes first
		{[]uint16{2, 0, 1}, 1}, // comes last
		{[]uint16{1, 1, 1}, 1}, // the second of equals
	}
	m := o.Measure([]float64{0, math.Log(2), math.Log(3)}, 3, func(i int, c *Choice) { *c = all[i] })
	loss := (math.Log(2) + math.Log(6) + math.Log(3)) / 3
	if math.Abs(m.Loss-loss) > 1e-9 || math.Abs(m.First-1.0/3) > 1e-9 || math.Abs(m.Rank-1) > 1e-9 {
		t.Errorf("%+v, want loss %.4f, first 1/3 and rank 1", m, loss)
	}
}
