package whole

import (
	"time"

	"thera/internal/lab/rating"
)

// RateParams are an attempt at a puzzle.
type RateParams struct {
	// Solver is absent at the first puzzle.
	Solver *Strength `json:"solver,omitempty" doc:"What is known of the solver before; absent at the first puzzle"`
	Idle   float64   `json:"idle" doc:"Milliseconds since the attempt before"`
	Puzzle int       `json:"puzzle" doc:"The puzzle's grade"`
	Solved bool      `json:"solved" doc:"Whether the first try was right"`
}

// Strength is a rating by Glicko-2.
type Strength struct {
	Rating     float64 `json:"rating"`
	Deviation  float64 `json:"deviation" doc:"Half the width of the interval that holds it nineteen times in twenty"`
	Volatility float64 `json:"volatility" doc:"How erratic the results are"`
}

// rate returns the solver's rating after an attempt.
func rate(p RateParams) (Strength, error) {
	solver := rating.OfSolver()
	if p.Solver != nil {
		solver = rating.Rating(*p.Solver)
	}
	idle := time.Duration(p.Idle) * time.Millisecond
	after, _ := rating.AfterPuzzle(solver, rating.OfPuzzle(p.Puzzle), idle, p.Solved)
	return Strength(after), nil
}
