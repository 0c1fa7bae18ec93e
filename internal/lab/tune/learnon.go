package tune

import (
	"thera/internal/vector"
	"thera/santorini/eval"
)

// newTrainerFrom returns a network that learns on from the given weights.
func newTrainerFrom(base *eval.Weights) *trainer {
	t := trainerOf(base, eval.NumBaseInputs, outputOf(units))
	t.last, t.fade = t.outputRow()+1, weightFade
	return t
}

// newPowersTrainer returns a network that is to learn what powers change, as if they
// changed nothing. All that it says without them stays as the given weights have it.
func newPowersTrainer(base *eval.Weights) *trainer {
	t := trainerOf(base, eval.NumInputs, 1)
	t.first, t.last = eval.NumBaseInputs, eval.NumInputs
	return t
}

// trainerOf returns a network with so many inputs and the given weights for those
// without powers, all of the second layer the same.
func trainerOf(base *eval.Weights, inputs int, output float32) *trainer {
	t := &trainer{parts: make([]*part, units/vector.Lanes), inputs: inputs}
	for k := range t.parts {
		p := newPart(t.inputs+2, t.sign(k))
		for i := range vector.Lanes {
			unit := k*vector.Lanes + i
			for input, row := range base.Rows {
				p.weights[input][i] = float32(row[unit]) / (eval.Unit * output)
			}
			p.weights[t.biasRow()][i] = float32(base.Bias[unit]) / (eval.Unit * output)
			p.weights[t.outputRow()][i] = output
		}
		t.parts[k] = p
	}
	return t
}
