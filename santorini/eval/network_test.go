package eval

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"
)

// naiveValue computes what a network says unit by unit.
func naiveValue(w *Weights, active []uint16) int {
	sum := 0
	for i := range NumUnits {
		v := int(w.Bias[i])
		for _, input := range active {
			if input < NumBaseInputs {
				v += int(w.Rows[input][i])
			} else {
				v += 16 * int(w.Powers[input-NumBaseInputs][i])
			}
		}
		if i < NumUnits/2 {
			sum += max(v, 0)
		} else {
			sum -= max(v, 0)
		}
	}
	return sum * 100 / Unit
}

func randomNetwork(rng *rand.Rand, Spread int) *Weights {
	w := &Weights{Powers: make([][NumUnits]int8, numPowerInputs)}
	draw := func() int16 { return int16(rng.IntN(2*Spread+1) - Spread) }
	for i := range w.Bias {
		w.Bias[i] = draw()
		for input := range w.Rows {
			w.Rows[input][i] = draw()
		}
		for input := range w.Powers {
			w.Powers[input][i] = int8(draw() / 16)
		}
	}
	return w
}

func TestNetworkAddsUp(t *testing.T) {
	w := randomNetwork(rand.New(rand.NewPCG(1, 2)), 240)
	n, err := NewNetwork(w)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range append(randomPositions(t), quietPositions(t)...) {
		if p.Players() != 2 || p.Workers(1) == 0 {
			continue
		}
		active := AppendInputs(&p, nil)
		if got, want := n.Evaluate(&p), naiveValue(w, active); got != want {
			t.Fatalf("%s: value %d, want %d", &p, got, want)
		}
		if len(active) > MaxActive {
			t.Fatalf("%s: %d inputs, want at most %d", &p, len(active), MaxActive)
		}
	}
}

func TestNewNetworkRefusesOverflow(t *testing.T) {
	w := randomNetwork(rand.New(rand.NewPCG(1, 2)), 2000)
	if _, err := NewNetwork(w); err == nil {
		t.Error("weights that can leave the range of 16 bits are taken")
	}
}

func TestParseNetwork(t *testing.T) {
	w := randomNetwork(rand.New(rand.NewPCG(1, 2)), 60)
	file, err := w.AppendFile(nil, "made by nobody")
	if err != nil {
		t.Fatal(err)
	}
	want, err := NewNetwork(w)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := ParseNetwork(file); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("the network read is not the one written: %v", err)
	}
	for name, broken := range map[string][]byte{
		"nothing":   nil,
		"too short": file[:len(file)-1],
		"too long":  append(file[:len(file):len(file)], 0),
	} {
		if _, err := ParseNetwork(broken); err == nil {
			t.Errorf("%s: taken for a network", name)
		}
	}
	powers := NumUnits * numPowerInputs // bytes
	all := len(file) - len("made by nobody\n")
	wantError := fmt.Sprintf("%d bytes after the first line: want %d, or %d with powers", all-1, all-powers, all)
	if _, err := ParseNetwork(file[:len(file)-1]); err == nil || err.Error() != wantError {
		t.Errorf("one byte short: %v, want %s", err, wantError)
	}
	w.Powers = nil
	if file, err = w.AppendFile(nil, "of mortals"); err != nil {
		t.Fatal(err)
	}
	if base, err := ParseNetwork(file); err != nil || base.knowsPowers || !want.knowsPowers {
		t.Errorf("the file of a network without powers: %v, or it knows them", err)
	}
}

// BenchmarkNetwork evaluates positions of random games, one a time, with random
// weights; "inputs" is how many facts are true of a position on average.
func BenchmarkNetwork(b *testing.B) {
	w := randomNetwork(rand.New(rand.NewPCG(1, 2)), 240)
	n, err := NewNetwork(w)
	if err != nil {
		b.Fatal(err)
	}
	const want = 208166 // the sum of all
	positions := randomPositions(b)[:1024]
	active, sum := 0, 0
	for i := 0; b.Loop(); i++ {
		sum += n.Evaluate(&positions[i&1023])
		if i&1023 == 1023 {
			if sum != want {
				b.Fatalf("the values add up to %d, want %d", sum, want)
			}
			sum = 0
		}
	}
	for i := range positions {
		active += len(AppendInputs(&positions[i], nil))
	}
	b.ReportMetric(float64(active)/1024, "inputs")
}
