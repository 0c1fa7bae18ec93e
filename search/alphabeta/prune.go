package alphabeta

import (
	"math"

	"thera/engine"
)

// maxFutilityDepth is the largest number of remaining plies at which an
// estimate may replace a search. In docs/contributing/experiments.md 2 or 3 plies instead of
// 4 made no difference in 80 games each.
const maxFutilityDepth = 4

// reverseFutility reports whether the estimate of a node near the horizon exceeds the
// window by the margin for each remaining ply, so that a search would hardly bring it
// back. It returns the estimate. It does not apply to proofs, nor on the principal
// variation, where the window is wider than a null window.
func (w *worker[P, M, K]) reverseFutility(p K, depth int, alpha, beta engine.Score) (engine.Score, bool) {
	if w.reverseFutilityMargin == 0 || depth > maxFutilityDepth || beta-alpha > 1 || beta.Won() || alpha.Lost() {
		return 0, false
	}
	score := w.evaluate(p)
	return score, score-engine.Score(w.reverseFutilityMargin*depth) >= beta
}

// When late moves are reduced. In docs/contributing/experiments.md no reductions, reductions
// from the 4th move on and from depth 2 on were tried in 80 to 120 games each:
// none was shown to be better. singlyReducedMoves was chosen by hand, not tuned.
const (
	minReductionDepth  = 3  // least depth at which moves are reduced
	unreducedMoves     = 8  // how many moves of a node are not reduced
	singlyReducedMoves = 40 // how many moves are not reduced by two plies
)

// lateMoveReduction returns by how many plies to reduce the first search of a
// move, given the number of moves of its node tried before.
func (w *worker[P, M, K]) lateMoveReduction(depth, tried int) int {
	switch {
	case w.lateMoveWidth > 0 && depth >= minReductionDepth:
		return int(logReductions[min(depth, len(logReductions)-1)][min(tried, len(logReductions)-1)])
	case depth < minReductionDepth || tried < unreducedMoves:
		return 0
	case tried < singlyReducedMoves || depth == minReductionDepth:
		return 1
	}
	return 2
}

// logReductions are the reductions by depth and number of moves tried before:
// the product of their logarithms divided by 2.2, at most down to the horizon
// (Romstad's for Stockfish). 2.2 was chosen by hand, not tuned.
var logReductions = func() (table [64][64]uint8) {
	const boldMove = 3 // how many moves of a node are not reduced
	for depth := minReductionDepth; depth < len(table); depth++ {
		for tried := boldMove; tried < len(table); tried++ {
			plies := math.Round(math.Log(float64(depth)) * math.Log(float64(tried)) / 2.2)
			table[depth][tried] = uint8(min(int(plies), depth-1))
		}
	}
	return table
}()

// unlimited is the late move limit of a node whose moves are all searched.
const unlimited = math.MaxInt

// lateMoveLimit returns how many moves of a node are searched at most, unless all of them
// lose: near the horizon the others, late in the order, are taken to be no better than
// the best of these (late move pruning). A loss is never claimed that way. In
// docs/contributing/experiments.md 2 instead of 4 plies, and 6 or 8, were no better.
func (w *worker[P, M, K]) lateMoveLimit(depth int, alpha, beta engine.Score) int {
	const (
		horizon = 4 // most remaining plies at which it applies
		first   = 6 // moves at depth 0
		perPly  = 4 // more moves for each square of the depth
	)
	if depth > horizon {
		return unlimited
	}
	moves := w.lateMoveWidth * (first + perPly*depth*depth)
	if beta-alpha > 1 { // on the principal variation
		moves *= w.pvWidthFactor
	}
	if moves == 0 {
		return unlimited
	}
	return moves
}
