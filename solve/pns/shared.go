package pns

import (
	"sync/atomic"

	"thera/internal/meter"
)

// shared is what the workers of a solver have in common. They help each other
// by what they leave in the tables.
type shared struct {
	table *table
	parts partTable
	meter *meter.Meter // of this Solve
	busy  busy
	// proofs counts the positions proven while another worker was below them.
	proofs atomic.Uint32
	// refuted says how far the search has come, by whose moves are refuted, those of
	// the seat to move at the root or the other's: a proof refutes all moves
	// of one seat.
	refuted [2]meter.Estimate
}

// busy counts the workers below a position, as far as its hash tells it from
// others. To take two positions for one only makes workers part for nothing.
type busy [1 << 12]atomic.Int32

func (b *busy) enter(key uint64) { b[key%uint64(len(b))].Add(1) }
func (b *busy) leave(key uint64) { b[key%uint64(len(b))].Add(-1) }

// taken reports whether a worker is below a position.
func (b *busy) taken(key uint64) bool { return b[key%uint64(len(b))].Load() > 0 }

// several reports whether more than one are.
func (b *busy) several(key uint64) bool { return b[key%uint64(len(b))].Load() > 1 }

// refresh takes over what other workers have found out.
func (w *worker[P, M, K]) refresh(f *frame[P, M, K]) {
	for i, key := range f.keys {
		if f.after[i].proven() {
			continue
		}
		if n, ok := w.shared.table.probe(key); ok {
			f.after[i] = n
		}
	}
}

// spread chooses a move to search in a position that other workers are below
// too. Where it looks lost all moves have to be refuted, so that each worker
// takes one of its own, as long as there are any. Where it looks won the best
// move is likely the only one that needs to be searched, and they help each
// other below it: when they took the second best there too, 5×6 Amazons after
// two plies took 55 million nodes instead of 20 (docs/contributing/experiments.md).
func (w *worker[P, M, K]) spread(f *frame[P, M, K], now summary) (best int) {
	best, least := now.best, uint32(infinite)
	if now.win < now.loss {
		return best
	}
	for i, n := range f.after {
		if !n.proven() && n.loss < least && !w.shared.busy.taken(f.keys[i]) {
			best, least = i, n.loss
		}
	}
	return best
}

// interrupted reports whether the visit at ply has to end. Where another
// worker has proven one of the positions on the line, the visits below that
// end, and so does its own.
func (w *worker[P, M, K]) interrupted(ply int) bool {
	if n := w.shared.proofs.Load(); n != w.seen {
		w.seen = n
		for p := range ply + 1 {
			if n, ok := w.shared.table.probe(w.frames[p].key); ok && n.proven() {
				w.recall = p
				break
			}
		}
	}
	return ply >= w.recall || w.shared.meter.Stopped()
}

// note takes down what is known of the positions after the moves at a ply.
func (s *shared) note(ply int, after []numbers) {
	const deepest = 3
	if ply > deepest {
		return
	}
	refuted := 0
	for _, n := range after {
		if n.win == 0 {
			refuted++
		}
	}
	s.refuted[ply%2].Note(ply/2+1, refuted, len(after))
}

// share estimates the share of the work that is done, 0 to 1.
func (s *shared) share() float64 { return max(s.refuted[0].Share(), s.refuted[1].Share()) }
