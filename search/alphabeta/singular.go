package alphabeta

import "thera/engine"

// When and by how much a move must stand alone. In docs/contributing/experiments.md a least
// depth of 5 and margins of 1 and 3 were no better; the others were chosen by
// hand, not tuned.
const (
	singularDepth  = 6 // least depth at which it is tested
	singularBehind = 3 // how many plies shallower the table's search may have been
	singularMargin = 2 // centilogits per ply by which all others have to be worse
)

// singularExtension tests whether the table's move of a node stands alone, by searching
// the other moves to half the depth with a bound below that move's score. If none of them
// reaches the bound, the move is extended by a ply. If one does and the bound is at or
// above a null window, two moves cause a cutoff and the node need not be searched
// (multi-cut): others is then the bound, otherwise less than any score.
func (w *worker[P, M, K]) singularExtension(ply, depth int, known entry[M], alpha, beta engine.Score) (extension int, others engine.Score) {
	f, score := &w.frames[ply], engine.Score(known.score)
	_, proven := score.Proven()
	switch {
	case w.lateMoveWidth == 0, depth < singularDepth, ply >= 2*w.depth, f.forced, proven:
		return 0, -infinite
	case known.bound&lower == 0, int(known.depth) < depth-singularBehind:
		return 0, -infinite
	}
	target := score - engine.Score(singularMargin*depth)
	f.singular[0] = known.move
	best := w.searchMoves(ply, (depth-1)/2, target-1, target, f.singular[:])
	f.line = f.line[:0]
	switch {
	case best < target:
		return 1, -infinite
	case beta-alpha == 1:
		return 0, target
	}
	return 0, -infinite
}
