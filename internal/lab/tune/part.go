package tune

import "thera/internal/vector"

// part is 32 units that all count for the seat to move, or all against it. Weights of
// the second layer are not negative; sign gives the direction.
type part struct {
	sign                              float32
	weights, gradient, mean, variance []vector.Floats
	units                             [batchSize]vector.Floats // of each sample
	values                            [batchSize]float32       // sum of the units
}

func newPart(rows int, sign float32) *part {
	return &part{
		sign:    sign,
		weights: make([]vector.Floats, rows), gradient: make([]vector.Floats, rows),
		mean: make([]vector.Floats, rows), variance: make([]vector.Floats, rows),
	}
}

// forward computes the units of the current batch.
func (p *part) forward(t *trainer, n int) {
	output := &p.weights[t.outputRow()]
	for i := range n {
		units := &p.units[i]
		*units = vector.Floats{}
		vector.Add(units, p.weights, t.lists[i].active())
		value := float32(0)
		for k, v := range units {
			units[k] = max(v, 0)
			value += float32(units[k] * output[k])
		}
		p.values[i] = p.sign * value
	}
}

// back adds up the gradient over the current batch.
func (p *part) back(t *trainer, n int) {
	output, outputGradient := &p.weights[t.outputRow()], &p.gradient[t.outputRow()]
	for i := range n {
		wrong := p.sign * t.errors[i]
		var step vector.Floats // derivative of the loss by the input of each unit
		for k, v := range &p.units[i] {
			outputGradient[k] += float32(wrong * v)
			if v > 0 {
				step[k] = float32(wrong * output[k])
			}
		}
		vector.AddTo(p.gradient, t.lists[i].learned(), &step)
	}
}
