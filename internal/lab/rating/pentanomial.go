package rating

import "math"

// Pentanomial counts pairs of games by what one player scored in both
// together: [0] counts the pairs with 0 points, [1] those with 1/2, and so on
// to [4] with 2. The two games of a pair have the same opening and the colors
// exchanged, so what the opening is worth to one side cancels out, and it is
// the pair, not the game, that is independent of all others.
//
// No game here is drawn, so [1] and [3] stay 0 and three places would do; five
// are what the literature and other programs print.
//
// Estimates rest on the likelihood of the counts under a mean score, with
// nothing else supposed of the five probabilities: the empirical likelihood
// (Owen 1988), which is the one in the generalized SPRT of Van den Bergh. Where
// the counts are many this is the same as the normal approximation with the
// variance of the pairs; where they are few, or all alike, it still holds.
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

// Won returns the number of games won, supposing that none was drawn.
func (p Pentanomial) Won() int { return (p[1] + 2*p[2] + 3*p[3] + 4*p[4]) / 2 }

// Score returns the mean score in a game, 0 to 1; NaN without pairs.
func (p Pentanomial) Score() float64 {
	sum := 0.0
	for i, count := range p {
		sum += float64(count) * pairScore(i)
	}
	return sum / float64(p.Pairs())
}

// pairScore returns the mean score in the games of a pair of the i-th kind.
func pairScore(i int) float64 { return float64(i) / 4 }

// Reversed returns the counts of the other player.
func (p Pentanomial) Reversed() Pentanomial { return Pentanomial{p[4], p[3], p[2], p[1], p[0]} }

// Elo returns the difference in Elo that the mean score stands for, which is
// infinite when all games were won or all lost, and NaN without pairs.
func (p Pentanomial) Elo() float64 { return Difference(p.Score()) }

// EloInterval returns the differences in Elo between which the true one lies
// with 95 % confidence: those under which the counts are not too unlikely, by
// Wilks's theorem for the likelihood ratio. Bounds are infinite where nothing
// speaks against it.
func (p Pentanomial) EloInterval() (low, high float64) {
	if p.Pairs() == 0 {
		return math.Inf(-1), math.Inf(1)
	}
	return -p.Reversed().eloUpTo(), p.eloUpTo()
}

// eloUpTo returns the upper end of the interval.
func (p Pentanomial) eloUpTo() float64 {
	const quantile = 1.959964 // of the normal distribution, for 95 % on both sides
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

// LOS returns the likelihood of superiority, 0 to 1: how sure it is that the
// player is the better one, by the signed root of the likelihood ratio. It is
// 1/2 without pairs.
func (p Pentanomial) LOS() float64 {
	if p.Pairs() == 0 {
		return 0.5
	}
	z := math.Sqrt(-2 * p.logLikelihood(0.5))
	return normalCDF(math.Copysign(z, p.Score()-0.5))
}

// logLikelihood returns the logarithm of how much less likely the counts are
// if the mean score is s, 0 < s < 1, than if it is what was observed; 0 at
// most. The five probabilities are those that suit the counts best among all
// with that mean.
//
// With n the counts and x the scores they are, by Lagrange,
// n/(N·(1 + t·(x−s))) for the t that makes the result as small as can be,
// within the limits where no probability is negative.
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

// bisections are enough halvings for all the digits that matter.
const bisections = 50

// Difference returns the difference in Elo at which the expected score is s, 0 to 1
// (Elo 1978): −400·log10(1/s − 1).
func Difference(s float64) float64 { return 400 * math.Log10(s/(1-s)) }

// Score returns the score expected at a difference in Elo, the reverse of
// Difference.
func Score(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

func normalCDF(z float64) float64 { return math.Erfc(-z/math.Sqrt2) / 2 }
