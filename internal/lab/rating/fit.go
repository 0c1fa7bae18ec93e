package rating

import (
	"math"
	"slices"
)

// EloRating is a player's strength among others, in Elo.
type EloRating struct {
	Elo   float64 // the mean of all players is 0
	Error float64 // 1.96 standard errors, half the width of a 95% interval
}

// Fit fits the model of Bradley and Terry (1952), in which the Elo difference
// of two players determines the expected score between them, to all games at
// once: wins[i][j] is how many games i won against j.
//
// It is a maximum likelihood fit by Newton's method, with one extra game that
// each player has drawn against a player of the rating in prior, in Elo (Mease
// 2003); nil is 0 for all. Without it a player who won or lost all games would
// have no finite rating, nor would players without a chain of games between
// them (Ford 1957). With it, a hundred games that end 60 to 40 give half an Elo
// less than the exact 70.
//
// The errors come from the curvature of the likelihood at its maximum and are
// relative to the mean of all players. They assume independent games, and so
// are a little too large for pairs with exchanged colors.
func Fit(wins [][]float64, prior []float64) []EloRating {
	const perLogit = 400 / math.Ln10
	n := len(wins)
	drawn := make([]float64, n) // prior in logits
	for i, elo := range prior {
		drawn[i] = elo / perLogit
	}
	theta := slices.Clone(drawn) // ratings in logits
	var inverse [][]float64
	const most = 200 // about ten suffice
	for step := range most {
		slope, curvature := likelihoodAt(theta, drawn, wins)
		inverse = invert(curvature)
		largest := 0.0
		for i := range theta {
			move := 0.0
			for j := range theta {
				move += inverse[i][j] * slope[j]
			}
			// Far from the maximum, Newton's method may overshoot.
			move = min(max(move, -1), 1)
			theta[i] += move
			largest = max(largest, math.Abs(move))
		}
		if largest < 1e-10 && step > 0 {
			break
		}
	}

	ratings := make([]EloRating, n)
	mean, total := 0.0, 0.0 // of the ratings; of all covariances
	for i := range theta {
		mean += theta[i] / float64(n)
		for j := range theta {
			total += inverse[i][j]
		}
	}
	for i := range theta {
		row := 0.0
		for j := range theta {
			row += inverse[i][j]
		}
		variance := inverse[i][i] - 2*row/float64(n) + total/float64(n*n)
		ratings[i] = EloRating{
			Elo:   perLogit * (theta[i] - mean),
			Error: perLogit * 1.959964 * math.Sqrt(max(variance, 0)),
		}
	}
	return ratings
}

// likelihoodAt returns the first derivatives of the log-likelihood and the
// negated second derivatives.
func likelihoodAt(theta, drawn []float64, wins [][]float64) (slope []float64, curvature [][]float64) {
	n := len(theta)
	slope, curvature = make([]float64, n), make([][]float64, n)
	for i := range theta {
		curvature[i] = make([]float64, n)
	}
	for i := range theta {
		score := logistic(theta[i] - drawn[i])
		slope[i] += 0.5 - score
		curvature[i][i] += score * (1 - score)
		for j := range theta {
			if i == j {
				continue
			}
			games, expected := wins[i][j]+wins[j][i], logistic(theta[i]-theta[j])
			slope[i] += wins[i][j] - games*expected
			information := games * expected * (1 - expected)
			curvature[i][i] += information
			curvature[i][j] -= information
		}
	}
	return slope, curvature
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// invert returns the inverse of a symmetric positive definite matrix, which it
// overwrites, by Gauss–Jordan elimination; such a matrix needs no pivoting. A
// matrix library would be a large dependency for these lines.
func invert(a [][]float64) [][]float64 {
	for k := range a {
		pivot := 1 / a[k][k]
		for j := range a {
			a[k][j] *= pivot
		}
		a[k][k] = pivot
		for i := range a {
			if i == k {
				continue
			}
			factor := a[i][k]
			a[i][k] = 0
			for j := range a {
				a[i][j] -= factor * a[k][j]
			}
		}
	}
	return a
}
