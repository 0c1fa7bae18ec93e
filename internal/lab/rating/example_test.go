package rating_test

import (
	"fmt"
	"time"

	"thera/internal/lab/rating"
)

func Example_glicko() {
	winner, loser := rating.New(), rating.Rating{Rating: 1700, Deviation: 60, Volatility: 0.06}
	week := 7 * 24 * time.Hour
	after := winner.After(0, rating.Result{Opponent: loser.Idle(week), Score: 1})
	fmt.Printf("%.0f ± %.0f\n", after.Rating, after.Deviation)
	// Output: 1932 ± 318
}
