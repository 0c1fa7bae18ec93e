package alphabeta

import "thera/engine"

// singular looks whether the move that the table knows of a node stands alone. It
// searches the others to half the depth, with a bound below what that move was worth.
// If none of them reaches it, that move deserves a ply extra. If one does and the bound
// is above a null window, two moves are too good and the node need not be searched:
// others is the bound then, and else less than any score.
func (w *worker[P, M, K]) singular(ply, depth int, known entry[M], alpha, beta engine.Score) (extra int, others engine.Score) {
	// In docs/contributing/experiments.md a least depth of 5 and margins of 1 and 3 were no better;
	// the others were chosen by hand, not tuned.
	const (
		least  = 6 // the least depth at which it looks
		behind = 3 // how many plies less deep the table's search may have been
		margin = 2 // in centilogits for each ply, how far below the bound is
	)
	f, score := &w.frames[ply], engine.Score(known.score)
	_, proven := score.Proven()
	if w.bold == 0 || depth < least || f.forced || proven || ply >= 2*w.depth ||
		known.bound&lower == 0 || int(known.depth) < depth-behind {
		return 0, -infinite
	}
	target := score - engine.Score(margin*depth)
	f.excluded = append(f.excluded, known.move)
	best := w.searchMoves(ply, (depth-1)/2, target-1, target)
	f.excluded, f.line = f.excluded[:0], f.line[:0]
	switch {
	case best < target:
		return 1, -infinite
	case beta-alpha == 1:
		return 0, target
	}
	return 0, -infinite
}
