package rating

import "time"

// uncertainty is the deviation of a puzzle that nobody has tried: how hard it
// is for an engine only suggests how hard it is for people.
const uncertainty = 150

// OfSolver returns the rating of a person who has not tried a puzzle yet. It begins low,
// because grades begin at 700 and people who fail their first puzzle rarely try a second.
func OfSolver() Rating { return Rating{Rating: 1000, Deviation: 350, Volatility: 0.09} }

// OfPuzzle returns the rating of a puzzle that nobody has tried, by its grade.
func OfPuzzle(grade int) Rating {
	return Rating{Rating: float64(grade), Deviation: uncertainty, Volatility: 0.06}
}

// AfterPuzzle returns both ratings after an attempt of a solver whose last
// attempt was idle ago.
func AfterPuzzle(solver, puzzle Rating, idle time.Duration, solved bool) (Rating, Rating) {
	score := 0.0
	if solved {
		score = 1
	}
	return solver.After(idle, Result{Opponent: puzzle, Score: score}),
		puzzle.After(0, Result{Opponent: solver.Idle(idle), Score: 1 - score})
}
