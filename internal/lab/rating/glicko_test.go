package rating

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

func approximately(a, b, tolerance float64) bool { return math.Abs(a-b) <= tolerance }

// The example of Glickman's paper. It rounds midway and has 1464.06, 151.52,
// 0.05999.
func TestGlickmansExample(t *testing.T) {
	got := update(Rating{1500, 200, 0.06}, 1, 0.5,
		Result{Rating{1400, 30, 0.06}, 1},
		Result{Rating{1550, 100, 0.06}, 0},
		Result{Rating{1700, 300, 0.06}, 0})
	if !approximately(got.Rating, 1464.06, 0.02) || !approximately(got.Deviation, 151.52, 0.02) || !approximately(got.Volatility, 0.05999, 0.00002) {
		t.Errorf("got %+v, want 1464.06, 151.52, 0.05999", got)
	}
	if !approximately(got.Rating, 1464.0507, 0.0001) || !approximately(got.Deviation, 151.5165, 0.0001) || !approximately(got.Volatility, 0.0599960, 0.0000001) {
		t.Errorf("got %+v, in exact arithmetic 1464.0507, 151.5165, 0.0599960", got)
	}
}

// TestVolatility has an upset that moves the volatility far.
func TestVolatility(t *testing.T) {
	near(t, "volatility", volatility(0.06, 0.3, 0.5, 8, 0.5), 0.0627101, 1e-6)
}

// TestConstants holds the numbers on which all ratings in a store rest: a changed one would
// have the next recomputation of the ratings move all of them.
func TestConstants(t *testing.T) {
	known := Rating{1800, 60, 0.06}
	if got, want := New().After(0, Result{known, 1}), (Rating{2083.724, 349.5, 0.0900105}); got != want {
		t.Errorf("after a new player's first win %+v, want %+v", got, want)
	}
	if got, want := known.After(24*time.Hour, Result{Rating{1200, 60, 0.06}, 0}), (Rating{1780.249, 60.085, 0.0600263}); got != want {
		t.Errorf("after an upset %+v, want %+v", got, want)
	}
	for i := range 300 {
		known = known.After(0, Result{known, float64(i % 2)})
	}
	if known.Deviation != 45 {
		t.Errorf("after 300 games a deviation of %g, want 45", known.Deviation)
	}
}

// A year makes a deviation of 60 provisional: what the period is chosen for.
func TestIdle(t *testing.T) {
	known := Rating{1800, 60, 0.06}
	year := known.Idle(365 * 24 * time.Hour)
	if !approximately(year.Deviation, Provisional, 0.1) || year.Rating != 1800 || year.Volatility != 0.06 {
		t.Errorf("after a year %+v, want a deviation of %d", year, Provisional)
	}
	if got := known.Idle(-time.Hour); got != known {
		t.Errorf("a clock set back made %+v", got)
	}
	if got := known.Idle(math.MaxInt64); got.Deviation != maxDeviation {
		t.Errorf("after three hundred years %+v, want a deviation of %d", got, maxDeviation)
	}
}

func TestNewPlayers(t *testing.T) {
	n := New()
	if n.Rating != 1500 || n.Deviation != 500 || !n.Provisional() {
		t.Errorf("a new player has %+v", n)
	}
	won, lost := n.After(0, Result{n, 1}), n.After(0, Result{n, 0})
	if won.Rating-1500 != 1500-lost.Rating || won.Deviation != lost.Deviation || won.Deviation >= n.Deviation {
		t.Errorf("a game of new players ends in %+v and %+v: want the same up and down, more certain", won, lost)
	}
}

// Whatever the games, the numbers stay where they mean something, a win never
// lowers and a loss never raises a rating.
func TestRandomGames(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	players := make([]Rating, 8)
	for i := range players {
		players[i] = New()
	}
	for range 20_000 {
		i, j := rng.IntN(len(players)), rng.IntN(len(players))
		idle := time.Duration(rng.ExpFloat64() * float64(30*24*time.Hour))
		score := float64(rng.IntN(2))
		if i < j { // the lower numbers mostly win
			score = max(score, float64(rng.IntN(2)))
		}
		before := players[i]
		after := before.After(idle, Result{players[j], score})
		if diff := after.Rating - before.Rating; score == 1 && diff < 0 || score == 0 && diff > 0 {
			t.Fatalf("score %g against %+v: %+v became %+v", score, players[j], before, after)
		}
		if after != after.bounded() || !(after.Volatility > 0) {
			t.Fatalf("%+v became %+v, out of bounds", before, after)
		}
		if free := update(before, periods(idle), tau, Result{players[j], score}); free.Volatility > 1.1*maxVolatility {
			t.Fatalf("%+v became %+v before it was clamped", before, free)
		}
		players[i] = after
	}
	if players[0].Rating < players[7].Rating {
		t.Errorf("who wins more has %+v, who loses more %+v", players[0], players[7])
	}
}

// A handicap makes the opponent stronger by its worth and less certain by its error, and
// moves no rating far.
func TestAfterHandicap(t *testing.T) {
	weak, strong := Rating{1400, 60, 0.06}, Rating{1600, 60, 0.06}
	exact, vague := Handicap{Worth: 200}, Handicap{Worth: 200, Error: 196}
	even := strong.After(0, Result{strong, 0})
	if got := strong.AfterHandicap(0, Result{weak, 0}, exact); got != even {
		t.Errorf("lost while giving 200 points: %+v, want %+v as against an equal", got, even)
	}
	even = weak.After(0, Result{weak, 1})
	if got := weak.AfterHandicap(0, Result{strong, 1}, Handicap{Worth: -200}); got != even {
		t.Errorf("won with 200 points: %+v, want %+v as against an equal", got, even)
	}
	opponent := Rating{1600, math.Hypot(60, 100), 0.06}
	want := strong.After(0, Result{opponent, 0})
	if got := strong.AfterHandicap(0, Result{weak, 0}, vague); got != want {
		t.Errorf("a worth of 200 ± 196: %+v, want %+v", got, want)
	}
	newcomer := New()
	for score, want := range map[float64]float64{1: 1525, 0: 1475} {
		got := newcomer.AfterHandicap(0, Result{strong, score}, exact)
		if got.Rating != want || got.Deviation < newcomer.Deviation {
			t.Errorf("a newcomer scores %v: %+v, want %v, no more certain than before", score, got, want)
		}
	}
}
