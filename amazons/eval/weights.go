package eval

// Weights says what each term is worth at each stage, in 1/256 centilogits.
// Between two stages the weights are interpolated.
type Weights [len(Stages)]Terms

// Stages are the amounts of contest, in quarters of a square as TermsOf returns
// them, at which weights are given, from the end of the game to its beginning: 0
// is all settled, 160 is as much as 40 squares that both sides reach equally
// soon. Chosen by hand, not tuned.
var Stages = [...]int{0, 16, 64, 160}

// Value returns the sum of the terms in centilogits.
func (w *Weights) Value(t *Terms, contest int) int {
	i, fraction := Stage(contest)
	low, high := 0, 0
	for k, n := range t {
		low += int(n) * int(w[i][k])
		high += int(n) * int(w[i+1][k])
	}
	return (low*(256-fraction) + high*fraction) >> 16
}

// Stage returns the last stage not beyond contest that has another one after
// it, and how far on the way there contest is, 0 to 256.
func Stage(contest int) (i, fraction int) {
	contest = min(contest, Stages[len(Stages)-1])
	for i < len(Stages)-2 && contest >= Stages[i+1] {
		i++
	}
	return i, 256 * (contest - Stages[i]) / (Stages[i+1] - Stages[i])
}
