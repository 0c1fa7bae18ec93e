package tune

import (
	"math"
	"slices"

	"thera/amazons/eval"
)

const (
	stages     = len(eval.Stages)
	parameters = stages * eval.NumTerms
	// ridge pulls weights without data toward zero.
	ridge = 1e-5
	// unit is a weight of 1 in logits.
	unit = 1.0 / (256 * 100)
)

// fitWeights returns the weights that fit the chances of the samples best, and their mean
// loss in nats. Turns aside are left out: most are bad, which the fit would ascribe to
// the right to move after them.
func fitWeights(samples []amazonsSample) (eval.Weights, float64) {
	samples = slices.DeleteFunc(slices.Clone(samples), func(s amazonsSample) bool { return s.aside })
	var beta [parameters]float64
	loss := math.Inf(1)
	for range 20 {
		step, now := newton(samples, &beta)
		for i := range beta {
			beta[i] += step[i]
		}
		if loss-now < 1e-9 {
			break
		}
		loss = now
	}
	var w eval.Weights
	for i, b := range beta {
		w[i/eval.NumTerms][i%eval.NumTerms] = int32(math.Round(b * scale(i) / unit))
	}
	return w, loss
}

// scale brings the terms to about the same size, so that one ridge suits all.
func scale(parameter int) float64 {
	switch parameter % eval.NumTerms {
	case eval.TermQueenNear, eval.TermFreedom:
		return 1.0 / 64
	case eval.TermKingNear:
		return 1.0 / 8
	}
	return 1
}

func newton(samples []amazonsSample, beta *[parameters]float64) (step [parameters]float64, loss float64) {
	hessian := new([parameters][parameters]float64)
	n := float64(len(samples))
	for i, b := range beta {
		hessian[i][i] = ridge
		step[i] = -ridge * b
	}
	var x [2 * eval.NumTerms]float64
	for k := range samples {
		s := &samples[k]
		stage, fraction := eval.Stage(s.contest)
		first := stage * eval.NumTerms
		high := float64(fraction) / 256
		logit := 0.0
		for i, t := range s.terms {
			x[i] = float64(t) * scale(i) * (1 - high)
			x[i+eval.NumTerms] = float64(t) * scale(i) * high
		}
		for i := range x {
			logit += x[i] * beta[first+i]
		}
		chance, p := float64(s.chance), sigmoid(logit)
		loss += crossEntropy(chance, p) / n
		for i, a := range x {
			step[first+i] += (chance - p) * a / n
			for j := range i + 1 {
				hessian[first+i][first+j] += p * (1 - p) * a * x[j] / n
			}
		}
	}
	solve(hessian, &step)
	return step, loss
}

// solve replaces b by the solution of a·x = b for a symmetric positive
// definite a of which the lower half is given (Cholesky).
func solve(a *[parameters][parameters]float64, b *[parameters]float64) {
	for i := range a {
		for j := range i + 1 {
			sum := a[i][j]
			for k := range j {
				sum -= a[i][k] * a[j][k]
			}
			if i == j {
				a[i][i] = math.Sqrt(sum)
			} else {
				a[i][j] = sum / a[j][j]
			}
		}
	}
	for i := range b {
		for k := range i {
			b[i] -= a[i][k] * b[k]
		}
		b[i] /= a[i][i]
	}
	for i := len(b) - 1; i >= 0; i-- {
		for k := i + 1; k < len(b); k++ {
			b[i] -= a[k][i] * b[k]
		}
		b[i] /= a[i][i]
	}
}
