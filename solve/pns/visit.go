package pns

import (
	"thera/game"
	"thera/internal/meter"
)

// worker is one goroutine's search. Everything a position on its line needs is
// in a frame by ply, so no allocation is needed per node.
type worker[P any, M game.Code, K game.Kernel[P, M]] struct {
	shared          *shared
	count           meter.Counter
	frames          []*frame[P, M, K] // by ply
	open            []openPart        // parts being searched, each while searching the one before
	reportsProgress bool              // updates the solver's progress
	seenProofs      uint32            // shared.proofs when it last checked its line for one
	unwindTo        int               // ply to unwind to because another worker has proven it
}

// noPly is an unwindTo that unwinds nothing.
const noPly = 1 << 30

// prove searches until root is proven or the search is stopped.
func (w *worker[P, M, K]) prove(root *P) numbers {
	f := w.frame(0)
	f.pos, f.key, f.moves, f.after = *root, K(root).Hash(), f.moves[:0], f.after[:0]
	w.open, w.unwindTo = w.open[:0], noPly
	n := w.evaluate(&f.pos)
	if !n.proven() {
		n = w.visit(0, numbers{infinite, infinite})
	}
	w.count.Flush()
	return n
}

// frame returns the frame of a ply.
func (w *worker[P, M, K]) frame(ply int) *frame[P, M, K] {
	for ply >= len(w.frames) {
		w.frames = append(w.frames, new(frame[P, M, K]))
	}
	return w.frames[ply]
}

// visit searches below the position at ply until one of its numbers reaches its
// limit (its threshold, in the literature).
func (w *worker[P, M, K]) visit(ply int, limit numbers) numbers {
	before := w.count.Nodes
	f := w.frame(ply)
	f.key = K(&f.pos).Hash()
	w.shared.occupied.enter(f.key)
	w.expand(ply)
	for {
		isShared := w.shared.occupied.containsTwo(f.key)
		if isShared {
			w.refresh(f)
		}
		now := f.sum()
		if now.win >= limit.win || now.loss >= limit.loss || w.interrupted(ply) {
			return w.finish(ply, now.numbers, w.count.Nodes-before)
		}
		move, within := now.best, now.childLimits(limit)
		if isShared {
			move, within = w.divideWork(f, now, within)
		}
		w.frame(ply + 1).pos = f.next[move]
		f.after[move] = w.visit(ply+1, within)
		if w.reportsProgress {
			w.shared.recordProgress(ply, f.after)
		}
	}
}

// childLimits returns the limits of the position after the best move, given those of the
// position itself. The limit on its loss ends the visit when it becomes harder than the
// second best by half. This ε = ½, compared with 0.3 or 1, saves a tenth to a third of
// the nodes (docs/contributing/experiments.md, sets a to c).
func (s *summary) childLimits(limit numbers) numbers {
	within := numbers{win: infinite, loss: min(limit.win, s.second+s.second/2+1, infinite)}
	if limit.loss < infinite {
		within.win = limit.loss - s.others
	}
	return within
}

// finish stores what a visit has found, and with how many nodes.
func (w *worker[P, M, K]) finish(ply int, n numbers, effort uint64) numbers {
	key := w.frame(ply).key
	if ply == w.unwindTo {
		w.unwindTo = noPly
		if known, ok := w.shared.table.probe(key); ok {
			n = known
		}
	}
	w.shared.table.store(key, n, effort)
	if n.proven() && w.shared.occupied.containsTwo(key) {
		w.shared.proofs.Add(1)
	}
	w.shared.occupied.leave(key)
	return n
}
