package tree

import (
	"slices"

	"thera/engine"
	"thera/game"
)

// expand adds and evaluates the children of a node and sets their priors. The position is
// the one before the turn; begun reports whether the node is the first part of a turn. It
// returns false if nothing was added. The engine's lock is held before and after but not
// in between, so the tree may have changed; expand checks that before it adds anything.
func (w *worker[P, M, K]) expand(at int32, begun bool) bool {
	b := w.engine
	p := K(&w.pos)
	switch {
	case begun:
		w.moves = b.eval.Rest(p, b.tree.nodes[at].move, w.moves[:0])
	case b.twoParts:
		w.moves = b.eval.First(p, w.moves[:0])
	default:
		w.moves = p.AppendMoves(w.moves[:0])
	}
	if uint64(len(w.moves)) > b.nodesLeft() {
		b.isStopped = true
		w.undoVisits()
		return false
	}
	b.evaluated += uint64(len(w.moves))
	copies := b.tree.copies
	b.lock.Unlock()
	w.evaluate(b.twoParts && !begun)
	b.lock.Lock()
	switch {
	case copies != b.tree.copies:
		// The tree was pruned meanwhile: its nodes have moved, so the path is
		// invalid. Its visits stay counted.
		return false
	case b.isFinished() || b.tree.nodes[at].count > 0:
		// The search has ended, or another worker has expanded the node.
		w.undoVisits()
		return false
	case b.tree.full(len(w.children)):
		w.undoVisits()
		b.tree.prune()
		b.hasAnswer = b.favorite(0) != 0
		return false
	}
	b.tree.add(at, w.children)
	return true
}

// evaluate makes nodes of the moves, which are first parts or turns.
func (w *worker[P, M, K]) evaluate(firstParts bool) {
	b, p := w.engine, K(&w.pos)
	w.children, w.estimates = w.children[:0], w.estimates[:0]
	for _, m := range w.moves {
		child := node[M]{move: m}
		var estimate int
		if firstParts {
			estimate = b.eval.EvaluateFirst(p, m, p.Turn()) + b.task.Noise.Of(p.Hash()^game.Mix(uint64(m)))
		} else {
			child, estimate = w.turn(m)
		}
		child.minimax = probability(estimate)
		child.mean = child.minimax
		w.children = append(w.children, child)
		w.estimates = append(w.estimates, estimate)
	}
	setPriors(w.children, w.estimates)
}

// turn returns the node of a turn from the position, and its estimate for the
// seat that takes it.
func (w *worker[P, M, K]) turn(m M) (node[M], int) {
	seat := K(&w.pos).Turn()
	w.next = w.pos
	next := K(&w.next)
	next.Play(m)
	n := node[M]{move: m, visits: 1, seatChanged: next.Turn() != seat, winners: next.Winners()}
	switch {
	case n.winners.Has(seat):
		n.proof = int16(engine.WinIn(0))
		return n, maxLogit
	case n.winners != 0:
		n.proof = int16(engine.LossIn(0))
		return n, -maxLogit
	}
	return n, w.engine.eval.Evaluate(next, seat) + w.engine.task.Noise.Of(next.Hash())
}

// setPriors sets the priors of siblings by their estimates: proportional to
// e^(estimate/temperature), with a sum of 1.
func setPriors[M game.Code](siblings []node[M], estimates []int) {
	top := slices.Max(estimates)
	sum := float32(0)
	for i := range siblings {
		siblings[i].prior = priorWeight(top - estimates[i])
		sum += siblings[i].prior
	}
	for i := range siblings {
		siblings[i].prior /= sum
	}
}
