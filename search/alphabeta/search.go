package alphabeta

import (
	"slices"

	"thera/engine"
	"thera/search/internal/task"
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
	if depth <= 0 || ply >= task.MaxDepth {
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
	// A move better than alpha is searched again for its exact score, unless it
	// causes a cutoff.
	score := descend(deeper, alpha, alpha+1)
	if score > alpha && score < beta && !w.stopped {
		score = descend(deeper, alpha, beta)
	}
	return score
}
