package engine_test

import (
	"fmt"
	"math"
	"testing"

	"thera/engine"
)

func ExampleScore() {
	for _, s := range []engine.Score{engine.Estimate(0), engine.Estimate(110), engine.Estimate(-9000), engine.Estimate(9000), engine.WinIn(9), engine.LossIn(4)} {
		fmt.Println(s)
	}
	// Output:
	// 50%
	// 75%
	// <1%
	// >99%
	// win in 9
	// loss in 4
}

func TestScoreProven(t *testing.T) {
	for _, test := range []struct {
		score     engine.Score
		plies     int
		won, lost bool
	}{
		{engine.WinIn(0), 0, true, false},
		{engine.WinIn(7), 7, true, false},
		{engine.WinIn(engine.MaxPlies), engine.MaxPlies, true, false},
		{engine.LossIn(0), 0, false, true},
		{engine.LossIn(6), -6, false, true},
		{engine.LossIn(engine.MaxPlies), -engine.MaxPlies, false, true},
		{engine.MaxEstimate, 0, false, false},
		{-engine.MaxEstimate, 0, false, false},
		{engine.Estimate(math.MaxInt32), 0, false, false},
		{engine.Estimate(-math.MaxInt32), 0, false, false},
	} {
		plies, ok := test.score.Proven()
		if plies != test.plies || ok != (test.won || test.lost) || test.score.Won() != test.won || test.score.Lost() != test.lost {
			t.Errorf("%s: proven %d %v, won %v, lost %v; want %+v", test.score, plies, ok, test.score.Won(), test.score.Lost(), test)
		}
	}
}

func TestScoreOrder(t *testing.T) {
	ascending := []engine.Score{
		engine.LossIn(0), engine.LossIn(2), engine.Estimate(-5000), engine.Estimate(0),
		engine.Estimate(120), engine.WinIn(9), engine.WinIn(1),
	}
	for i := 1; i < len(ascending); i++ {
		a, b := ascending[i-1], ascending[i]
		if a >= b || a.WinProbability() > b.WinProbability() {
			t.Errorf("%s is not below %s", a, b)
		}
		if a != -(-a) || math.Abs(a.WinProbability()+(-a).WinProbability()-1) > 1e-12 {
			t.Errorf("%s and its negation do not make 1", a)
		}
	}
}

// TestScoreRanges pins where estimates end and proven results begin, in
// numbers that stand in records and on the wire.
func TestScoreRanges(t *testing.T) {
	if engine.MaxPlies != 9999 || engine.WinIn(engine.MaxPlies) != engine.MaxEstimate+1 || engine.LossIn(engine.MaxPlies) != -engine.MaxEstimate-1 {
		t.Errorf("results of up to %d plies from %d to %d", engine.MaxPlies, engine.WinIn(engine.MaxPlies), engine.WinIn(0))
	}
}

// TestScoreLater wants the distance of proven results to grow, and to shrink
// with plies below 0.
func TestScoreLater(t *testing.T) {
	for _, test := range []struct {
		score engine.Score
		plies int
		want  engine.Score
	}{
		{engine.WinIn(3), 2, engine.WinIn(5)},
		{engine.WinIn(3), -2, engine.WinIn(1)},
		{engine.LossIn(4), 1, engine.LossIn(5)},
		{engine.LossIn(4), -4, engine.LossIn(0)},
		{engine.MaxEstimate, 1, engine.MaxEstimate},
		{-engine.MaxEstimate, -1, -engine.MaxEstimate},
	} {
		if got := test.score.Delayed(test.plies); got != test.want {
			t.Errorf("%s by %d plies: %s, want %s", test.score, test.plies, got, test.want)
		}
	}
}

func TestNotation(t *testing.T) {
	for score, want := range map[engine.Score]string{
		0: "+0", 21: "+21", -7: "-7", engine.MaxEstimate: "+20000", engine.WinIn(9): "#9", engine.LossIn(4): "#-4",
	} {
		if got := score.Notation(); got != want {
			t.Errorf("%d is %s, want %s", int(score), got, want)
		}
	}
}
