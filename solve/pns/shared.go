package pns

import (
	"sync/atomic"

	"thera/internal/meter"
)

// shared is what the workers of a solver have in common. They help each other
// through the tables.
type shared struct {
	table    *table
	parts    partTable
	meter    *meter.Meter // of this Solve
	occupied occupancy
	// proofs counts the positions proven while another worker was below them.
	proofs atomic.Uint32
	// progress tracks whose moves are refuted, those of the seat to move at the
	// root or its opponent's: a proof refutes all moves of one seat.
	progress [2]meter.Progress
}

// occupancy counts the workers below each position, by hash. If two positions
// collide, workers separate for nothing.
type occupancy [1 << 12]atomic.Int32

func (b *occupancy) enter(key uint64) { b[key%uint64(len(b))].Add(1) }
func (b *occupancy) leave(key uint64) { b[key%uint64(len(b))].Add(-1) }

// contains reports whether a worker is below a position.
func (b *occupancy) contains(key uint64) bool { return b[key%uint64(len(b))].Load() > 0 }

// containsTwo reports whether more than one worker is.
func (b *occupancy) containsTwo(key uint64) bool { return b[key%uint64(len(b))].Load() > 1 }

// refresh updates the positions after the moves with what other workers have found.
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

// divideWork returns the move to search in a position that other workers are below too,
// and its limits, given those of the best move. Where the position looks lost all moves
// have to be refuted, so each worker takes a different one as long as there are any.
// Where it looks won, probably only the best move needs to be searched, and they help
// each other below it: when they took the second best there too, 5×6 Amazons after two
// plies took 55 million nodes instead of 20 (docs/contributing/experiments.md).
func (w *worker[P, M, K]) divideWork(f *frame[P, M, K], now summary, within numbers) (move int, limits numbers) {
	if now.win < now.loss {
		return now.best, within
	}
	move = now.best
	least := uint32(infinite)
	for i, n := range f.after {
		if !n.proven() && n.loss < least && !w.shared.occupied.contains(f.keys[i]) {
			move, least = i, n.loss
		}
	}
	if move == now.best {
		return move, within
	}
	// The limits of the best move may be too narrow for another one to be searched
	// at all.
	n := f.after[move]
	within.win = max(within.win, min(2*n.win+1, infinite))
	within.loss = max(within.loss, min(2*n.loss+1, infinite))
	return move, within
}

// interrupted reports whether the visit at ply has to end. When another worker has proven
// a position on the line, all visits down from it end, its own included.
func (w *worker[P, M, K]) interrupted(ply int) bool {
	if n := w.shared.proofs.Load(); n != w.seenProofs {
		w.seenProofs = n
		for p := range ply + 1 {
			if n, ok := w.shared.table.probe(w.frames[p].key); ok && n.proven() {
				w.unwindTo = p
				break
			}
		}
	}
	return ply >= w.unwindTo || w.shared.meter.Stopped()
}

// recordProgress records what is known of the positions after the moves at a ply.
func (s *shared) recordProgress(ply int, after []numbers) {
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
	s.progress[ply%2].Set(ply/2+1, refuted, len(after))
}

// fractionDone estimates the fraction of the work that is done, from 0 to 1.
func (s *shared) fractionDone() float64 {
	return max(s.progress[0].Fraction(), s.progress[1].Fraction())
}
