package rating

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Pentanomial counts pairs of games by one player's score in both together: [0] counts
// the pairs with 0 points, [1] those with 1/2, and so on to [4] with 2. The two games of
// a pair have the same opening with colors exchanged, so the opening's advantage for one
// side cancels out, and pairs, not games, are independent of each other.
//
// No game here has draws, so [1] and [3] stay 0; five counts are what the
// literature and other programs use.
//
// Estimates rest on the likelihood of the counts under a mean score, with no
// other assumption about the five probabilities: the empirical likelihood (Owen
// 1988), as in the generalized SPRT of Van den Bergh. For large counts this
// equals the normal approximation with the variance of the pairs; for small or
// one-sided counts it still holds.
type Pentanomial [5]int

// Add counts a pair by the number of games won in it, 0 to 2.
func (p *Pentanomial) Add(won int) { p[2*won]++ }

// Pairs returns the number of pairs.
func (p Pentanomial) Pairs() int {
	n := 0
	for _, count := range p {
		n += count
	}
	return n
}

// Won returns the number of games won.
func (p Pentanomial) Won() int { return p[2] + 2*p[4] }

// Score returns the mean score per game, 0 to 1; NaN without pairs.
func (p Pentanomial) Score() float64 {
	sum := 0.0
	for i, count := range p {
		sum += float64(count) * pairScore(i)
	}
	return sum / float64(p.Pairs())
}

// pairScore returns the mean score per game of pairs with index i.
func pairScore(i int) float64 { return float64(i) / 4 }

// Reversed returns the counts from the other player's side.
func (p Pentanomial) Reversed() Pentanomial { return Pentanomial{p[4], p[3], p[2], p[1], p[0]} }

// Elo returns the difference in Elo that corresponds to the mean score:
// infinite if all games were won or all lost, NaN without pairs.
func (p Pentanomial) Elo() float64 { return Difference(p.Score()) }

// EloInterval returns the 95% confidence interval of the difference in Elo: the
// differences under which the counts are not too unlikely, by Wilks's theorem
// for the likelihood ratio. A bound is infinite where nothing contradicts it.
func (p Pentanomial) EloInterval() (low, high float64) {
	if p.Pairs() == 0 {
		return math.Inf(-1), math.Inf(1)
	}
	return -p.Reversed().eloUpTo(), p.eloUpTo()
}

func (p Pentanomial) eloUpTo() float64 {
	const quantile = 1.959964 // of the normal distribution, for a two-sided 95%
	low, high := p.Score(), 1.0
	if low == 1 {
		return math.Inf(1)
	}
	for range bisections {
		mid := (low + high) / 2
		if -2*p.logLikelihood(mid) < quantile*quantile {
			low = mid
		} else {
			high = mid
		}
	}
	return Difference(low)
}

// LOS returns the likelihood of superiority, 0 to 1: how certain it is that the player is
// stronger, by the signed root of the likelihood ratio. It is 1/2 without pairs.
func (p Pentanomial) LOS() float64 {
	if p.Pairs() == 0 {
		return 0.5
	}
	z := math.Sqrt(-2 * p.logLikelihood(0.5))
	return normalCDF(math.Copysign(z, p.Score()-0.5))
}

// logLikelihood returns the logarithm of how much less likely the counts are if the mean
// score is s, 0 < s < 1, than if it is the observed one; at most 0. The five
// probabilities are those that fit the counts best among all with that mean.
//
// With counts n and scores x they are, by Lagrange, n/(N·(1 + t·(x−s))) for the t that
// minimizes the result, within the limits where no probability is negative.
func (p Pentanomial) logLikelihood(s float64) float64 {
	low, high := -1/(1-s), 1/s
	for range bisections {
		t := (low + high) / 2
		slope := 0.0
		for i, count := range p {
			d := pairScore(i) - s
			slope += float64(count) * d / (1 + t*d)
		}
		if slope > 0 {
			low = t
		} else {
			high = t
		}
	}
	sum := 0.0
	for i, count := range p {
		if count > 0 {
			sum -= float64(count) * math.Log1p((low+high)/2*(pairScore(i)-s))
		}
	}
	return min(sum, 0)
}

// bisections is enough halvings for all significant digits.
const bisections = 50

// Difference returns the difference in Elo at which the expected score is s, 0
// to 1 (Elo 1978): −400·log10(1/s − 1).
func Difference(s float64) float64 { return 400 * math.Log10(s/(1-s)) }

// Score returns the expected score at a difference in Elo, the inverse of Difference.
func Score(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

func normalCDF(z float64) float64 { return math.Erfc(-z/math.Sqrt2) / 2 }

// SPRT is a sequential probability ratio test (Wald 1945): after each pair it decides
// whether enough was played to tell which of two differences in Elo is closer to the
// truth. It uses the ratio of the generalized test, in which everything not tested is
// fitted to the counts under either hypothesis (Van den Bergh, "The Generalized
// Sequential Probability Ratio Test", as used by Fishtest).
type SPRT struct {
	// Elo0 is the difference under the null hypothesis, Elo1 the larger one
	// under the alternative.
	Elo0, Elo1 float64
	// Alpha is the accepted probability of choosing Elo1 if Elo0 is true, Beta
	// that of the reverse.
	Alpha, Beta float64
}

// ParseSPRT parses "ELO0,ELO1", with 0.05 for both errors. An error states what
// is accepted.
func ParseSPRT(text string) (SPRT, error) {
	t := SPRT{Alpha: 0.05, Beta: 0.05}
	first, second, _ := strings.Cut(text, ",")
	var err0, err1 error
	t.Elo0, err0 = strconv.ParseFloat(first, 64)
	t.Elo1, err1 = strconv.ParseFloat(second, 64)
	if err0 != nil || err1 != nil {
		return SPRT{}, errors.New("want ELO0,ELO1, as in 0,10")
	}
	if err := t.Check(); err != nil {
		return SPRT{}, err
	}
	return t, nil
}

// Check returns an error if the test can't be carried out.
func (t SPRT) Check() error {
	const most = 4000
	switch {
	case !(-most <= t.Elo0 && t.Elo0 < t.Elo1 && t.Elo1 <= most):
		return fmt.Errorf("hypotheses %v and %v: want the smaller one first, within ±%d", t.Elo0, t.Elo1, most)
	case !(0 < t.Alpha && t.Alpha < 0.5):
		return fmt.Errorf("error %v: want a probability above 0 and below 0.5", t.Alpha)
	case !(0 < t.Beta && t.Beta < 0.5):
		return fmt.Errorf("error %v: want a probability above 0 and below 0.5", t.Beta)
	}
	return nil
}

// Bounds returns the log-likelihood ratios at which the null hypothesis and the
// alternative are accepted.
func (t SPRT) Bounds() (lower, upper float64) {
	return math.Log(t.Beta / (1 - t.Alpha)), math.Log((1 - t.Beta) / t.Alpha)
}

// LLR returns the logarithm of how much likelier the counts are under Elo1 than
// under Elo0.
func (t SPRT) LLR(p Pentanomial) float64 {
	return p.logLikelihood(Score(t.Elo1)) - p.logLikelihood(Score(t.Elo0))
}

// Decide returns what the counts suffice to accept.
func (t SPRT) Decide(p Pentanomial) Decision {
	lower, upper := t.Bounds()
	switch llr := t.LLR(p); {
	case llr <= lower:
		return H0
	case llr >= upper:
		return H1
	}
	return Undecided
}

// Decision is the state of a sequential test: to continue, or the hypothesis accepted.
type Decision string

// The decisions.
const (
	Undecided Decision = "undecided"
	H0        Decision = "H0"
	H1        Decision = "H1"
)
