package alphabeta

import (
	"math"

	"thera/engine"
)

// futilityDepth is the most plies before the horizon at which an estimate may
// do for a search. In docs/contributing/experiments.md 2 or 3 plies instead of 4 made no
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

// When late moves are reduced. In docs/contributing/experiments.md no reductions, those
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
func (w *worker[P, M, K]) reduction(depth, tried int) int {
	switch {
	case w.bold > 0 && depth >= reducedDepth:
		return int(reductions[min(depth, len(reductions)-1)][min(tried, len(reductions)-1)])
	case depth < reducedDepth || tried < reducedMove:
		return 0
	case tried < reducedTwice || depth == reducedDepth:
		return 1
	}
	return 2
}

// reductions holds bold reductions by depth and by how many moves were tried
// before: the product of their logarithms over 2.2, at most down to the horizon
// (Romstad's for Stockfish). 2.2 was chosen by hand, not tuned.
var reductions = func() (table [64][64]uint8) {
	const boldMove = 3 // how many moves of a node are not reduced
	for depth := reducedDepth; depth < len(table); depth++ {
		for tried := boldMove; tried < len(table); tried++ {
			plies := math.Round(math.Log(float64(depth)) * math.Log(float64(tried)) / 2.2)
			table[depth][tried] = uint8(min(int(plies), depth-1))
		}
	}
	return table
}()

// unlimited is the breadth of a node at which all moves are searched.
const unlimited = math.MaxInt

// breadth returns how many moves of a node are searched at most, if not all of them
// lose: near the horizon the others, which come late in the order, are taken to be no
// better than the best of these (late move pruning). No loss is claimed by that. In
// docs/contributing/experiments.md 2 instead of 4 plies, and 6 or 8, were no better.
func (w *worker[P, M, K]) breadth(depth int, alpha, beta engine.Score) int {
	const (
		horizon = 4 // the most plies before it
		first   = 6 // how many moves are always tried
		perPly  = 4 // how many more by the square of the depth
	)
	if depth > horizon {
		return unlimited
	}
	moves := w.bold * (first + perPly*depth*depth)
	if beta-alpha > 1 { // on the principal variation
		moves *= w.careful
	}
	if moves == 0 {
		return unlimited
	}
	return moves
}
