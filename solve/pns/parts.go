package pns

import (
	"thera/game"
	"thera/search"
)

// Sum is an optional ability of a kernel whose positions are sums of independent games in
// the sense of combinatorial game theory (Berlekamp, Conway, Guy, "Winning Ways", 1982),
// some of them whole numbers: turns that one seat has in hand, counted positive for seat
// 0 and negative for seat 1. The seat to move wins a position that equals a number of at
// least 1 of its own turns, and loses one that equals 0 or turns of the other seat.
//
// A game is not less than n if seat 0 wins it as second player when seat 1 gets
// n turns in hand beside it, so whole numbers around a part are found by
// searching the part alone. Where all parts of a position have such bounds and
// their sum decides, nothing else is searched.
type Sum[P any] interface {
	// Parts appends the parts that are worth searching on their own, each as a
	// position without turns in hand and with seat 0 to move.
	Parts([]P) []P
	// Count replaces one of the Parts by turns in hand.
	Count(part *P, turns int)
	// Give returns the position with a seat to move and with more turns in hand.
	Give(turn game.Seat, turns int) P
	// Bounds returns numbers between which the value lies, in the order of games.
	Bounds() (lo, hi int)
}

// bounds are numbers between which the value of a game lies.
type bounds struct{ lo, hi int16 }

// partTable remembers bounds of parts by hash, packed as lo<<48 | hi<<32 | 1.
// Workers share it without locks; a new entry replaces the old one of its slot.
type partTable []search.Slot

func (t partTable) slot(hash uint64) *search.Slot { return &t[hash%uint64(len(t))] }

func (t partTable) probe(hash uint64) (bounds, bool) {
	data := t.slot(hash).Load(hash)
	return bounds{int16(data >> 48), int16(data >> 32)}, data != 0
}

func (t partTable) store(hash uint64, b bounds) {
	t.slot(hash).Store(hash, uint64(uint16(b.lo))<<48|uint64(uint16(b.hi))<<32|1)
}

// openPart is a part being searched, with the bounds found so far.
type openPart struct {
	hash uint64
	bounds
}

// simplify replaces parts of a position by turns in hand where their value is
// exactly that, and returns proven numbers if the bounds of all parts decide
// the position. It searches parts in frames from ply on.
func (w *worker[P, M, K]) simplify(p *P, ply int) numbers {
	sum, ok := any(K(p)).(Sum[P])
	if !ok {
		return unknown
	}
	f := w.frame(ply)
	if f.parts = sum.Parts(f.parts[:0]); len(f.parts) == 0 {
		return unknown
	}
	// The frame belongs to no position on the line. If it kept the key of an earlier one, a
	// proof of that would end the search of the parts.
	f.key = 0
	lo, hi := 0, 0 // improvement over the kernel's bounds
	for i := range f.parts {
		part := &f.parts[i]
		b := w.partBounds(part, ply)
		if b.lo == b.hi {
			sum.Count(part, int(b.lo))
			continue
		}
		before, after := any(K(part)).(Sum[P]).Bounds()
		lo, hi = lo+int(b.lo)-before, hi+int(b.hi)-after
	}
	before, after := sum.Bounds()
	lo, hi = lo+before, hi+after
	if K(p).Turn() != 0 {
		lo, hi = -hi, -lo
	}
	switch {
	case lo > 0:
		return wonNumbers
	case hi <= 0:
		return lostNumbers
	}
	return unknown
}

// partBounds returns the closest whole numbers around a part, by searching the
// part alone against turns in hand. A part that comes up again during its own
// search has only the bounds found so far.
func (w *worker[P, M, K]) partBounds(part *P, ply int) bounds {
	hash := K(part).Hash()
	for _, o := range w.open {
		if o.hash == hash {
			return o.bounds
		}
	}
	if b, ok := w.shared.parts.probe(hash); ok {
		return b
	}
	sum := any(K(part)).(Sum[P])
	lo, hi := sum.Bounds()
	depth := len(w.open)
	w.open = append(w.open, openPart{hash, bounds{int16(lo), int16(hi)}})
	// The part is at least n if seat 0 wins it when seat 1 has n turns in hand
	// and moves first, and at most n if seat 1 does the other way round.
	for ; lo < hi && w.loses(ply+1, sum.Give(1, -lo-1)); lo++ {
		w.open[depth].lo++
	}
	for ; lo < hi && w.loses(ply+1, sum.Give(0, 1-hi)); hi-- {
		w.open[depth].hi--
	}
	found := w.open[depth].bounds
	w.open = w.open[:depth]
	if !w.interrupted(ply) {
		w.shared.parts.store(hash, found)
	}
	return found
}

// loses reports whether the seat to move loses, as far as it can be proven
// before the search is interrupted.
func (w *worker[P, M, K]) loses(ply int, p P) bool {
	f := w.frame(ply)
	f.pos = p
	if n := terminalNumbers[P, M](K(&f.pos)); n.proven() {
		return n.loss == 0
	}
	if n, ok := w.shared.table.probe(K(&f.pos).Hash()); ok && n.proven() {
		return n.loss == 0
	}
	return w.visit(ply, numbers{infinite, infinite}).loss == 0
}
