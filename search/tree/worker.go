package tree

import "thera/game"

// worker grows the tree of an engine, beside others. What it needs for a node
// it keeps, so that nothing is allocated while it searches.
type worker[P any, M game.Code, K game.Kernel[P, M]] struct {
	engine    *bestFirst[P, M, K]
	pos       P           // where the way down the tree has come to
	path      []int32     // the nodes on that way, the root first
	choosers  []game.Seat // who chose them; who is to move at the root
	next      P           // after one more turn
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

// grow looks at one more leaf: it goes down the tree by what is most worth
// trying, expands the leaf at the end of the way and backs up what that says.
// With turns of two parts the end is reached when a turn is complete. It
// reports whether it is time to look at the limits.
//
// All of it happens under the lock of the engine but for the evaluation of new
// children, which takes nearly all of the time and is done without (see expand).
//
// A visit counts from its beginning, before anything is known of it, so that
// other workers that choose meanwhile rather try something else.
func (w *worker[P, M, K]) grow() (due bool) {
	b := w.engine
	b.lock.Lock()
	defer b.lock.Unlock()
	if b.isFinished() {
		return b.isCheckDue()
	}
	w.pos = b.task.Root
	w.path, w.choosers = w.path[:0], append(w.choosers[:0], b.task.Seat)
	// begun says that the way is in the middle of a turn: at is a first part.
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

// undoVisits takes back the visits of a way that has led to nothing.
func (w *worker[P, M, K]) undoVisits() {
	for _, at := range w.path {
		w.engine.tree.nodes[at].visits--
	}
}
