package tune

import (
	"go/format"
	"math"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"thera/game/gametest"
	"thera/santorini/eval"
)

// aGameOfThree has seat 2 climb in the end, after a turn that was drawn.
const aGameOfThree = "3p @b3,c4 @b2,b4 @c2,d2 c4-d5(c4) b4-c3(d3) c2-d1(e1) d5-d4(c5) c3-c4(d3)=-5 d1-e1(e2)=-96 d4-c5(b4)=-92 " +
	"b2-c3(d4)=-25 e1-e2(e1)=-93 b3-b4(a5)=-106 c4-d3(d4)=-52 d2-e3(d4)=-88 c5-b5(c5) d3-d4=29999"

// TestAppendSeatSamples wants the scores of a round in proportion, with the result unless a
// later turn was drawn, and the result alone at the end.
func TestAppendSeatSamples(t *testing.T) {
	allAsked := strings.Replace(aGameOfThree, " c5-b5(c5) ", " c5-b5(c5)=-700 ", 1)
	for _, test := range []struct {
		name, line  string
		number      int
		first, last []float64
	}{
		{"a turn drawn", aGameOfThree, 6, []float64{0.465, 0.264, 0.272}, []float64{0.279, 0.404, 0.318}},
		{"asked about all", allAsked, 9, []float64{0.6*0.465 + 0.4, 0.6 * 0.264, 0.6 * 0.272}, []float64{0, 1, 0}},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := gametest.Must(t, parseSantoriniGame, test.line)
			list, err := appendSeatSamples(nil, g)
			if err != nil || len(list) != test.number {
				t.Fatalf("%d positions, %v, want %d", len(list), err, test.number)
			}
			near := cmpopts.EquateApprox(0, 1e-3)
			if got := list[0].chances; !cmp.Equal(got, test.first, near) {
				t.Errorf("chances at first %.3f, want %.3f", got, test.first)
			}
			if got := list[test.number-1].chances; !cmp.Equal(got, test.last, near) {
				t.Errorf("chances at last %.3f, want %.3f", got, test.last)
			}
		})
	}
}

// TestFitSeats draws winners by known weights and finds these again.
func TestFitSeats(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	truth := make([]float64, 8)
	for i := range truth {
		truth[i] = rng.NormFloat64()
	}
	samples := make([]seatSample, 50_000)
	for i := range samples {
		s := seatSample{make([][]uint16, 3), make([]float64, 3)}
		best, winner := math.Inf(-1), 0
		for k := range s.terms {
			value := -math.Log(rng.ExpFloat64()) // noise that makes the chances proportional to e^value
			for range 1 + rng.IntN(3) {
				term := rng.IntN(len(truth))
				s.terms[k] = append(s.terms[k], uint16(term))
				value += truth[term]
			}
			if value > best {
				best, winner = value, k
			}
		}
		s.chances[winner] = 1
		samples[i] = s
	}
	got, loss := fitSeatWeights(samples)
	if loss <= 0 || loss >= math.Log(3) {
		t.Errorf("loss %v, want less than that of equal chances", loss)
	}
	for term, weight := range got {
		want := 0.0 // of a term without data
		if term < len(truth) {
			want = truth[term]
		}
		if math.Abs(weight-want) > 0.1 {
			t.Errorf("term %d: weight %.3f, want about %.3f", term, weight, want)
		}
	}
}

// TestSeveralSource wants the weights in order, and the file as it is in santorini/eval, but
// for its values and what is above them.
func TestSeveralSource(t *testing.T) {
	weights := make([]float64, eval.NumSeveralTerms)
	for i := range weights {
		weights[i] = float64(1000+i) / severalScale
	}
	source := severalSource(weights, "thera tune santorini --seats")
	if formatted, err := format.Source([]byte(source)); err != nil || string(formatted) != source {
		t.Errorf("%v, or not as gofmt has it:\n%s", err, source)
	}
	if values := regexp.MustCompile(`\b1\d\d\d\b`).FindAllString(source, -1); len(values) != len(weights) || !slices.IsSorted(values) {
		t.Errorf("the values are not in the order of the terms: %s", values)
	}
	file := gametest.Must(t, os.ReadFile, "../../../santorini/eval/fittedseveral.go")
	body := func(text string) string {
		_, text, _ = strings.Cut(text, "\n\npackage eval\n")
		return regexp.MustCompile(`-?\d+([,}])`).ReplaceAllString(text, "N$1")
	}
	if diff := cmp.Diff(body(string(file)), body(source)); diff != "" {
		t.Errorf("fittedseveral.go has another form (-file +made):\n%s", diff)
	}
}
