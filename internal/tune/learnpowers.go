package tune

import (
	"thera/internal/vector"
	"thera/santorini/eval"
)

// newPowersTrainer returns a network that is to learn what powers change, as if they
// changed nothing. All that it says without them stays as the given weights have it.
func newPowersTrainer(base *eval.Weights) *trainer {
	t := &trainer{parts: make([]*part, units/vector.Lanes), inputs: eval.NumInputs, first: eval.NumBaseInputs, last: eval.NumInputs}
	for k := range t.parts {
		p := newPart(t.inputs+2, t.sign(k))
		for i := range vector.Lanes {
			unit := k*vector.Lanes + i
			for input, row := range base.Rows {
				p.weights[input][i] = float32(row[unit]) / eval.Unit
			}
			p.weights[t.biasRow()][i] = float32(base.Bias[unit]) / eval.Unit
			p.weights[t.outputRow()][i] = 1
		}
		t.parts[k] = p
	}
	return t
}
