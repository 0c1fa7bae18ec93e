package rating

import (
	"math"
	"math/rand/v2"
	"testing"
)

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) && got != want {
		t.Errorf("%s: %.6f, want %.6f", what, got, want)
	}
}

func TestElo(t *testing.T) {
	for _, test := range []struct{ score, elo float64 }{
		{0.5, 0},
		{0.75, 190.848502}, // 400·log10(3)
		{10.0 / 11, 400},
		{1.0 / 11, -400},
		{0, math.Inf(-1)},
		{1, math.Inf(1)},
	} {
		near(t, "Elo", Difference(test.score), test.elo, 1e-6)
		near(t, "Score", Score(test.elo), test.score, 1e-9)
	}
}

// TestMoments has its numbers from a sheet of paper: 10 pairs lost, 20 divided,
// 30 won make (10 + 30)/60 = 2/3 and 10/60·4/9 + 20/60·1/36 + 30/60·1/9 = 5/36.
func TestMoments(t *testing.T) {
	p := Pentanomial{10, 0, 20, 0, 30}
	if p.Pairs() != 60 || p.Won() != 80 {
		t.Errorf("%d games won in %d pairs", p.Won(), p.Pairs())
	}
	near(t, "score", p.Score(), 2.0/3, 1e-12)
	near(t, "variance", variance(p), 5.0/36, 1e-12)
	near(t, "Elo", p.Elo(), 400*math.Log10(2), 1e-9)

	// With draws: (3·1/4 + 4·1/2 + 2·3/4 + 1)/10 = 0.525.
	near(t, "score with draws", Pentanomial{0, 3, 4, 2, 1}.Score(), 0.525, 1e-12)
}

// TestLogLikelihood compares with cases that can be solved on paper.
func TestLogLikelihood(t *testing.T) {
	ln := math.Log
	for _, test := range []struct {
		name   string
		counts Pentanomial
		s      float64
		want   float64
	}{
		// A mean that is the observed one costs nothing.
		{"observed", Pentanomial{10, 0, 20, 0, 30}, 2.0 / 3, 0},
		// Two kinds of pairs are a coin: p = s for pairs won.
		{"coin", Pentanomial{40, 0, 0, 0, 60}, 0.5, 60*ln(0.5/0.6) + 40*ln(0.5/0.4)},
		{"coin", Pentanomial{40, 0, 0, 0, 60}, 0.7, 60*ln(0.7/0.6) + 40*ln(0.3/0.4)},
		// For a mean of 1/2, won and lost pairs must be equally likely, and
		// divided ones stay as likely as observed.
		{"even", Pentanomial{10, 0, 20, 0, 30}, 0.5, 40*ln(20) - 10*ln(10) - 30*ln(30)},
		// Only won pairs: a mean of s is best explained by lost ones, p = s.
		{"all won", Pentanomial{0, 0, 0, 0, 10}, 0.8, 10 * ln(0.8)},
		// Only divided pairs: 1/2·p + 1·(1−p) = s makes p = 2·(1−s).
		{"all divided", Pentanomial{0, 0, 7, 0, 0}, 0.6, 7 * ln(0.8)},
		{"all divided", Pentanomial{0, 0, 7, 0, 0}, 0.3, 7 * ln(0.6)},
	} {
		near(t, test.name, test.counts.logLikelihood(test.s), test.want, 1e-9)
		near(t, test.name+", reversed", test.counts.Reversed().logLikelihood(1-test.s), test.want, 1e-9)
	}
}

// TestLogLikelihoodIsTheBest looks for better probabilities at random: none
// with the right mean may make the counts likelier.
func TestLogLikelihoodIsTheBest(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var counts Pentanomial
		for i := range counts {
			counts[i] = rng.IntN(12)
		}
		counts[rng.IntN(5)]++
		n, s := float64(counts.Pairs()), 0.1+0.8*rng.Float64()
		best := counts.logLikelihood(s)
		for range 200 {
			// Random weights, moved to the mean by mixing in one of the ends.
			var q [5]float64
			sum, mean := 0.0, 0.0
			for i := range q {
				q[i] = rng.ExpFloat64()
				sum += q[i]
				mean += q[i] * pairScore(i)
			}
			mean /= sum
			end, share := 0, 1-s/mean
			if mean < s {
				end, share = 4, (s-mean)/(1-mean)
			}
			likelihood := 0.0
			for i, count := range counts {
				q := (1 - share) * q[i] / sum
				if i == end {
					q += share
				}
				if count > 0 {
					likelihood += float64(count) * math.Log(q*n/float64(count))
				}
			}
			if likelihood > best+1e-9 {
				t.Fatalf("%v, mean %.4f: %v, but %v can be had", counts, s, best, likelihood)
			}
		}
	}
}

// TestAgreesWithNormalApproximation compares with the usual formulas, from the
// variance of the pairs, where there are many.
func TestAgreesWithNormalApproximation(t *testing.T) {
	for _, p := range []Pentanomial{
		{1000, 0, 2100, 0, 1100},
		{2100, 0, 3000, 0, 1500},
		{900, 1200, 4000, 1300, 1000},
	} {
		z := 1.959964
		deviation := math.Sqrt(variance(p) / float64(p.Pairs()))
		low, high := p.EloInterval()
		near(t, "low", low, Difference(p.Score()-z*deviation), 0.1)
		near(t, "high", high, Difference(p.Score()+z*deviation), 0.1)
		near(t, "LOS", p.LOS(), normalCDF((p.Score()-0.5)/deviation), 0.001)

		// The ratio of two normal densities.
		test := SPRT{Elo0: -5, Elo1: 10, Alpha: 0.05, Beta: 0.05}
		s0, s1 := Score(test.Elo0), Score(test.Elo1)
		llr := (s1 - s0) * (2*p.Score() - s0 - s1) / 2 / (deviation * deviation)
		near(t, "LLR", test.LLR(p), llr, 0.02*math.Abs(llr)+0.02)
	}
}

// TestExtremes has counts of one kind, where the interval ends at a
// log-likelihood of −z²/2 and LOS is at z = √(−2·log-likelihood of 1/2).
func TestExtremes(t *testing.T) {
	inf, half := math.Inf(1), 1.959964*1.959964/2
	won := Difference(math.Exp(-half / 10))        // 10·ln s = −z²/2
	divided := Difference(1 - math.Exp(-half/7)/2) // 7·ln(2·(1−s)) = −z²/2
	for _, test := range []struct {
		counts         Pentanomial
		low, high, los float64
	}{
		{Pentanomial{}, -inf, inf, 0.5},
		{Pentanomial{0, 0, 0, 0, 10}, won, inf, normalCDF(math.Sqrt(20 * math.Ln2))},
		{Pentanomial{10, 0, 0, 0, 0}, -inf, -won, normalCDF(-math.Sqrt(20 * math.Ln2))},
		{Pentanomial{0, 0, 7, 0, 0}, -divided, divided, 0.5},
	} {
		low, high := test.counts.EloInterval()
		near(t, "low", low, test.low, 1e-6)
		near(t, "high", high, test.high, 1e-6)
		near(t, "LOS", test.counts.LOS(), test.los, 1e-9)
	}
}

// pairs draws pairs of games by a player of the given score. As in real
// matches, openings favor one color or the other, so that divided pairs are
// more frequent than with independent games.
type pairs struct {
	rng   *rand.Rand
	score float64
}

func (d pairs) draw() (won int) {
	edge := 0.2 * (2*d.rng.Float64() - 1)
	if d.rng.Float64() < d.score+edge {
		won++
	}
	if d.rng.Float64() < d.score-edge {
		won++
	}
	return won
}

// TestIntervalCovers counts how often the interval holds the truth.
func TestIntervalCovers(t *testing.T) {
	const trials = 2000
	for _, elo := range []float64{0, 150} {
		source := pairs{rand.New(rand.NewPCG(3, 4)), Score(elo)}
		covered := 0
		for range trials {
			var p Pentanomial
			for range 40 {
				p.Add(source.draw())
			}
			if low, high := p.EloInterval(); low <= elo && elo <= high {
				covered++
			}
		}
		near(t, "coverage", float64(covered)/trials, 0.95, 0.02)
	}
}

// variance returns the variance of a pair's score, which is taken as the mean
// of its games, 0 to 1. The mean of n pairs has 1/n of it.
func variance(p Pentanomial) float64 {
	mean, sum := p.Score(), 0.0
	for i, count := range p {
		d := pairScore(i) - mean
		sum += float64(count) * d * d
	}
	return sum / float64(p.Pairs())
}
