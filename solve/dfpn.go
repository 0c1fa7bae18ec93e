// Package solve proves results in any game that is packed as a [game.Kernel].
package solve

import (
	"slices"

	"thera/game"
)

// Prospector is an optional ability of a kernel: a guess, for the seat to
// move, at how many positions have to be looked at to prove that it wins and
// that it loses, at least 1 each.
type Prospector interface {
	Prospects() (win, loss uint32)
}

// Legality is an optional ability of a kernel: to say whether a move is legal
// without listing all.
type Legality[M game.Code] interface {
	Legal(m M) bool
}

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

// proofFrame is what a position on the current line works with. All slices but
// parts go by move.
type proofFrame[P any, M game.Code, K game.Kernel[P, M]] struct {
	pos   P
	key   uint64 // its hash
	moves []M
	next  []P       // the positions the moves lead to
	keys  []uint64  // their hashes
	after []numbers // what is known or guessed of them
	parts []P
	// killers have lately won at once at this ply, the last one first.
	killers [4]M
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

// expand lists the moves at ply with what is known or guessed of the positions
// they lead to. It breaks off when one wins, so it begins with those that
// lately did, and first asks what is found out soonest.
func (s *proofSearch[P, M, K]) expand(ply int) {
	f := s.frame(ply)
	f.moves = K(&f.pos).AppendMoves(f.moves[:0])
	f.next, f.keys, f.after = f.next[:0], f.keys[:0], f.after[:0]
	front := 0
	for _, m := range f.killers[:2] {
		if i := slices.Index(f.moves[front:], m); i >= 0 {
			f.moves[front], f.moves[front+i] = m, f.moves[front]
			front++
		}
	}
	if s.settle(f) {
		f.remember(f.moves[f.winner()])
	} else if s.refute(ply); !s.simplifyAll(ply) && !s.recollect(f) {
		f.guess()
	}
	s.count()
}

// remember puts a move in front of the killers.
func (f *proofFrame[P, M, K]) remember(m M) {
	i := slices.Index(f.killers[:len(f.killers)-1], m)
	if i < 0 {
		i = len(f.killers) - 1
	}
	copy(f.killers[1:i+1], f.killers[:i])
	f.killers[0] = m
}

// settle asks the kernel who wins after each move, until one wins.
func (s *proofSearch[P, M, K]) settle(f *proofFrame[P, M, K]) (won bool) {
	for i, m := range f.moves {
		s.nodes++
		f.next = append(f.next, f.pos)
		next := K(&f.next[i])
		next.Play(m)
		f.after = append(f.after, settled[P, M](next))
		if f.after[i].loss == 0 {
			return true
		}
	}
	return false
}

// refute tries the killers of the next ply on the moves that are open. Most
// moves that lose at once lose to one of them.
func (s *proofSearch[P, M, K]) refute(ply int) {
	f, reply := s.frame(ply), s.frame(ply+1)
	for i, n := range f.after {
		next, ok := any(K(&f.next[i])).(Legality[M])
		if !ok || n.proven() {
			continue
		}
		for _, m := range reply.killers {
			if !next.Legal(m) {
				continue
			}
			s.nodes++
			reply.pos = f.next[i]
			K(&reply.pos).Play(m)
			if settled[P, M](K(&reply.pos)).loss == 0 {
				f.after[i] = numbers{0, infinite}
				reply.remember(m)
				break
			}
		}
	}
}

// settled returns the proven numbers of a position whose winner the kernel
// knows, else numbers that are not proven.
func settled[P any, M game.Code, K game.Kernel[P, M]](p K) numbers {
	switch winners := p.Winners(); {
	case winners.Has(p.Turn()):
		return numbers{0, infinite}
	case winners != 0:
		return numbers{infinite, 0}
	}
	return unknown
}

// simplifyAll simplifies the positions that are open, until one is found to be
// won that way.
func (s *proofSearch[P, M, K]) simplifyAll(ply int) (won bool) {
	f := s.frame(ply)
	for i, n := range f.after {
		if !n.proven() {
			f.after[i] = s.simplify(&f.next[i], ply+1)
			if f.after[i].loss == 0 {
				return true
			}
		}
	}
	return false
}

// recollect looks up the positions that are open, until one is known to be
// won. All of them are looked for at once, so that the processor need not wait
// for one before it fetches the next.
func (s *proofSearch[P, M, K]) recollect(f *proofFrame[P, M, K]) (won bool) {
	for i := range f.next {
		f.keys = append(f.keys, K(&f.next[i]).Hash())
	}
	for i, n := range f.after {
		if n.proven() {
			continue
		}
		if n, ok := s.table.probe(f.keys[i]); ok {
			f.after[i] = n
			if n.loss == 0 {
				return true
			}
		}
	}
	return false
}

// guess gives numbers to the positions of which nothing is known.
func (f *proofFrame[P, M, K]) guess() {
	for i := range f.after {
		if f.after[i] == unknown {
			f.after[i] = guess[P, M](K(&f.next[i]))
		}
	}
}

// look returns the numbers of a position without searching it.
func (s *proofSearch[P, M, K]) look(p *P) numbers {
	s.nodes++
	if n := settled[P, M](K(p)); n.proven() {
		return n
	}
	if n := s.simplify(p, 1); n.proven() {
		return n
	}
	if n, ok := s.table.probe(K(p).Hash()); ok {
		return n
	}
	return guess[P, M](K(p))
}

func guess[P any, M game.Code, K game.Kernel[P, M]](p K) numbers {
	if p, ok := any(p).(Prospector); ok {
		win, loss := p.Prospects()
		return numbers{win, loss}
	}
	return numbers{1, 1}
}

// summary is what the positions after all moves say together.
type summary struct {
	numbers
	best   int    // the move to search
	second uint32 // the least loss after another one
	others uint32 // open moves beside the best
}

func (f *proofFrame[P, M, K]) sum() summary {
	s := summary{numbers: numbers{win: infinite}, second: infinite}
	open, hardest := uint32(0), uint32(0)
	for i, n := range f.after {
		switch {
		case n.loss == 0:
			return summary{numbers: numbers{0, infinite}, best: i}
		case n.win == 0:
			continue
		case n.loss < s.win || n.loss == s.win && n.win < f.after[s.best].win:
			s.second, s.win, s.best = s.win, n.loss, i
		default:
			s.second = min(s.second, n.loss)
		}
		open++
		hardest = max(hardest, n.win)
	}
	if open > 0 {
		s.others = open - 1
		s.loss = min(hardest+s.others, infinite-1)
	}
	return s
}

// winner returns the number of a move that wins, -1 if none is known.
func (f *proofFrame[P, M, K]) winner() int {
	return slices.IndexFunc(f.after, func(n numbers) bool { return n.loss == 0 })
}
