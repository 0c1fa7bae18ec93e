package rating

import (
	"math"
	"time"
)

// Rating is what is known of a player's strength. The zero value is no rating;
// New returns that of a new player.
type Rating struct {
	Rating     float64 `json:"rating" doc:"By Glicko-2, 1500 at first"`
	Deviation  float64 `json:"deviation" doc:"How uncertain the rating is: the strength is within twice this of it with 95% probability"`
	Volatility float64 `json:"volatility" doc:"How erratic the results are, about 0.06"`
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
func (r Rating) Idle(idle time.Duration) Rating {
	r.Deviation = grown(r, periods(idle)) * scale
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
func periods(idle time.Duration) float64 { return max(0, float64(idle)/float64(Period)) }

// scale is the factor between published ratings and those of the formulas: 400/ln 10.
const scale = 173.7178

// Result is the result of a game.
type Result struct {
	// Opponent is the opponent's rating when the game ended.
	Opponent Rating
	// Score is 1 for a win and 0 for a loss.
	Score float64
}

// After returns the rating after a result, for a player whose previous game
// ended idle ago.
func (r Rating) After(idle time.Duration, result Result) Rating {
	return update(r, periods(idle), tau, result).bounded()
}

// Handicap is what an opponent's handicap is worth in Elo points, and half the width of
// the 95% interval. The worth is negative for the player who has the handicap.
type Handicap struct{ Worth, Error float64 }

// maxHandicapChange is the largest change of a rating by a game with a handicap. Worths
// were measured between engines, and people may do better or worse with one.
const maxHandicapChange = 25

// AfterHandicap is After for a game with a handicap. The opponent counts as stronger by
// its worth, and as less certain by its error. A game that would change the rating by more
// than is allowed does not make it more certain.
func (r Rating) AfterHandicap(idle time.Duration, result Result, h Handicap) Rating {
	const z = 1.96 // standard errors in half a 95% interval
	result.Opponent.Rating += h.Worth
	result.Opponent.Deviation = math.Hypot(result.Opponent.Deviation, h.Error/z)
	after := r.After(idle, result)
	if math.Abs(after.Rating-r.Rating) <= maxHandicapChange {
		return after
	}
	limited := r.Idle(idle)
	limited.Rating = r.Rating + math.Copysign(maxHandicapChange, after.Rating-r.Rating)
	return limited.bounded()
}

// update is steps 2 to 8 of Glickman's paper, whose names are used here, for
// the results of the given number of periods. It neither rounds nor clamps.
func update(r Rating, periods, tau float64, results ...Result) Rating {
	mu, phi := (r.Rating-1500)/scale, r.Deviation/scale
	var information, surprise float64 // 1/v and Δ/v
	for _, one := range results {
		g := weight(one.Opponent.Deviation / scale)
		e := expectation(mu, (one.Opponent.Rating-1500)/scale, g)
		information += g * g * e * (1 - e)
		surprise += g * (one.Score - e)
	}
	if information == 0 {
		r.Deviation = grown(r, periods) * scale
		return r
	}
	v := 1 / information
	r.Volatility = volatility(r.Volatility, phi, v, v*surprise, tau)
	phi = grown(r, periods)
	phi = 1 / math.Sqrt(1/(phi*phi)+1/v)
	mu += phi * phi * surprise
	r.Rating, r.Deviation = mu*scale+1500, phi*scale
	return r
}

// grown returns the deviation φ* after some periods without games.
func grown(r Rating, periods float64) float64 {
	return math.Hypot(r.Deviation/scale, math.Sqrt(periods)*r.Volatility)
}

// weight is g: how much the result against an opponent of this deviation says.
func weight(phi float64) float64 { return 1 / math.Sqrt(1+3*phi*phi/(math.Pi*math.Pi)) }

// expectation is E: the expected score.
func expectation(mu, other, g float64) float64 { return 1 / (1 + math.Exp(-g*(mu-other))) }

// volatility is step 5 of the paper, the Illinois algorithm.
func volatility(sigma, phi, v, delta, tau float64) float64 {
	const (
		enough = 1e-9 // the paper's ε
		most   = 100  // steps; about ten are usual
	)
	start := math.Log(sigma * sigma)
	f := func(x float64) float64 {
		ex := math.Exp(x)
		d := phi*phi + v + ex
		return ex*(delta*delta-d)/(2*d*d) - (x-start)/(tau*tau)
	}
	a, b := start, math.Log(max(delta*delta-phi*phi-v, math.SmallestNonzeroFloat64))
	if delta*delta <= phi*phi+v {
		for b = start - tau; f(b) < 0; {
			b -= tau
		}
	}
	fa, fb := f(a), f(b)
	for range most {
		if math.Abs(b-a) <= enough {
			break
		}
		c := a + (a-b)*fa/(fb-fa)
		fc := f(c)
		if fc*fb <= 0 {
			a, fa = b, fb
		} else {
			fa /= 2
		}
		b, fb = c, fc
	}
	return math.Exp(a / 2)
}

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
