package engine

import (
	"fmt"
	"math"
)

// Score is the value of a position for the seat to move. An estimate is in
// centilogits, 100·ln(p/(1−p)) for a winning probability p: 0 is even, 110 is 3
// to 1 and 220 is 9 to 1. Scores beyond ±MaxEstimate are proven results; they
// encode the number of plies in which the game ends at the latest.
type Score int32

const (
	// MaxEstimate is the largest estimate, just short of certainty.
	MaxEstimate Score = 20000
	// won is a win on the board. Distances are subtracted from it.
	won Score = 30000
	// MaxPlies is the largest distance that a proven score can state.
	MaxPlies = int(won - MaxEstimate - 1)
)

// WinIn returns the score of a proven win in the given number of plies, 0 if
// the seat to move has already won.
func WinIn(plies int) Score { return won - Score(plies) }

// LossIn returns the score of a proven loss in the given number of plies, 0 if
// the seat to move has already lost.
func LossIn(plies int) Score { return -won + Score(plies) }

// Estimate returns the score of an evaluation in centilogits, clamped to ±MaxEstimate.
func Estimate(centilogits int) Score {
	return Score(min(max(centilogits, -int(MaxEstimate)), int(MaxEstimate)))
}

// Proven reports whether the score is a proven result and in how many plies the
// game ends, negative if the seat to move loses. For a finished game plies is
// 0, so use Won to tell a win from a loss.
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

// Delayed returns the score with a proven result moved the given number of plies further
// away, which is how it looks that many plies earlier. An estimate is unchanged.
func (s Score) Delayed(plies int) Score {
	switch {
	case s.Won():
		return s - Score(plies)
	case s.Lost():
		return s + Score(plies)
	}
	return s
}

// WinProbability returns the winning chance of the seat to move, from 0 to 1.
func (s Score) WinProbability() float64 {
	switch {
	case s.Won():
		return 1
	case s.Lost():
		return 0
	}
	return 1 / (1 + math.Exp(-float64(s)/100))
}

// String returns the score for people: "62%" for an estimate, which never reads
// as certain, and "win in 9" or "loss in 4" (plies) for a proven result.
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

// Notation returns the score as records and logs have it: signed centilogits, such as
// "+21", for an estimate, and "#9" or "#-4" for a win in 9 or a loss in 4 plies.
func (s Score) Notation() string {
	if plies, ok := s.Proven(); ok {
		return fmt.Sprintf("#%d", plies)
	}
	return fmt.Sprintf("%+d", int(s))
}
