package glicko_test

import (
	"fmt"
	"time"

	"thera/internal/glicko"
)

func Example() {
	winner, loser := glicko.New(), glicko.Rating{Rating: 1700, Deviation: 60, Volatility: 0.06}
	week := 7 * 24 * time.Hour
	after := winner.After(0, glicko.Result{Opponent: loser.Idle(week), Score: 1})
	fmt.Printf("%.0f ± %.0f\n", after.Rating, after.Deviation)
	// Output: 1932 ± 318
}
