package search

import (
	"slices"

	"thera/engine"
	"thera/game"
)

// MaxDepth is the deepest search in plies.
const MaxDepth = 128

const infinite = engine.Score(1 << 15)

// worker searches with memory of its own: all that nodes need is kept in its
// frames, one for each ply. Workers of one engine share the table and the run.
type worker[P any, M game.Code, K game.Kernel[P, M]] struct {
	*run
	eval    Evaluation[P, M]
	table   *table[M]
	margin  int
	history history
	frames  [MaxDepth + 1]frame[P, M, K]
	// done are the moves at the root whose lines are known already, when more
	// than the best is wanted.
	done []M

	// effort is how many nodes the best move at the root took in the last
	// search from there.
	effort uint64

	nodes     uint64
	told      uint64 // the part of nodes that the run knows of
	nextCheck uint64 // the number of nodes at which to look at the limits
	stopped   bool
}

// frame is what a node at one ply works with.
type frame[P any, M game.Code, K game.Kernel[P, M]] struct {
	pos     P
	moves   []M
	guesses []int32
	keys    []int64 // see picker
	killers [2]M
	line    []M // principal variation from here
}

// prepare begins a run.
func (w *worker[P, M, K]) prepare(r *run, root *P) {
	w.run = r
	w.nodes, w.told, w.nextCheck, w.stopped = 0, 0, 0, false
	w.history.age()
	for i := range w.frames {
		w.frames[i].killers = [2]M{}
		w.frames[i].line = w.frames[i].line[:0]
	}
	f := &w.frames[0]
	f.pos = *root
	f.moves = K(&f.pos).AppendMoves(f.moves[:0])
}

// search returns the score of the position in the frame of the given ply for
// the side to move: the exact value inside the window, a bound outside it.
// After the search has been stopped its result means nothing.
func (w *worker[P, M, K]) search(ply, depth int, alpha, beta engine.Score) engine.Score {
	f := &w.frames[ply]
	f.line = f.line[:0]
	w.nodes++
	if w.nodes >= w.nextCheck {
		w.check()
	}
	if w.stopped {
		return 0
	}
	p := K(&f.pos)
	if winners := p.Winners(); winners != 0 {
		return w.result(winners, p.Turn(), ply)
	}
	if depth <= 0 || ply >= MaxDepth {
		return w.evaluate(p)
	}
	if w.eval.Settled != nil {
		if winners, plies := w.eval.Settled(p); winners != 0 {
			return w.result(winners, p.Turn(), ply+plies)
		}
	}
	// No line from here can be better than winning with the next move, nor
	// worse than having lost already.
	alpha, beta = max(alpha, engine.LossIn(ply)), min(beta, engine.WinIn(ply+1))
	if alpha >= beta {
		return alpha
	}
	if score, ok := w.beyond(p, depth, alpha, beta); ok {
		return score
	}
	return w.visit(ply, depth, alpha, beta)
}

// beyond reports whether the estimate of a node near the horizon is so far
// above the window that a search would hardly bring it back: by a margin for
// each ply it looks ahead (reverse futility pruning). No proof is cut short,
// and nothing on the principal variation.
func (w *worker[P, M, K]) beyond(p K, depth int, alpha, beta engine.Score) (engine.Score, bool) {
	if w.margin == 0 || depth > marginDepth || beta-alpha > 1 || beta.Won() || alpha.Lost() {
		return 0, false
	}
	score := w.evaluate(p)
	return score, score-engine.Score(w.margin*depth) >= beta
}

// marginDepth is the most plies ahead at which an estimate may do for a search.
const marginDepth = 4

// visit searches the moves of a node that is not over.
func (w *worker[P, M, K]) visit(ply, depth int, alpha, beta engine.Score) engine.Score {
	f := &w.frames[ply]
	p := K(&f.pos)
	key := p.Hash() ^ w.view()
	entry, hit := w.table.probe(key)
	if hit && ply > 0 {
		if score, ok := entry.cut(ply, depth, alpha, beta); ok {
			return score
		}
	}
	f.moves = p.AppendMoves(f.moves[:0])
	order := w.rank(f, entry.move, hit)

	mine := w.mine(p)
	best, bestMove, bound := -infinite, f.moves[0], upper
	for i := 0; ; {
		index, ok := order.next()
		if !ok {
			break
		}
		m := f.moves[index]
		if ply == 0 && slices.Contains(w.done, m) {
			continue
		}
		before := w.nodes
		score := w.try(ply, depth, i, m, mine, alpha, beta)
		i++
		if w.stopped {
			break
		}
		if score <= best {
			continue
		}
		if ply == 0 {
			w.effort = w.nodes - before
		}
		best, bestMove = score, m
		if score > alpha {
			alpha, bound = score, exact
			f.line = append(append(f.line[:0], m), w.frames[ply+1].line...)
		}
		if score >= beta {
			bound = lower
			w.refuted(f, m, depth)
			break
		}
	}
	if !w.stopped && (ply > 0 || len(w.done) == 0) {
		w.table.store(key, bestMove, best, ply, depth, bound)
	}
	return best
}

// try plays the i-th move in order and searches what follows: the first with
// the full window, the others first with a null window that only asks whether
// they are better (principal variation search), and late ones less deeply.
func (w *worker[P, M, K]) try(ply, depth, i int, m M, mine bool, alpha, beta engine.Score) engine.Score {
	child := &w.frames[ply+1]
	child.pos = w.frames[ply].pos
	K(&child.pos).Play(m)
	same := w.mine(K(&child.pos)) == mine
	below := func(depth int, alpha, beta engine.Score) engine.Score {
		if same {
			return w.search(ply+1, depth, alpha, beta)
		}
		return -w.search(ply+1, depth, -beta, -alpha)
	}
	if i == 0 {
		return below(depth-1, alpha, beta)
	}
	if r := reduction(depth, i); r > 0 {
		if score := below(depth-1-r, alpha, alpha+1); score <= alpha || w.stopped {
			return score
		}
	}
	score := below(depth-1, alpha, alpha+1)
	if score > alpha && score < beta && !w.stopped {
		score = below(depth-1, alpha, beta)
	}
	return score
}

// reduction is how many plies less deeply the i-th move in order is searched.
func reduction(depth, i int) int {
	switch {
	case depth < 3 || i < 8:
		return 0
	case i < 40 || depth < 4:
		return 1
	}
	return 2
}

// mine reports whether the seat at the root is to move.
func (w *worker[P, M, K]) mine(p K) bool { return p.Turn() == w.seat }

// result returns the score for turn of a game that ends so many plies from the
// root.
func (w *worker[P, M, K]) result(winners game.Seats, turn game.Seat, plies int) engine.Score {
	if winners.Has(w.seat) == (turn == w.seat) {
		return engine.WinIn(plies)
	}
	return engine.LossIn(plies)
}

// view distinguishes table entries by what they depend on beside the
// position: with more than two seats, the seat that all others play against.
func (w *worker[P, M, K]) view() uint64 { return game.Mix(uint64(w.seat)) }

func (w *worker[P, M, K]) evaluate(p K) engine.Score {
	score := engine.Estimate(w.eval.Evaluate(p, w.seat) + w.noise.of(p.Hash()))
	if !w.mine(p) {
		return -score
	}
	return score
}

// check tells the run how far the worker has come and learns whether to stop.
func (w *worker[P, M, K]) check() {
	left := w.look(w.nodes - w.told)
	w.told = w.nodes
	w.stopped = left == 0
	w.nextCheck = w.nodes + left
}
