package vector

import "math"

// Lanes is the number of elements of Floats.
const Lanes = 32

// Floats are real numbers that are processed together.
type Floats [Lanes]float32

// Add adds the rows of the list to sum, in order.
func Add(sum *Floats, rows []Floats, list []uint16) {
	if len(list) > 0 {
		add(sum, rows, list)
	}
}

// AddTo adds v to each row of the list.
func AddTo(rows []Floats, list []uint16, v *Floats) {
	if len(list) > 0 {
		addTo(rows, list, v)
	}
}

// Adam is a gradient descent step of the optimizer of that name (Kingma and Ba 2015).
type Adam struct {
	Scale      float32 // of the gradient
	Mean       float32 // weight of the gradient in the running mean
	Square     float32 // weight of its square in the running variance
	Rate, Tiny float32
}

// Step moves the weights against the gradient and clears the gradient. All four slices
// have the same length.
func (a *Adam) Step(weights, gradient, mean, variance []Floats) {
	if n := len(weights); n > 0 {
		a.step(weights, gradient[:n], mean[:n], variance[:n])
	}
}

func portableAdd(sum *Floats, rows []Floats, list []uint16) {
	for _, i := range list {
		for k, v := range &rows[i] {
			sum[k] += v
		}
	}
}

func portableAddTo(rows []Floats, list []uint16, v *Floats) {
	for _, i := range list {
		row := &rows[i]
		for k, x := range v {
			row[k] += x
		}
	}
}

// portableStep is Step. The conversions prevent fusing a product and a sum.
func (a *Adam) portableStep(weights, gradient, mean, variance []Floats) {
	for i := range weights {
		w, m, v := &weights[i], &mean[i], &variance[i]
		for k, g := range &gradient[i] {
			g = float32(g * a.Scale)
			m[k] += float32((g - m[k]) * a.Mean)
			v[k] += float32((float32(g*g) - v[k]) * a.Square)
			w[k] -= float32(m[k]*a.Rate) / (float32(math.Sqrt(float64(v[k]))) + a.Tiny)
		}
		gradient[i] = Floats{}
	}
}
