package alphabeta

import "thera/engine"

// futilityDepth is the most plies before the horizon at which an estimate may
// do for a search. In docs/experiments.md 2 or 3 plies instead of 4 made no
// difference in 80 games each.
const futilityDepth = 4

// reverseFutility reports whether the estimate of a node near the horizon is
// so far above the window that a search would hardly bring it back: by the
// margin for each ply the search would look ahead. It returns the estimate.
// No proof is cut short, and nothing on the principal variation, where the
// window is wider than a null window.
func (w *worker[P, M, K]) reverseFutility(p K, depth int, alpha, beta engine.Score) (engine.Score, bool) {
	if w.margin == 0 || depth > futilityDepth || beta-alpha > 1 || beta.Won() || alpha.Lost() {
		return 0, false
	}
	score := w.evaluate(p)
	return score, score-engine.Score(w.margin*depth) >= beta
}

// When late moves are reduced. In docs/experiments.md no reductions, those
// from the 4th move on and those from depth 2 on were tried in 80 to 120 games
// each: none was shown to be better. The number from which a move is reduced
// by two plies was chosen by hand, not tuned.
const (
	reducedDepth = 3  // the least depth at which moves are reduced
	reducedMove  = 8  // how many moves of a node are not reduced
	reducedTwice = 40 // how many are not reduced by two plies
)

// reduction returns how many plies less deeply a move is searched at first,
// by how many moves of its node were tried before it.
func reduction(depth, tried int) int {
	switch {
	case depth < reducedDepth || tried < reducedMove:
		return 0
	case tried < reducedTwice || depth == reducedDepth:
		return 1
	}
	return 2
}
