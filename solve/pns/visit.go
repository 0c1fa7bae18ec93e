package pns

import (
	"thera/game"
	"thera/internal/meter"
)

// worker is one goroutine's search. All that a position on its line works with
// is in a frame by ply, so that nothing is allocated for a node.
type worker[P any, M game.Code, K game.Kernel[P, M]] struct {
	shared *shared
	count  meter.Counter
	frames []*frame[P, M, K] // by ply
	open   []openPart        // parts being searched, the later ones on behalf of the earlier
	leads  bool              // tells how far the search has come
	seen   uint32            // the number of proofs when it last looked for one on its line
	recall int               // the ply to go back to, because another worker has a proof
}

// never is a recall to no ply.
const never = 1 << 30

// prove searches until root is proven or the search is stopped.
func (w *worker[P, M, K]) prove(root *P) numbers {
	f := w.frame(0)
	f.pos, f.key, f.moves, f.after = *root, K(root).Hash(), f.moves[:0], f.after[:0]
	w.open, w.recall = w.open[:0], never
	n := w.look(&f.pos)
	if !n.proven() {
		n = w.visit(0, numbers{infinite, infinite})
	}
	w.count.Tell()
	return n
}

// frame returns the frame of a ply.
func (w *worker[P, M, K]) frame(ply int) *frame[P, M, K] {
	for ply >= len(w.frames) {
		w.frames = append(w.frames, new(frame[P, M, K]))
	}
	return w.frames[ply]
}

// visit searches below the position at ply until one of its numbers reaches
// its limit (its threshold, in the words of the literature).
func (w *worker[P, M, K]) visit(ply int, limit numbers) numbers {
	before := w.count.Nodes
	f := w.frame(ply)
	f.key = K(&f.pos).Hash()
	w.shared.busy.enter(f.key)
	w.expand(ply)
	for {
		together := w.shared.busy.several(f.key)
		if together {
			w.refresh(f)
		}
		now := f.sum()
		if now.win >= limit.win || now.loss >= limit.loss || w.interrupted(ply) {
			return w.finish(ply, now.numbers, w.count.Nodes-before)
		}
		best := now.best
		within := now.within(limit)
		if together {
			best = w.spread(f, now)
		}
		if n := f.after[best]; best != now.best {
			// This is not what the numbers depend on, so the limits may not let
			// it get on.
			within.win = max(within.win, min(2*n.win+1, infinite))
			within.loss = max(within.loss, min(2*n.loss+1, infinite))
		}
		w.frame(ply + 1).pos = f.next[best]
		f.after[best] = w.visit(ply+1, within)
		if w.leads {
			w.shared.note(ply, f.after)
		}
	}
}

// within returns the limits of the position after the best move, given those
// of the position itself. By its loss it is the best move as long as it is not
// harder than the second best by half. That this is ε = ½, and not 0.3 or 1,
// saves a tenth to a third of the nodes (docs/contributing/experiments.md, sets a to c).
func (s *summary) within(limit numbers) numbers {
	within := numbers{win: infinite, loss: min(limit.win, s.second+s.second/2+1, infinite)}
	if limit.loss < infinite {
		within.win = limit.loss - s.others
	}
	return within
}

// finish stores what a visit has found out, and for how many nodes.
func (w *worker[P, M, K]) finish(ply int, n numbers, effort uint64) numbers {
	key := w.frame(ply).key
	if ply == w.recall {
		w.recall = never
		if known, ok := w.shared.table.probe(key); ok {
			n = known
		}
	}
	w.shared.table.store(key, n, effort)
	if n.proven() && w.shared.busy.several(key) {
		w.shared.proofs.Add(1)
	}
	w.shared.busy.leave(key)
	return n
}
