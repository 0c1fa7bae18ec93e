package opening

import (
	"thera/game"
	"thera/santorini"
)

// pair is the squares of two workers in the order of their names.
type pair [2]game.Square

func newPair(a, b game.Square) pair {
	if order(a) > order(b) {
		a, b = b, a
	}
	return pair{a, b}
}

// order returns a number that is larger for squares named later.
func order(s game.Square) int { return game.MaxRanks*s.File() + s.Rank() }

func (p pair) less(q pair) bool {
	return order(p[0]) < order(q[0]) || p[0] == q[0] && order(p[1]) < order(q[1])
}

// move returns the placement as a move.
func (p pair) move() game.Move { return game.Move("@" + p[0].String() + "," + p[1].String()) }

// symmetry is one of the [santorini.Symmetries].
type symmetry uint8

func (s symmetry) square(from game.Square) game.Square {
	return game.At(santorini.Image(int(s), from.File(), from.Rank()))
}

func (s symmetry) pair(p pair) pair { return newPair(s.square(p[0]), s.square(p[1])) }

// inverse returns the symmetry that undoes s. Flips undo themselves; what is
// first flipped and then exchanged is undone by the other flip of the two.
func (s symmetry) inverse() symmetry {
	if s&4 == 0 {
		return s
	}
	return s&4 | s&1<<1 | s&2>>1
}

// canonical returns the least image of a pair and a symmetry that makes it.
func canonical(p pair) (least pair, by symmetry) {
	least = p
	for s := symmetry(1); s < santorini.Symmetries; s++ {
		if q := s.pair(p); q.less(least) {
			least, by = q, s
		}
	}
	return least, by
}
