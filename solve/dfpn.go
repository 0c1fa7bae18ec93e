package solve

import "thera/game"

// proofSearch is depth-first proof-number search (df-pn, Nagai 2002) in its
// weak form (Ueda and others 2008), as one worker does it. A position's proof
// number win says how hard it is to prove that the seat to move wins, loss
// that it loses. Its win is the least loss of the positions its moves lead to.
// Its loss would be the sum of their win, but where many moves lead into each
// other's positions a sum counts the same work many times, so it is the
// largest of them plus one for each other move that is open.
//
// The search goes down to the position on which both numbers of the root
// depend, and stays below a position until it is harder than the next best by
// half (the 1+ε trick of Pawlewicz and Lew 2006, with ε = ½).
type proofSearch[P any, M game.Code, K game.Kernel[P, M]] struct {
	*proofShared
	frames []*proofFrame[P, M, K] // by ply
	open   []openPart             // parts being searched, the later ones on behalf of the earlier
	leads  bool                   // tells how far the search has come
	nodes  uint64                 // positions looked at, each time anew
	told   uint64                 // of these the ones that the others know of
	seen   uint32                 // the number of proofs when it last looked for one on its line
	recall int                    // the ply to go back to, because another worker has a proof
}

// never is a recall to no ply.
const never = 1 << 30

// prove searches until root is proven or the search is stopped.
func (s *proofSearch[P, M, K]) prove(root *P) numbers {
	f := s.frame(0)
	f.pos, f.key, f.moves, f.after = *root, K(root).Hash(), f.moves[:0], f.after[:0]
	s.open, s.recall = s.open[:0], never
	n := s.look(&f.pos)
	if !n.proven() {
		n = s.visit(0, numbers{infinite, infinite})
	}
	s.tell()
	return n
}

// frame returns the frame of a ply.
func (s *proofSearch[P, M, K]) frame(ply int) *proofFrame[P, M, K] {
	for ply >= len(s.frames) {
		s.frames = append(s.frames, new(proofFrame[P, M, K]))
	}
	return s.frames[ply]
}

// visit searches below the position at ply until one of its numbers reaches
// its limit.
func (s *proofSearch[P, M, K]) visit(ply int, limit numbers) numbers {
	before := s.nodes
	f := s.frame(ply)
	f.key = K(&f.pos).Hash()
	s.busy.enter(f.key)
	s.expand(ply)
	for {
		shared := s.busy.shared(f.key)
		if shared {
			s.refresh(f)
		}
		now := f.sum()
		if now.win >= limit.win || now.loss >= limit.loss || s.interrupted(ply) {
			return s.finish(ply, now.numbers, s.nodes-before)
		}
		within := numbers{win: infinite, loss: min(limit.win, now.second+now.second/2+1, infinite)}
		if limit.loss < infinite {
			within.win = limit.loss - now.others
		}
		best := now.best
		if shared {
			best = s.spread(f, now)
		}
		if n := f.after[best]; best != now.best {
			// This is not what the numbers depend on, so the limits may not let
			// it get on.
			within.win = max(within.win, min(2*n.win+1, infinite))
			within.loss = max(within.loss, min(2*n.loss+1, infinite))
		}
		s.frame(ply + 1).pos = f.next[best]
		f.after[best] = s.visit(ply+1, within)
		if s.leads {
			s.progress.note(ply, f.after)
		}
	}
}

// finish stores what a visit has found out.
func (s *proofSearch[P, M, K]) finish(ply int, n numbers, effort uint64) numbers {
	key := s.frame(ply).key
	if ply == s.recall {
		s.recall = never
		if known, ok := s.table.probe(key); ok {
			n = known
		}
	}
	s.table.store(key, n, effort)
	if n.proven() && s.busy.shared(key) {
		s.proofs.Add(1)
	}
	s.busy.leave(key)
	return n
}
