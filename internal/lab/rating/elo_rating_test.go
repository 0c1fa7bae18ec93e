package rating

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestRatingsOfTwo rates two players. Their fit is the score between them. The error of
// the difference is 1.96·(400/ln 10)/√(n·p·(1−p)), of which each player has half.
func TestRatingsOfTwo(t *testing.T) {
	const games = 1e6
	r := Fit([][]float64{{0, 0.6 * games}, {0.4 * games, 0}}, nil)
	near(t, "difference", r[0].Elo-r[1].Elo, Difference(0.6), 0.001)
	near(t, "mean", r[0].Elo+r[1].Elo, 0, 1e-9)
	near(t, "error", r[0].Error, 1.959964*400/math.Ln10/math.Sqrt(games*0.24)/2, 0.001)

	// The drawn games that are added draw a hundred games half an Elo together.
	r = Fit([][]float64{{0, 60}, {40, 0}}, nil)
	near(t, "difference", r[0].Elo-r[1].Elo, 70.07, 0.01)
}

// TestRatingsOfThree has players at −100, 0 and 100 whose games went exactly
// as expected.
func TestRatingsOfThree(t *testing.T) {
	elo := []float64{-100, 0, 100}
	wins := make([][]float64, 3)
	for i := range wins {
		wins[i] = make([]float64, 3)
		for j := range wins {
			wins[i][j] = 1e6 * Score(elo[i]-elo[j])
		}
	}
	for i, r := range Fit(wins, nil) {
		near(t, "Elo", r.Elo, elo[i], 0.001)
	}
}

// TestRatingsWithoutLimit has results for which maximum likelihood alone knows
// no ratings: a player without a loss, and two who never met.
func TestRatingsWithoutLimit(t *testing.T) {
	r := Fit([][]float64{{0, 20}, {0, 0}}, nil)
	if d := r[0].Elo - r[1].Elo; !(300 < d && d < 900) || !(r[0].Error > 100) {
		t.Errorf("20 to 0: %+v", r)
	}
	r = Fit([][]float64{
		{0, 30, 0, 0},
		{10, 0, 0, 0},
		{0, 0, 0, 30},
		{0, 0, 10, 0},
	}, nil)
	near(t, "strangers", r[0].Elo, r[2].Elo, 1e-6)
	if !(r[0].Error > 200) {
		t.Errorf("strangers are compared within ±%.0f", r[0].Error)
	}
	r = Fit([][]float64{{0, 0, 30}, {0, 0, 20}, {0, 0, 0}}, []float64{1200, 1800, 1500})
	if !(r[1].Elo > r[0].Elo+200 && r[0].Elo > r[2].Elo) {
		t.Errorf("two known to be 600 apart have only beaten a third: %+v", r)
	}
	for _, r := range Fit([][]float64{{0, 1e9, 1e9}, {0, 0, 1e9}, {0, 0, 0}}, nil) {
		if math.IsNaN(r.Elo) || math.IsNaN(r.Error) || math.IsInf(r.Elo, 0) {
			t.Errorf("a billion to 0: %+v", r)
		}
	}
}

// TestRatingsOfSimulations plays tournaments between players of known
// strength and counts how often the error bars hold it.
func TestRatingsOfSimulations(t *testing.T) {
	elo := []float64{-150, -60, -20, 30, 200}
	rng := rand.New(rand.NewPCG(7, 8))
	covered, trials := 0, 300
	means := make([]float64, len(elo))
	for range trials {
		wins := make([][]float64, len(elo))
		for i := range wins {
			wins[i] = make([]float64, len(elo))
		}
		for i := range elo {
			for j := range i {
				for range 60 {
					if rng.Float64() < Score(elo[i]-elo[j]) {
						wins[i][j]++
					} else {
						wins[j][i]++
					}
				}
			}
		}
		for i, r := range Fit(wins, nil) {
			means[i] += r.Elo / float64(trials)
			if math.Abs(r.Elo-elo[i]) <= r.Error {
				covered++
			}
		}
	}
	near(t, "coverage", float64(covered)/float64(trials*len(elo)), 0.95, 0.02)
	for i := range elo {
		near(t, "mean", means[i], elo[i], 4)
	}
}
