package santorini

import (
	"math/rand/v2"
	"testing"
)

// naiveValue computes what a network says unit by unit.
func naiveValue(bias *[NumUnits]int16, weights *[NumInputs][NumUnits]int16, active []uint16) int {
	sum := 0
	for i := range NumUnits {
		v := int(bias[i])
		for _, input := range active {
			v += int(weights[input][i])
		}
		if i < NumUnits/2 {
			sum += max(v, 0)
		} else {
			sum -= max(v, 0)
		}
	}
	return sum * 100 / Unit
}

func randomNetwork(rng *rand.Rand, spread int) (bias [NumUnits]int16, weights [NumInputs][NumUnits]int16) {
	draw := func() int16 { return int16(rng.IntN(2*spread+1) - spread) }
	for i := range bias {
		bias[i] = draw()
		for input := range weights {
			weights[input][i] = draw()
		}
	}
	return bias, weights
}

func TestNetworkAddsUp(t *testing.T) {
	bias, weights := randomNetwork(rand.New(rand.NewPCG(1, 2)), 300)
	n, err := NewNetwork(&bias, &weights)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range randomPositions(t) {
		if p.seats != 2 || p.waiting() != 0 {
			continue
		}
		active := p.AppendInputs(nil)
		if got, want := n.Evaluate(&p), naiveValue(&bias, &weights, active); got != want {
			t.Fatalf("%s: value %d, want %d", &p, got, want)
		}
		if len(active) > maxActive {
			t.Fatalf("%s: %d inputs, want at most %d", &p, len(active), maxActive)
		}
	}
}

func TestNewNetworkRefusesOverflow(t *testing.T) {
	bias, weights := randomNetwork(rand.New(rand.NewPCG(1, 2)), 2000)
	if _, err := NewNetwork(&bias, &weights); err == nil {
		t.Error("weights that can leave the range of 16 bits are taken")
	}
}

func BenchmarkNetwork(b *testing.B) {
	bias, weights := randomNetwork(rand.New(rand.NewPCG(1, 2)), 300)
	n, err := NewNetwork(&bias, &weights)
	if err != nil {
		b.Fatal(err)
	}
	positions := randomPositions(b)[:1024]
	active := 0
	for i := 0; b.Loop(); i++ {
		n.Evaluate(&positions[i%1024])
	}
	for i := range positions {
		active += len(positions[i].AppendInputs(nil))
	}
	b.ReportMetric(float64(active)/1024, "inputs")
}
