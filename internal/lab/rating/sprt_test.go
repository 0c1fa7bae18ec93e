package rating

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestBounds(t *testing.T) {
	lower, upper := SPRT{Alpha: 0.05, Beta: 0.05}.Bounds()
	near(t, "lower", lower, -math.Log(19), 1e-9)
	near(t, "upper", upper, math.Log(19), 1e-9)
	lower, upper = SPRT{Alpha: 0.01, Beta: 0.2}.Bounds()
	near(t, "lower", lower, math.Log(0.2/0.99), 1e-9)
	near(t, "upper", upper, math.Log(80), 1e-9)
}

// TestLLR has hypotheses with scores 1/2 and 3/4 and counts of two kinds, so
// that it is the ratio of two coins: 60·ln 1.5 + 40·ln 0.5.
func TestLLR(t *testing.T) {
	test := SPRT{Elo0: 0, Elo1: 400 * math.Log10(3), Alpha: 0.05, Beta: 0.05}
	near(t, "LLR", test.LLR(Pentanomial{40, 0, 0, 0, 60}), 60*math.Log(1.5)+40*math.Log(0.5), 1e-9)
	near(t, "LLR of nothing", test.LLR(Pentanomial{}), 0, 0)
	for counts, want := range map[Pentanomial]Decision{
		{}:                Undecided,
		{40, 0, 0, 0, 60}: H0,
		{36, 0, 0, 0, 60}: Undecided,
		{20, 0, 0, 0, 60}: H1,
	} {
		if got := test.Decide(counts); got != want {
			t.Errorf("%v: %s at %.2f, want %s", counts, got, test.LLR(counts), want)
		}
	}
}

// TestErrorRates plays many tests in which the one or the other hypothesis is
// true and counts wrong verdicts, which should be about as frequent as asked
// for. They are a little rarer, since the last pair oversteps the bound.
func TestErrorRates(t *testing.T) {
	const trials = 2000
	test := SPRT{Elo0: 0, Elo1: 80, Alpha: 0.05, Beta: 0.10}
	for _, truth := range []struct {
		elo   float64
		wrong Decision
		rate  float64
	}{
		{test.Elo0, H1, test.Alpha},
		{test.Elo1, H0, test.Beta},
	} {
		source := pairs{rand.New(rand.NewPCG(5, 6)), Score(truth.elo)}
		wrong, played := 0, 0
		for range trials {
			var p Pentanomial
			verdict := Undecided
			for verdict == Undecided {
				p.Add(source.draw())
				verdict = test.Decide(p)
			}
			if verdict == truth.wrong {
				wrong++
			}
			played += p.Pairs()
		}
		rate := float64(wrong) / trials
		t.Logf("Elo %v: wrong in %.3f, %d pairs on average", truth.elo, rate, played/trials)
		if rate < 0.6*truth.rate || rate > 1.15*truth.rate {
			t.Errorf("Elo %v: wrong verdicts in %.3f of the tests, want about %.3f", truth.elo, rate, truth.rate)
		}
	}
}

func TestParseSPRT(t *testing.T) {
	if got, err := ParseSPRT("-2.5,10"); err != nil || got != (SPRT{-2.5, 10, 0.05, 0.05}) {
		t.Errorf("%+v, %v", got, err)
	}
	const form, order = "want ELO0,ELO1, as in 0,10", "want the smaller one first, within ±4000"
	for text, want := range map[string]string{
		"": form, "5": form, "0,": form, "0,10,20": form, "a,b": form,
		"10,0": order, "3,3": order, "NaN,3": order, "0,5000": order,
	} {
		if got, err := ParseSPRT(text); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%q: %+v, %v, want %s", text, got, err, want)
		}
	}
}
