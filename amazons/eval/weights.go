package eval

import "thera/amazons"

// Weights says what each term is worth at each stage, in 1/256 centilogits.
// Between two stages the weights are interpolated.
type Weights [len(Stages)]Terms

// ByBoard holds weights by how many squares the board has: up to 49, up to 81, and
// more. On small boards each square decides more, and sooner.
type ByBoard [3]Weights

// Fitted returns the weights that thera plays with: those of boards of 6×6, 8×8 and
// 10×10 squares.
func Fitted() ByBoard { return ByBoard{fitted6x6(), fitted8x8(), fitted10x10()} }

// of returns the weights for the board of a position.
func (b *ByBoard) of(p *amazons.Position) *Weights {
	files, ranks := p.Size()
	switch squares := files * ranks; {
	case squares <= 49:
		return &b[0]
	case squares <= 81:
		return &b[1]
	}
	return &b[2]
}

// Stages are the amounts of contest, in quarters of a square as TermsOf returns
// them, at which weights are given, from the end of the game to its beginning: 0
// is all settled, 160 is as much as 40 squares that both sides reach equally
// soon, and 260 the beginning of a game on 10×10. Chosen by hand, not tuned.
var Stages = [...]int{0, 16, 64, 160, 260}

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
