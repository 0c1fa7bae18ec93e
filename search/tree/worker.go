package tree

import "thera/game"

// worker grows an engine's tree together with other workers. It keeps the memory that it
// needs for a node, so that nothing is allocated while it searches.
type worker[P any, M game.Code, K game.Kernel[P, M]] struct {
	engine    *bestFirst[P, M, K]
	pos       P           // at the current end of the path
	path      []int32     // nodes from the root down
	choosers  []game.Seat // the seats that chose them; at the root, the seat to move
	next      P           // position after one more turn
	moves     []M
	estimates []int
	children  []node[M]
}

// run grows the tree until the search is stopped.
func (w *worker[P, M, K]) run() {
	for !w.engine.task.Meter.Stopped() {
		w.grow()
	}
}

// grow visits one more leaf: it descends by the most promising children, expands the leaf
// and backs up the result. With turns of two parts the descent ends when a turn is
// complete. It reports whether it is time to check the limits.
//
// All of it happens under the engine's lock, except the evaluation of new
// children, which takes nearly all of the time (see expand).
//
// A visit counts from its beginning, before anything is known of it, so that
// other workers choose something else meanwhile.
func (w *worker[P, M, K]) grow() (due bool) {
	b := w.engine
	b.lock.Lock()
	defer b.lock.Unlock()
	if b.isFinished() {
		return b.isCheckDue()
	}
	w.pos = b.task.Root
	w.path, w.choosers = w.path[:0], append(w.choosers[:0], b.task.Seat)
	// begun says that at is the first part of a turn.
	for at, begun := int32(0), false; ; {
		w.path = append(w.path, at)
		b.tree.nodes[at].visits++
		if b.tree.nodes[at].count == 0 {
			if !w.expand(at, begun) {
				break
			}
			if begun || !b.twoParts {
				w.backUp()
				break
			}
		}
		w.choosers = append(w.choosers, K(&w.pos).Turn())
		at = b.tree.choose(at)
		begun = b.twoParts && !begun
		if !begun {
			K(&w.pos).Play(b.tree.nodes[at].move)
		}
	}
	return b.isCheckDue()
}

// undoVisits undoes the visits of a descent that failed.
func (w *worker[P, M, K]) undoVisits() {
	for _, at := range w.path {
		w.engine.tree.nodes[at].visits--
	}
}
