package alphabeta

import (
	"slices"

	"thera/engine"
	"thera/search/internal/task"
)

// search returns the score of the position in the frame of the given ply for
// the side to move: the exact value inside the window, a bound outside it.
// After the search has been stopped its result means nothing.
func (w *worker[P, M, K]) search(ply, depth int, alpha, beta engine.Score) engine.Score {
	f := &w.frames[ply]
	f.line = f.line[:0]
	if w.count.Visit() && w.count.Poll() {
		w.stopped = true
	}
	if w.stopped {
		return 0
	}
	// The kernel's methods belong to *P, which K stands for.
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
	return w.searchMoves(ply, depth, alpha, beta)
}

// searchMoves returns the score of a node that is not over, by its moves. It
// asks the table, searches one move after the other, the likely ones first, until
// there is a cutoff, and puts what it has found into the table.
//
// At the root the table gives a first move only, no score: a line that can be
// played is wanted. Where moves are excluded, what the others are worth is not the
// value of the position, so the table is not asked for that, nor told it.
func (w *worker[P, M, K]) searchMoves(ply, depth int, alpha, beta engine.Score) engine.Score {
	f := &w.frames[ply]
	p := K(&f.pos)
	key := p.Hash() ^ w.salt
	known, hit := w.table.probe(key)
	whole, extra := len(f.excluded) == 0, 0
	if hit && ply > 0 && whole {
		if score, ok := known.cutoff(ply, depth, alpha, beta); ok {
			return score
		}
		var others engine.Score
		if extra, others = w.singularExtension(ply, depth, known, alpha, beta); others >= beta {
			return others
		}
	}
	w.clearKillers(ply + 2)
	limit := w.lateMoveLimit(depth, alpha, beta)
	order := w.newPicker(f, known.move, hit, limit)

	rootSide := w.rootToMove(p)
	// While no move is better than alpha, the best score is an upper bound, and says
	// nothing of which move is best.
	bestMove := known.move
	best, bound := -infinite, upper
	for tried := 0; ; {
		if tried >= limit && !f.forced && !best.Lost() {
			break
		}
		m, ok := w.next(f, &order)
		if !ok {
			break
		}
		if slices.Contains(f.excluded, m) {
			continue
		}
		before, deeper := w.count.Nodes, depth
		if m == known.move {
			deeper += extra
		}
		score := w.searchMove(ply, deeper, tried, m, rootSide, alpha, beta)
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
			// The line from here is the move and the line that the child has
			// just found.
			f.line = append(append(f.line[:0], m), w.frames[ply+1].line...)
		}
		if score >= beta {
			bound = lower
			w.recordCutoff(f, m, depth)
			break
		}
	}
	if !w.stopped && whole {
		w.table.store(key, bestMove, best, ply, depth, bound)
	}
	return best
}

// searchMove plays a move and searches what follows. tried is how many moves
// of the node were searched before it: the first gets the full window, the
// others first a null window, and late ones less depth. A move whose answers are
// forced gets a ply more, so that long threats are seen to their end; no line gets
// more than three times the depth.
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
	// A move that is no good when searched less deeply is taken to be no good,
	// but where it leaves hardly a choice, or was one of few.
	if r := w.lateMoveReduction(depth, tried); r > 0 && !child.forced && !w.frames[ply].forced {
		if score := descend(deeper-r, alpha, alpha+1); score <= alpha || w.stopped {
			return score
		}
	}
	// A move that turns out better than alpha is searched again to find out
	// how good it is, unless it is too good already.
	score := descend(deeper, alpha, alpha+1)
	if score > alpha && score < beta && !w.stopped {
		score = descend(deeper, alpha, beta)
	}
	return score
}
