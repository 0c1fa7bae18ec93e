package endgame

import (
	"math/bits"

	"thera/amazons"
	"thera/game"
)

// territory is a set of empty squares that only one side can ever reach, with the
// amazons of that side in it. Nothing elsewhere changes it, so all that matters is how
// many turns it is good for. Each turn takes one square, so that is at most the number
// of empty squares; if squares are connected only by corners it may be less, which is a
// defect.
//
// As a graph with an edge between king neighbors, amazons and empty squares alike, a
// turn slides an amazon to another place and deletes one.
type territory struct{ empty, amazons game.Squares }

// ground returns all squares of the territory.
func (t territory) ground() game.Squares { return t.empty.Or(t.amazons) }

// reachable drops the squares that no amazon can get to.
func (t territory) reachable() territory {
	t.empty = flood(t.amazons, t.empty).AndNot(t.amazons)
	return t
}

// after returns the territory after a turn.
func (t territory) after(from, to, arrow game.Square) territory {
	return territory{
		empty:   t.empty.With(from).Without(to).Without(arrow),
		amazons: t.amazons.Without(from).With(to),
	}
}

// turns returns bounds of how many turns the territory is good for. It first fills the
// territory greedily, which mostly uses every square; if that leaves squares over, it
// searches up to effort positions for a better result.
func (t territory) turns(effort int) (lo, hi int) {
	t = t.reachable()
	lo, hi = t.fill(game.NumSquares), t.empty.Len()
	if lo == hi || effort == 0 {
		return lo, hi
	}
	s := fillSearch{effort: effort}
	for lo < hi {
		found := s.lasts(t, lo+1)
		switch {
		case found:
			lo++
		case s.effort > 0:
			hi = lo
		default:
			return lo, hi
		}
	}
	return lo, hi
}

// fill plays turns greedily until the territory is full or enough turns have been made,
// and returns how many that were. It takes squares with few neighbors first, and
// squares that divide the territory only if there are no others.
func (t territory) fill(enough int) int {
	for n := 0; ; n++ {
		from, to, arrow, ok := t.cheapestTurn()
		if n == enough || !ok {
			return n
		}
		t = t.after(from, to, arrow)
	}
}

// cheapestTurn returns the turn that fill plays next.
func (t territory) cheapestTurn() (from, to, arrow game.Square, ok bool) {
	const dividing = 16 // more than any number of neighbors, at most 8
	ground, least := t.ground(), 2*dividing
	for own := t.amazons; !own.IsEmpty(); own = own.WithoutFirst() {
		f := own.First()
		free := t.empty.With(f)
		for targets := amazons.QueenMoves(f, t.empty); !targets.IsEmpty(); targets = targets.WithoutFirst() {
			at := targets.First()
			for shots := amazons.QueenMoves(at, free); !shots.IsEmpty(); shots = shots.WithoutFirst() {
				s := shots.First()
				around := neighborhood(ground, s)
				cost := bits.OnesCount8(around)
				if cost >= least {
					continue
				}
				if !joined[around] && !t.staysWhole(f, at, s) {
					cost += dividing
				}
				if cost < least {
					from, to, arrow, ok, least = f, at, s, true, cost
				}
				if least <= 2 {
					return from, to, arrow, true
				}
			}
		}
	}
	return from, to, arrow, ok
}

// staysWhole reports whether an amazon can still reach every square after a turn.
func (t territory) staysWhole(from, to, arrow game.Square) bool {
	next := t.after(from, to, arrow)
	return next.reachable().empty == next.empty
}

// flood returns from and all squares of within that are connected to it by king steps
// inside within.
func flood(from, within game.Squares) game.Squares {
	for {
		next := from.Or(from.Spread().And(within))
		if next == from {
			return from
		}
		from = next
	}
}

// neighborhood returns which of the eight squares around s are in the set:
//
//	5 6 7
//	3 s 4
//	0 1 2  (bit numbers, north up)
func neighborhood(set game.Squares, s game.Square) uint8 {
	const southwest = game.Stride + 1
	if s >= southwest {
		set = down(set, s-southwest)
	} else {
		set = set.Up(uint(southwest - s))
	}
	x := set.Lo
	return uint8(x&7 | x>>game.Stride&1<<3 | x>>(game.Stride+2)&1<<4 | x>>(2*game.Stride)&7<<5)
}

// down is Squares.Down for any n.
func down(set game.Squares, n game.Square) game.Squares {
	return game.Squares{Lo: set.Lo>>n | set.Hi<<(64-n) | set.Hi>>(n-64), Hi: set.Hi >> n}
}

// joined says for each neighborhood whether its squares are connected without the
// square in the middle.
var joined = func() (table [256]bool) {
	var places [8][2]int
	n := 0
	for dr := -1; dr <= 1; dr++ {
		for df := -1; df <= 1; df++ {
			if df != 0 || dr != 0 {
				places[n] = [2]int{df, dr}
				n++
			}
		}
	}
	var near [8]uint8
	for i, a := range places {
		for j, b := range places {
			df, dr := a[0]-b[0], a[1]-b[1]
			if df*df <= 1 && dr*dr <= 1 {
				near[i] |= 1 << j
			}
		}
	}
	for set := range table {
		reached := uint8(set) & -uint8(set)
		for range places {
			for i := range places {
				if reached>>i&1 != 0 {
					reached |= near[i] & uint8(set)
				}
			}
		}
		table[set] = reached == uint8(set)
	}
	return table
}()
