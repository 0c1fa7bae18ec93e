package tune

import (
	"go/format"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"thera/amazons/eval"
)

// TestFitFindsWeights draws results from known weights and finds these again.
func TestFitFindsWeights(t *testing.T) {
	var want eval.Weights
	for stage := range want {
		want[stage][eval.TermQueen] = int32(4000 + 1000*stage)
		want[stage][eval.TermMove] = 5000
	}
	rng := rand.New(rand.NewPCG(1, 2))
	samples := make([]amazonsSample, 200_000)
	for i := range samples {
		s := &samples[i]
		for k := range s.terms {
			s.terms[k] = int32(rng.IntN(9) - 4)
		}
		s.terms[eval.TermMove] = 1
		s.contest = rng.IntN(300)
		p := 1 / (1 + math.Exp(-float64(want.Value(&s.terms, s.contest))/100))
		if rng.Float64() < p {
			s.chance = 1
		}
	}
	got, loss := fitWeights(samples)
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
	source := weightsSource(eval.Weights{{1, -2}}, "8x8", "thera tune amazons")
	formatted, err := format.Source([]byte(source))
	if err != nil || string(formatted) != source {
		t.Errorf("%v, or not as gofmt has it:\n%s", err, source)
	}
}

func TestOrderSourceIsFormatted(t *testing.T) {
	weights := make([]float64, 40)
	for i := range weights {
		weights[i] = float64(i*i%17)/4 - 2
	}
	source := string(orderSource(weights, 400, "thera tune santorini --order"))
	formatted, err := format.Source([]byte(source))
	if err != nil || source != string(formatted) {
		t.Errorf("%v: %s", err, cmp.Diff(source, string(formatted)))
	}
}
