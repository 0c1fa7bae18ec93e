package rating

import (
	"math"
	"time"
)

// Rating is what is known of a player's strength. The zero value is no rating;
// New returns that of a new player.
type Rating struct {
	Rating     float64 `json:"rating"`
	Deviation  float64 `json:"deviation"`
	Volatility float64 `json:"volatility"`
}

const (
	// Provisional is the deviation from which a rating is unreliable.
	Provisional = 110
	// Period is the length of a rating period: in a year without games a
	// deviation of 60 at a volatility of 0.06 grows to Provisional.
	Period = 24 * time.Hour * 1e5 / 21436

	minRating, maxRating       = 400, 4000
	minDeviation, maxDeviation = 45, 500
	maxVolatility              = 0.1

	// tau limits how much the volatility changes from game to game. Glickman
	// recommends 0.3 to 1.2.
	tau = 0.75
)

// New returns the rating of a player who has not played yet. Its volatility is
// lichess's 0.09, not the 0.06 of Glickman's example: new players change.
func New() Rating { return Rating{1500, maxDeviation, 0.09} }

// Provisional reports whether the rating is unreliable, because it is new or old.
func (r Rating) Provisional() bool { return r.Deviation >= Provisional }

// Idle returns the rating of a player who has not played for a while: the same,
// but less certain.
func (r Rating) Idle(time time.Duration) Rating {
	r.Deviation = grown(r, periods(time)) * scale
	return r.bounded()
}

// bounded rounds the numbers and clamps them to meaningful ranges.
func (r Rating) bounded() Rating {
	return Rating{
		Rating:     round(min(max(r.Rating, minRating), maxRating), 1e3),
		Deviation:  round(min(max(r.Deviation, minDeviation), maxDeviation), 1e3),
		Volatility: round(min(r.Volatility, maxVolatility), 1e7),
	}
}

func round(x, parts float64) float64 { return math.Round(x*parts) / parts }

// periods returns how many rating periods a duration is, 0 for a clock that was set back.
func periods(time time.Duration) float64 { return max(0, float64(time)/float64(Period)) }
