package rating

import (
	"math"
	"time"
)

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
