package solve

import "sync/atomic"

// proofShared is what the workers of a proof-number search have in common.
// They help each other by what they leave in the tables.
type proofShared struct {
	table    *proofTable
	parts    partTable
	busy     proofBusy
	proofs   atomic.Uint32 // positions proven while another worker was below them
	progress proofProgress
	proofClock
}

// proofBusy counts the workers below a position, as far as its hash tells it
// from others.
type proofBusy [1 << 12]atomic.Int32

func (b *proofBusy) enter(key uint64) { b[key%uint64(len(b))].Add(1) }
func (b *proofBusy) leave(key uint64) { b[key%uint64(len(b))].Add(-1) }

// taken reports whether a worker is below a position.
func (b *proofBusy) taken(key uint64) bool { return b[key%uint64(len(b))].Load() > 0 }

// shared reports whether several are.
func (b *proofBusy) shared(key uint64) bool { return b[key%uint64(len(b))].Load() > 1 }

// refresh takes over what other workers have found out.
func (s *proofSearch[P, M, K]) refresh(f *proofFrame[P, M, K]) {
	for i, key := range f.keys {
		if f.after[i].proven() {
			continue
		}
		if n, ok := s.table.probe(key); ok {
			f.after[i] = n
		}
	}
}

// spread chooses a move to search in a position that other workers are below
// too. Where it looks lost all moves have to be refuted, so that each worker
// takes one of its own, as long as there are any. Where it looks won the best
// move is likely the only one that needs to be searched, and they help each
// other below it.
func (s *proofSearch[P, M, K]) spread(f *proofFrame[P, M, K], now summary) (best int) {
	best, least := now.best, uint32(infinite)
	if now.win < now.loss {
		return best
	}
	for i, n := range f.after {
		if !n.proven() && n.loss < least && !s.busy.taken(f.keys[i]) {
			best, least = i, n.loss
		}
	}
	return best
}

// interrupted reports whether the visit at ply has to end. Where another
// worker has proven one of the positions on the line, the visits below that
// end, and so does its own.
func (s *proofSearch[P, M, K]) interrupted(ply int) bool {
	if n := s.proofs.Load(); n != s.seen {
		s.seen = n
		for p := range ply + 1 {
			if n, ok := s.table.probe(s.frames[p].key); ok && n.proven() {
				s.recall = p
				break
			}
		}
	}
	return ply >= s.recall || s.stopped.Load()
}

// count is called as nodes are counted, and tells the others of them from time
// to time.
func (s *proofSearch[P, M, K]) count() {
	const often = 64
	if s.nodes-s.told >= often {
		s.tell()
	}
}

// tell tells the others of all nodes.
func (s *proofSearch[P, M, K]) tell() {
	s.addNodes(s.nodes - s.told)
	s.told = s.nodes
}

// proofProgress is how far a search has come, by whose moves are refuted: a
// proof refutes all moves of one seat.
type proofProgress [2]progress

// note takes down what is known of the positions after the moves at a ply.
func (p *proofProgress) note(ply int, after []numbers) {
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
	p[ply%2].done(ply/2+1, refuted, len(after))
}

// share estimates the share of the work that is done, 0–1.
func (p *proofProgress) share() float64 { return max(p[0].share(), p[1].share()) }
