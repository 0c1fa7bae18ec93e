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

// proofSearch is depth-first proof-number search (df-pn, Nagai 2002) in its
// weak form (Ueda and others 2008). A position's proof number win says how
// hard it is to prove that the seat to move wins, loss that it loses. Its win
// is the least loss of the positions its moves lead to. Its loss would be the
// sum of their win, but where many moves lead into each other's positions a
// sum counts the same work many times, so it is the largest of them plus one
// for each other move that is open.
//
// The search goes down to the position on which both numbers of the root
// depend, and stays below a position until it is twice as hard as the next
// best (the 1+ε trick of Pawlewicz and Lew 2006, with ε = 1).
type proofSearch[P any, M game.Code, K game.Kernel[P, M]] struct {
	table  *proofTable
	parts  *partTable
	frames []*proofFrame[P, M, K] // by ply
	nodes  uint64                 // positions looked at, each time anew
	clock  proofClock
}

// proofFrame is what a position on the current line works with.
type proofFrame[P any, M game.Code, K game.Kernel[P, M]] struct {
	pos   P
	moves []M
	after []numbers // of the positions the moves lead to
	parts []P
	// killers have lately won at once at this ply, the last one first.
	killers [2]M
}

// prove searches until root is proven or the clock stops it.
func (s *proofSearch[P, M, K]) prove(root *P) numbers {
	f := s.frame(0)
	f.pos, f.moves, f.after = *root, f.moves[:0], f.after[:0]
	if n := s.first(0); n.proven() {
		return n
	}
	return s.visit(0, numbers{infinite, infinite})
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
	s.expand(ply)
	f := s.frame(ply)
	for {
		now := f.sum()
		if now.win >= limit.win || now.loss >= limit.loss || s.clock.stopped {
			s.table.store(K(&f.pos).Hash(), now.numbers, s.nodes-before)
			return now.numbers
		}
		within := numbers{win: infinite, loss: min(limit.win, 2*now.second+1, infinite)}
		if limit.loss < infinite {
			within.win = limit.loss - now.others
		}
		s.enter(ply, f.moves[now.best])
		if n := s.simplify(ply + 1); n.proven() {
			f.after[now.best] = n
			continue
		}
		f.after[now.best] = s.visit(ply+1, within)
	}
}

// enter puts the position after a move at ply into the next frame.
func (s *proofSearch[P, M, K]) enter(ply int, m M) {
	next := s.frame(ply + 1)
	next.pos = s.frame(ply).pos
	K(&next.pos).Play(m)
}

// expand lists the moves at ply with what is known or guessed of the
// positions they lead to. It breaks off when one wins, so it begins with those
// that lately did.
func (s *proofSearch[P, M, K]) expand(ply int) {
	f := s.frame(ply)
	f.moves, f.after = K(&f.pos).AppendMoves(f.moves[:0]), f.after[:0]
	front := 0
	for _, m := range f.killers {
		if i := slices.Index(f.moves[front:], m); i >= 0 {
			f.moves[front], f.moves[front+i] = m, f.moves[front]
			front++
		}
	}
	for _, m := range f.moves {
		s.enter(ply, m)
		n := s.first(ply + 1)
		if f.after = append(f.after, n); n.loss == 0 {
			if m != f.killers[0] {
				f.killers[1], f.killers[0] = f.killers[0], m
			}
			break
		}
	}
	s.clock.look(s.nodes)
}

// first returns the numbers of the position at ply without searching: from
// the table, by its kernel's word, from its parts, or as a guess.
func (s *proofSearch[P, M, K]) first(ply int) numbers {
	s.nodes++
	p := K(&s.frame(ply).pos)
	switch winners := p.Winners(); {
	case winners.Has(p.Turn()):
		return numbers{0, infinite}
	case winners != 0:
		return numbers{infinite, 0}
	}
	if n := s.simplify(ply); n.proven() {
		return n
	}
	if n, ok := s.table.probe(p.Hash()); ok {
		return n
	}
	if guess, ok := any(p).(Prospector); ok {
		win, loss := guess.Prospects()
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
