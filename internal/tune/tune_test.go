package tune

import (
	"go/format"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"thera/amazons/eval"
	"thera/santorini"
	santorinieval "thera/santorini/eval"
)

func TestSelfPlayFollowsFromSeed(t *testing.T) {
	play := func(seed uint64) []Sample[Amazon] {
		samples, err := PlayAmazons(t.Context(), Options{Games: 3, Nodes: 50, Seed: seed, Variant: "6x6", OpeningPlies: 4})
		if err != nil {
			t.Fatal(err)
		}
		return samples
	}
	one := play(1)
	if len(one) < 30 {
		t.Errorf("3 games give %d samples", len(one))
	}
	if diff := cmp.Diff(one, play(1)); diff != "" {
		t.Errorf("seed 1 plays differently the second time:\n%s", diff)
	}
	if cmp.Equal(one, play(2)) {
		t.Error("seeds 1 and 2 play the same games")
	}
}

// TestFitFindsWeights draws results from known weights and finds these again.
func TestFitFindsWeights(t *testing.T) {
	var want eval.Weights
	for stage := range want {
		want[stage][eval.TermQueen] = int32(4000 + 1000*stage)
		want[stage][eval.TermMove] = 5000
	}
	rng := rand.New(rand.NewPCG(1, 2))
	samples := make([]Sample[Amazon], 200_000)
	for i := range samples {
		s := &samples[i]
		for k := range s.Seen.Terms {
			s.Seen.Terms[k] = int32(rng.IntN(9) - 4)
		}
		s.Seen.Terms[eval.TermMove] = 1
		s.Seen.Contest = rng.IntN(200)
		p := 1 / (1 + math.Exp(-float64(want.Value(&s.Seen.Terms, s.Seen.Contest))/100))
		s.Won = rng.Float64() < p
	}
	got, loss := FitAmazons(samples)
	if loss <= 0 || loss >= math.Ln2 {
		t.Errorf("loss %v, want less than that of a coin", loss)
	}
	for stage := range want {
		for _, term := range []int{eval.TermQueen, eval.TermMove, eval.TermTied} {
			// A weight's standard error here is about 250, that of the constant
			// term twice as much.
			if d := got[stage][term] - want[stage][term]; d < -1500 || d > 1500 {
				t.Errorf("stage %d, %s: weight %d, want about %d", stage, eval.TermNames[term], got[stage][term], want[stage][term])
			}
		}
	}
}

func TestSourceIsFormatted(t *testing.T) {
	source := AmazonsSource(eval.Weights{{1, -2}}, "thera tune amazons")
	formatted, err := format.Source([]byte(source))
	if err != nil || string(formatted) != source {
		t.Errorf("%v, or not as gofmt has it:\n%s", err, source)
	}
}

// TestGradient compares the gradient of a sample with differences of its loss.
func TestGradient(t *testing.T) {
	p, err := santorini.Parse("01011/23010/01130/10000/10110 c4e3,b2d1 1")
	if err != nil {
		t.Fatal(err)
	}
	s := Sample[santorini.Position]{Seen: p, Score: 50, Won: true}
	n := newNetwork(rand.New(rand.NewPCG(1, 2)))
	var work part
	work.learn(&n.weights, &s, &turned[0])
	const step = 1e-2
	for _, input := range append(santorinieval.AppendInputs(&p, nil), biasRow) {
		for unit := range numUnits {
			w := &n.weights[input][unit]
			before := *w
			*w = before + step
			above := n.loss([]Sample[santorini.Position]{s})
			*w = before - step
			below := n.loss([]Sample[santorini.Position]{s})
			*w = before
			want := (above - below) / (2 * step)
			if got := float64(work.gradient[input][unit]); math.Abs(got-want) > 1e-3 {
				t.Fatalf("input %d, unit %d: gradient %.5f, want %.5f", input, unit, got, want)
			}
		}
	}
}

func TestTrainSantorini(t *testing.T) {
	play := func() []Sample[santorini.Position] {
		samples, err := PlaySantorini(t.Context(), Options{Games: 100, Nodes: 30, Seed: 1, OpeningPlies: 6, Blunders: 0.1, ByHand: true})
		if err != nil {
			t.Fatal(err)
		}
		return samples
	}
	samples := play()
	if diff := cmp.Diff(len(samples), len(play())); diff != "" {
		t.Errorf("seed 1 plays differently the second time:\n%s", diff)
	}
	train := func() (*santorinieval.Weights, []float64) {
		var losses []float64
		w, err := TrainSantorini(t.Context(), samples, Training{Epochs: 20, Seed: 1, Progress: func(_ int, learned, _ float64) {
			losses = append(losses, learned)
		}})
		if err != nil {
			t.Fatal(err)
		}
		return w, losses
	}
	w, losses := train()
	if first, last := losses[0], losses[len(losses)-1]; last > first-0.05 {
		t.Errorf("the loss went from %.3f to %.3f", first, last)
	}
	if again, _ := train(); *again != *w {
		t.Error("seed 1 trains differently the second time")
	}
}
