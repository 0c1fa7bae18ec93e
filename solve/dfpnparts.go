package solve

import "thera/game"

// Sum is an optional ability of a kernel whose positions are sums of
// independent games, some of them whole numbers: turns that one seat has in
// hand, counted positive for seat 0 and negative for seat 1. The seat to move
// wins a position that equals a number of its own turns of 1 and more, and
// loses one that equals 0 or turns of the other seat.
type Sum[P any] interface {
	// Parts appends the parts that are worth looking at on their own, each as
	// a position without turns in hand and with seat 0 to move.
	Parts([]P) []P
	// Count replaces one of the Parts by turns in hand.
	Count(part *P, turns int)
	// Give returns the position with a seat to move and with more turns in
	// hand.
	Give(turn game.Seat, turns int) P
	// Bounds returns numbers that the position is not less and not more than,
	// in the order of games.
	Bounds() (lo, hi int)
}

// bounds are numbers that a game is not less and not more than.
type bounds struct{ lo, hi int16 }

// partTable remembers bounds of parts by hash.
type partTable struct {
	slots []partSlot
	open  []partSlot // parts being searched, the later ones on behalf of the earlier
}

type partSlot struct {
	hash uint64
	bounds
}

func newPartTable(slots int) *partTable { return &partTable{slots: make([]partSlot, slots)} }

func (t *partTable) probe(hash uint64) (bounds, bool) {
	for _, s := range t.open {
		if s.hash == hash {
			return s.bounds, true
		}
	}
	s := t.slots[hash%uint64(len(t.slots))]
	return s.bounds, s.hash == hash
}

func (t *partTable) store(s partSlot) { t.slots[s.hash%uint64(len(t.slots))] = s }

// simplify replaces parts of the position at ply by turns in hand where they
// are worth just that, and returns its proven numbers if the bounds of all
// parts settle it, else numbers that are not proven.
func (s *proofSearch[P, M, K]) simplify(ply int) numbers {
	open := numbers{1, 1}
	f := s.frame(ply)
	sum, ok := any(K(&f.pos)).(Sum[P])
	if !ok {
		return open
	}
	if f.parts = sum.Parts(f.parts[:0]); len(f.parts) == 0 {
		return open
	}
	lo, hi := 0, 0 // what is gained over the bounds that the kernel gives
	for i := range f.parts {
		part := &f.parts[i]
		b := s.partBounds(ply, part)
		if b.lo == b.hi {
			sum.Count(part, int(b.lo))
			continue
		}
		before, after := any(K(part)).(Sum[P]).Bounds()
		lo, hi = lo+int(b.lo)-before, hi+int(b.hi)-after
	}
	before, after := sum.Bounds()
	lo, hi = lo+before, hi+after
	if K(&f.pos).Turn() != 0 {
		lo, hi = -hi, -lo
	}
	switch {
	case lo > 0:
		return numbers{0, infinite}
	case hi <= 0:
		return numbers{infinite, 0}
	}
	return open
}

// partBounds returns the closest whole numbers around a part, by searching
// the part alone against turns in hand. The search uses frames behind ply. A
// part that turns up again while it is being searched has only the bounds
// found so far.
func (s *proofSearch[P, M, K]) partBounds(ply int, part *P) bounds {
	hash := K(part).Hash()
	if b, ok := s.parts.probe(hash); ok {
		return b
	}
	sum := any(K(part)).(Sum[P])
	lo, hi := sum.Bounds()
	depth := len(s.parts.open)
	s.parts.open = append(s.parts.open, partSlot{hash, bounds{int16(lo), int16(hi)}})
	// The part is at least n if seat 0 wins it when seat 1 has n turns in hand
	// and moves first, and at most n if seat 1 does the other way round.
	for ; lo < hi && s.loses(ply+1, sum.Give(1, -lo-1)); lo++ {
		s.parts.open[depth].lo++
	}
	for ; lo < hi && s.loses(ply+1, sum.Give(0, 1-hi)); hi-- {
		s.parts.open[depth].hi--
	}
	found := s.parts.open[depth]
	s.parts.open = s.parts.open[:depth]
	if !s.clock.stopped {
		s.parts.store(found)
	}
	return found.bounds
}

// loses reports whether the seat to move loses, as far as it can be proven
// before the clock stops it.
func (s *proofSearch[P, M, K]) loses(ply int, p P) bool {
	f := s.frame(ply)
	f.pos = p
	if winners := K(&f.pos).Winners(); winners != 0 {
		return !winners.Has(K(&f.pos).Turn())
	}
	if n, ok := s.table.probe(K(&f.pos).Hash()); ok && n.proven() {
		return n.win != 0
	}
	return s.visit(ply, numbers{infinite, infinite}).loss == 0
}
