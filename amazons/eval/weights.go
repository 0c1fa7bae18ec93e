package eval

import "thera/amazons"

// Weights holds the weight of each term at each stage, in 1/256 centilogits. Between
// two stages the weights are interpolated.
type Weights [len(Stages)]Terms

// ByBoard holds weights by the number of squares of the board: up to 49, up to 81, and
// more. On small boards each square decides more, and sooner.
type ByBoard [3]Weights

// Fitted returns the weights that thera plays with: those fitted on 6×6, 8×8 and 10×10
// boards.
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

// Stages are the amounts of contest for which there are weights, in quarter squares as
// TermsOf returns them, from the end of the game to its beginning: 0 means decided, 160
// is as much as 40 squares that both sides reach equally soon, and 260 is the start
// position on 10×10. Chosen by hand, not tuned.
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

// Stage returns the last stage at or below contest that has a successor, and how far
// contest is on the way to that successor, 0 to 256.
func Stage(contest int) (i, fraction int) {
	contest = min(contest, Stages[len(Stages)-1])
	for i < len(Stages)-2 && contest >= Stages[i+1] {
		i++
	}
	return i, 256 * (contest - Stages[i]) / (Stages[i+1] - Stages[i])
}
