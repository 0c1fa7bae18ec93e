package tune

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// chooser makes positions of some moves with two features each, of which one is
// chosen with the chances that true weights give it.
func chooser(o order, truth []float64, positions int, seed uint64) func(i int, c *choice) {
	rng := rand.New(rand.NewPCG(seed, 1))
	var all []choice
	for range positions {
		var c choice
		for range 3 + rng.IntN(20) {
			c.features = append(c.features, uint16(rng.IntN(5)), uint16(5+rng.IntN(7)))
		}
		at := rng.Float64()
		for i, chance := range o.chances(nil, truth, &c) {
			if c.best = i; at < chance {
				break
			}
			at -= chance
		}
		all = append(all, c)
	}
	return func(i int, c *choice) {
		c.features, c.best = append(c.features[:0], all[i].features...), all[i].best
	}
}

// TestOrderFindsWeights makes choices by weights and wants them back, but for what
// each of the two tables has more in all its weights, which changes no chance.
func TestOrderFindsWeights(t *testing.T) {
	o := order{features: 12, width: 2, epochs: 6, seed: 1}
	truth := []float64{0, 1, -1, 2, 0.5, 0, -2, 0.25, 1, 1.5, -0.5, 3}
	see := chooser(o, truth, 20_000, 1)
	var losses []float64
	got := o.fit(20_000, see, func(_ int, weights []float64) {
		losses = append(losses, o.measure(weights, 20_000, see).loss)
	})
	for f := range truth {
		first := min(f/5, 1) * 5 // of its table
		if diff := got[f] - got[first] - (truth[f] - truth[first]); math.Abs(diff) > 0.15 {
			t.Errorf("weight %d is %.2f off", f, diff)
		}
	}
	want := o.measure(truth, 20_000, see).loss
	if last := losses[len(losses)-1]; len(losses) != 6 || last > want+1e-3 || last > losses[0] {
		t.Errorf("losses %.5f, want at the end %.5f", losses, want)
	}
	if again := o.fit(20_000, see, nil); !slices.Equal(got, again) {
		t.Error("the same seed gives other weights")
	}
}

func TestOrderMeasure(t *testing.T) {
	o := order{features: 3, width: 1}
	all := []choice{
		{[]uint16{0, 1, 2}, 2}, // comes first
		{[]uint16{2, 0, 1}, 1}, // comes last
		{[]uint16{1, 1, 1}, 1}, // the second of equals
	}
	m := o.measure([]float64{0, math.Log(2), math.Log(3)}, 3, func(i int, c *choice) { *c = all[i] })
	loss := (math.Log(2) + math.Log(6) + math.Log(3)) / 3
	if math.Abs(m.loss-loss) > 1e-9 || math.Abs(m.first-1.0/3) > 1e-9 || math.Abs(m.rank-1) > 1e-9 {
		t.Errorf("%+v, want loss %.4f, first 1/3 and rank 1", m, loss)
	}
}
