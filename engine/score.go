package engine

import (
	"fmt"
	"math"
)

// Score is what a position is worth to the seat to move there. Estimates are
// centilogits, 100·ln(p/(1−p)) for a probability p of winning, so that 0 is
// even, 110 is 3 to 1 and 220 is 9 to 1. Beyond MaxEstimate on either side
// stand proven results with the plies in which the game ends at the latest.
type Score int32

const (
	// MaxEstimate is the largest estimate, a little short of certainty.
	MaxEstimate Score = 20000
	// won is a win on the board. Distances are counted down from here.
	won Score = 30000
	// MaxPlies is the largest distance a proven score can state.
	MaxPlies = int(won - MaxEstimate - 1)
)

// WinIn returns the score of a proven win in the given number of plies, 0 if
// the seat to move has already won.
func WinIn(plies int) Score { return won - Score(plies) }

// LossIn returns the score of a proven loss in the given number of plies, 0
// if the seat to move has already lost.
func LossIn(plies int) Score { return -won + Score(plies) }

// Estimate returns the score of an evaluation in centilogits, cut to what an
// estimate can be.
func Estimate(centilogits int) Score {
	return Score(min(max(centilogits, -int(MaxEstimate)), int(MaxEstimate)))
}

// Proven reports whether the score is a proven result and in how many plies
// the game ends: negative when the seat to move loses. A finished game is in 0
// plies, so ask Won which it is.
func (s Score) Proven() (plies int, ok bool) {
	switch {
	case s > MaxEstimate:
		return int(won - s), true
	case s < -MaxEstimate:
		return -int(won + s), true
	}
	return 0, false
}

// Won reports whether the score is a proven win.
func (s Score) Won() bool { return s > MaxEstimate }

// Lost reports whether the score is a proven loss.
func (s Score) Lost() bool { return s < -MaxEstimate }

// Later returns the score as it is seen so many plies before, from where a
// proven result is farther away. An estimate stays as it is.
func (s Score) Delayed(plies int) Score {
	switch {
	case s.Won():
		return s - Score(plies)
	case s.Lost():
		return s + Score(plies)
	}
	return s
}

// WinProbability returns the chance of the seat to move, 0 to 1.
func (s Score) WinProbability() float64 {
	switch {
	case s.Won():
		return 1
	case s.Lost():
		return 0
	}
	return 1 / (1 + math.Exp(-float64(s)/100))
}

// String returns the score for people: "62%" for an estimate, which is never
// certain, and "win in 9" or "loss in 4" (plies) for a proven result.
func (s Score) String() string {
	plies, ok := s.Proven()
	switch percent := math.Round(100 * s.WinProbability()); {
	case s.Won():
		return fmt.Sprintf("win in %d", plies)
	case ok:
		return fmt.Sprintf("loss in %d", -plies)
	case percent == 100:
		return ">99%"
	case percent == 0:
		return "<1%"
	default:
		return fmt.Sprintf("%.0f%%", percent)
	}
}
