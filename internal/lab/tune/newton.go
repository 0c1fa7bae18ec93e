package tune

import "math"

// ridge pulls weights without data toward zero.
const ridge = 1e-5

// newton returns the weights for which a mean loss, which is convex, is least, and that
// loss. add returns the loss for some weights. It adds the direction in which the loss falls,
// which is minus its gradient, to descent, and its second derivatives to the lower half of
// hessian.
func newton(weights int, add func(weights, descent []float64, hessian [][]float64) (loss float64)) (best []float64, loss float64) {
	best, loss = make([]float64, weights), math.Inf(1)
	for range 20 {
		step, hessian := make([]float64, weights), make([][]float64, weights)
		for i, w := range best {
			hessian[i] = make([]float64, weights)
			hessian[i][i], step[i] = ridge, -ridge*w
		}
		now := add(best, step, hessian)
		solve(hessian, step)
		for i := range best {
			best[i] += step[i]
		}
		if loss-now < 1e-9 {
			break
		}
		loss = now
	}
	return best, loss
}

// solve replaces b by the solution of a·x = b for a symmetric positive
// definite a of which the lower half is given (Cholesky).
func solve(a [][]float64, b []float64) {
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
