package alphabeta

import (
	"math"
	"slices"

	"thera/engine"
	"thera/game"
	"thera/search"
)

// search returns the score of the position in the frame of the given ply for
// the side to move: the exact value inside the window, a bound outside it.
// After the search has been stopped the result is meaningless.
func (w *worker[P, M, K]) search(ply, depth int, alpha, beta engine.Score) engine.Score {
	f := &w.frames[ply]
	f.line = f.line[:0]
	if w.count.Visit() && w.count.Poll() {
		w.stopped = true
	}
	if w.stopped {
		return 0
	}

	p := K(&f.pos)
	if winners := p.Winners(); winners != 0 {
		return w.result(p, winners, ply)
	}
	if depth <= 0 || ply >= search.MaxDepth {
		return w.evaluate(p)
	}
	if w.eval.Settled != nil {
		if winners, plies := w.eval.Settled(p); winners != 0 {
			return w.result(p, winners, ply+plies)
		}
	}
	// No line from here can be better than winning with the next move, nor
	// worse than having lost already (mate distance pruning).
	alpha, beta = max(alpha, engine.LossIn(ply)), min(beta, engine.WinIn(ply+1))
	if alpha >= beta {
		return alpha
	}
	if score, ok := w.reverseFutility(p, depth, alpha, beta); ok {
		return score
	}
	return w.searchMoves(ply, depth, alpha, beta, nil)
}

// searchMoves returns the score of a node that is not over, by its moves
// without the excluded ones.
//
// At the root the table suggests a first move but no score, since a line that can be
// played is wanted. With moves excluded, the value of the others is not the value of the
// position, so the table is neither used for a score nor updated.
func (w *worker[P, M, K]) searchMoves(ply, depth int, alpha, beta engine.Score, excluded []M) engine.Score {
	p := K(&w.frames[ply].pos)
	key := p.Hash() ^ w.salt
	known := w.table.probe(key)
	extension := 0
	if known.found() && ply > 0 && len(excluded) == 0 {
		if score, ok := known.cutoff(ply, depth, alpha, beta); ok {
			return score
		}
		var others engine.Score
		if extension, others = w.singularExtension(ply, depth, known, alpha, beta); others >= beta {
			return others
		}
	}
	w.clearKillers(ply + 2)
	best, bestMove, bound := w.searchInOrder(ply, depth, alpha, beta, known, extension, excluded)
	if !w.stopped && len(excluded) == 0 {
		w.table.store(key, bestMove, best, ply, depth, bound)
	}
	return best
}

// searchInOrder searches the moves of a node, the most promising first, until
// there is a cutoff. known is what the table knows of the node; its move is
// searched extension plies deeper. While no move is better than alpha, the best
// score is an upper bound and says nothing about which move is best.
func (w *worker[P, M, K]) searchInOrder(
	ply, depth int, alpha, beta engine.Score, known entry[M], extension int, excluded []M,
) (best engine.Score, bestMove M, bound bound) {
	f := &w.frames[ply]
	limit := w.lateMoveLimit(depth, alpha, beta)
	moves := w.newPicker(f, known, limit, len(excluded))
	rootSide := w.rootToMove(K(&f.pos))
	best, bestMove, bound = -infinite, known.move, upper
	for tried := 0; tried < limit || f.forced || best.Lost(); {
		m, ok := w.next(f, &moves)
		if !ok {
			break
		}
		if slices.Contains(excluded, m) {
			continue
		}
		before, moveDepth := w.count.Nodes, depth
		if m == known.move {
			moveDepth += extension
		}
		score := w.searchMove(ply, moveDepth, tried, m, rootSide, alpha, beta)
		tried++
		if w.stopped {
			break
		}
		if score <= best {
			continue
		}
		if ply == 0 {
			w.bestEffort = w.count.Nodes - before
		}
		best = score
		if score > alpha {
			bestMove, alpha, bound = m, score, exact
			f.line = append(append(f.line[:0], m), w.frames[ply+1].line...)
		}
		if score >= beta {
			w.recordCutoff(f, m, depth)
			return best, bestMove, lower
		}
	}
	return best, bestMove, bound
}

// searchMove plays a move and searches what follows. tried is how many moves of
// the node were searched before it: the first gets the full window, the others
// first a null window, and late ones less depth. A move with forced answers is
// searched one ply deeper, so that long threats are seen to their end; no line
// gets more than three times the depth.
func (w *worker[P, M, K]) searchMove(ply, depth, tried int, m M, rootSide bool, alpha, beta engine.Score) engine.Score {
	child := &w.frames[ply+1]
	child.pos = w.frames[ply].pos
	K(&child.pos).Play(m)
	deeper := depth - 1
	if deeper > 0 && w.listForced(child) && ply < 2*w.depth {
		deeper++
	}
	// The score is for the side to move; one side may move twice in a row.
	sameSide := w.rootToMove(K(&child.pos)) == rootSide
	descend := func(depth int, alpha, beta engine.Score) engine.Score {
		if sameSide {
			return w.search(ply+1, depth, alpha, beta)
		}
		return -w.search(ply+1, depth, -beta, -alpha)
	}
	if tried == 0 {
		return descend(deeper, alpha, beta)
	}
	// A reduced search that fails low is trusted, unless the answers are forced
	// or the move itself was.
	if r := w.lateMoveReduction(depth, tried); r > 0 && !child.forced && !w.frames[ply].forced {
		if score := descend(deeper-r, alpha, alpha+1); score <= alpha || w.stopped {
			return score
		}
	}
	// A move better than alpha is searched again for its exact score, unless it cuts off.
	score := descend(deeper, alpha, alpha+1)
	if score > alpha && score < beta && !w.stopped {
		score = descend(deeper, alpha, beta)
	}
	return score
}

// completeLine extends the line just found from root to the end of the game, if
// its result is proven: the table and the evaluation give results without
// moves. before is the result of the search one ply shallower. The continuation
// is searched from the end of the line, which takes few nodes since the table
// has most of it; if that fails, the line stays as it is.
func (w *worker[P, M, K]) completeLine(root P, depth int, before engine.Info, found *engine.Info) {
	if _, proven := found.Score.Proven(); !proven {
		return
	}
	if n := len(found.Line); n < len(before.Line) && found.Score == before.Score && slices.Equal(found.Line, before.Line[:n]) {
		found.Line = before.Line
		return
	}
	f := &w.frames[0]
	line, effort := slices.Clone(f.line), w.bestEffort
	for next := line; len(line) < search.MaxDepth; line = append(line, next...) {
		for _, m := range next {
			K(&f.pos).Play(m)
		}
		if K(&f.pos).Winners() != 0 {
			break
		}
		if next = w.prove(depth); len(next) == 0 {
			break
		}
	}
	found.Line = game.MovesOf(line...)
	f.pos, w.bestEffort = root, effort
}

// prove returns a line from the position in the first frame whose result is proven, or
// none if no search up to depth proves one. The next search overwrites the line.
func (w *worker[P, M, K]) prove(depth int) []M {
	f := &w.frames[0]
	for w.depth = 1; w.depth <= depth; w.depth++ {
		f.line = f.line[:0]
		score := w.searchMoves(0, w.depth, -infinite, infinite, nil)
		if w.stopped {
			break
		}
		if _, proven := score.Proven(); proven {
			return f.line
		}
	}
	return nil
}

// singularExtension tests whether the table's move of a node stands alone, by searching
// the other moves to half the depth with a bound below that move's score. If none of them
// reaches the bound, the move is extended by a ply. If one does and the bound is at or
// above a null window, two moves cause a cutoff and the node need not be searched
// (multi-cut): others is then the bound, otherwise less than any score.
func (w *worker[P, M, K]) singularExtension(ply, depth int, known entry[M], alpha, beta engine.Score) (extension int, others engine.Score) {
	f, c, score := &w.frames[ply], &w.opt.Constants, engine.Score(known.score)
	_, proven := score.Proven()
	switch {
	case w.opt.LateMoveWidth == 0, depth < c.SingularDepth, ply >= 2*w.depth, f.forced, proven:
		return 0, -infinite
	case known.bound&lower == 0, int(known.depth) < depth-c.SingularBehind:
		return 0, -infinite
	}
	target := score - engine.Score(c.SingularMargin*depth/100)
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

// reverseFutility reports whether the estimate of a node near the horizon exceeds the
// window by the margin for each remaining ply, so that a search would hardly bring it
// back. It returns the estimate. It does not apply to proofs, nor on the principal
// variation, where the window is wider than a null window.
func (w *worker[P, M, K]) reverseFutility(p K, depth int, alpha, beta engine.Score) (engine.Score, bool) {
	if w.opt.ReverseFutilityMargin == 0 || depth > w.opt.Constants.ReverseFutilityDepth || beta-alpha > 1 || beta.Won() || alpha.Lost() {
		return 0, false
	}
	score := w.evaluate(p)
	return score, score-engine.Score(w.opt.ReverseFutilityMargin*depth) >= beta
}

// When late moves are reduced without [search.Options].LateMoveWidth. In
// docs/contributing/experiments.md no reductions and reductions from the 4th move on were
// tried in 80 to 120 games each: none was shown to be better. singlyReducedMoves was
// chosen by hand, not tuned.
const (
	unreducedMoves     = 8  // how many moves of a node are not reduced
	singlyReducedMoves = 40 // how many moves are not reduced by two plies
)

// lateMoveReduction returns by how many plies to reduce the first search of a
// move, given the number of moves of its node tried before.
func (w *worker[P, M, K]) lateMoveReduction(depth, tried int) int {
	least := w.opt.Constants.ReductionDepth
	switch {
	case w.opt.LateMoveWidth > 0:
		return int(w.reductions[min(depth, len(w.reductions)-1)][min(tried, len(w.reductions[0])-1)])
	case depth < least || tried < unreducedMoves:
		return 0
	case tried < singlyReducedMoves || depth == least:
		return 1
	}
	return 2
}

// reductions are the plies to reduce, by depth and number of moves tried before.
type reductions [64][64]uint8

// newReductions returns the product of the logarithms of both numbers divided by a
// constant, at most down to the horizon (Romstad's for Stockfish).
func newReductions(c search.Constants) *reductions {
	var table reductions
	for depth := c.ReductionDepth; depth < len(table); depth++ {
		for tried := c.UnreducedMoves; tried < len(table[depth]); tried++ {
			plies := int(math.Round(logReduction(c, depth, tried)))
			table[depth][tried] = uint8(min(max(plies, 0), depth-1))
		}
	}
	return &table
}

// logReduction returns the reduction before it is rounded.
func logReduction(c search.Constants, depth, tried int) float64 {
	product := math.Log(float64(depth)) * math.Log(float64(tried))
	return 100*product/float64(c.ReductionDivisor) + float64(c.ReductionBase)/100
}

// unlimited is the late move limit of a node whose moves are all searched.
const unlimited = math.MaxInt

// lateMoveLimit returns how many moves of a node are searched at most, unless all of them
// lose: near the horizon the others, late in the order, are taken to be no better than
// the best of these (late move pruning). A loss is never claimed that way.
func (w *worker[P, M, K]) lateMoveLimit(depth int, alpha, beta engine.Score) int {
	c := &w.opt.Constants
	if depth > c.LateMoveDepth {
		return unlimited
	}
	moves := w.opt.LateMoveWidth * (c.LateMoveFirst + c.LateMoveGrowth*depth*depth) / 100
	if beta-alpha > 1 { // on the principal variation
		moves = moves * w.opt.PVWidthPercent / 100
	}
	if moves == 0 {
		return unlimited
	}
	return moves
}

// trend follows the answer from depth to depth to decide how much time the turn deserves.
type trend struct {
	move  game.Move
	score engine.Score
}

// How the trend changes a turn's time. With these numbers, chosen by hand, the
// player was as strong as without in 80 games on a clock (40–40,
// docs/contributing/experiments.md): no difference shown, but forced moves come sooner.
const (
	scoreDrop      = 25  // loss of score from one depth to the next, in centilogits
	unstableFactor = 1.5 // time factor after such a loss, or when the move has changed
	easyEffort     = 0.9 // fraction of the nodes that goes into an easy best move
	easyFactor     = 0.2 // time factor for such a move
)

// timeFactor returns the factor of the soft time to spend, given the answer at one more
// depth and the fraction of that depth's nodes spent on the best move. If nearly all
// were, the other moves are refuted easily and there is little to think about; if the
// move has just changed or its score dropped, there is more.
func (t *trend) timeFactor(best engine.Info, effort float64) float64 {
	changed, dropped := t.move != best.Best(), t.score-best.Score >= scoreDrop
	t.move, t.score = best.Best(), best.Score
	switch {
	case changed || dropped:
		return unstableFactor
	case effort > easyEffort:
		return easyFactor
	}
	return 1
}
