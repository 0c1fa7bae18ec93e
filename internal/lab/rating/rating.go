// Package rating rates who solves puzzles and the puzzles themselves, by Glicko-2: an
// attempt is a game between the two, which the solver wins with the right move at
// the first try.
//
//	solver, one := rating.Solver(), rating.Puzzle(1430)
//	solver, one = rating.After(solver, one, idle, true)
//
// Page and server count by the same rule: in the browser the puzzle stays as it is,
// since one person's results say little of it; on the server both move.
package rating

import (
	"time"
)

// uncertainty is the deviation of a puzzle that nobody has tried: how hard it is for
// an engine is a guess at how hard it is for people.
const uncertainty = 150

// OfSolver returns the rating of who has tried no puzzle yet. It begins low: grades do
// at 700, and a first puzzle that is too hard is the last.
func OfSolver() Rating { return Rating{Rating: 1000, Deviation: 350, Volatility: 0.09} }

// OfPuzzle returns the rating of a puzzle that nobody has tried, by its grade.
func OfPuzzle(grade int) Rating {
	return Rating{Rating: float64(grade), Deviation: uncertainty, Volatility: 0.06}
}

// AfterPuzzle returns both ratings after an attempt of a solver whose last one was so long
// ago.
func AfterPuzzle(solver, puzzle Rating, idle time.Duration, solved bool) (Rating, Rating) {
	score := 0.0
	if solved {
		score = 1
	}
	return solver.After(idle, Result{Opponent: puzzle, Score: score}),
		puzzle.After(0, Result{Opponent: solver.Idle(idle), Score: 1 - score})
}
