package endgame

import (
	"math/bits"

	"thera/amazons"
	"thera/game"
)

// territory is a set of empty squares that only one side can ever get to,
// with the amazons of that side in it. Nothing that happens elsewhere changes
// it, so all that counts is how many turns it is good for. Each turn takes
// away one square, so that is at most the number of empty squares; where the
// squares hang together by corners it may be less, a defect.
//
// Seen as a graph with an edge between king neighbors, amazons and empty
// squares alike, a turn slides an amazon to another place and deletes one.
type territory struct{ empty, amazons game.Squares }

// ground returns all squares of the territory.
func (t territory) ground() game.Squares { return t.empty.Or(t.amazons) }

// inReach drops the squares that no amazon can get to.
func (t territory) inReach() territory {
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

// turns returns how many turns the territory is good for, as bounds: at least
// lo and at most hi. It first fills the territory without looking back, which
// mostly uses each square; where that leaves squares over it searches up to
// effort positions for something better.
func (t territory) turns(effort int) (lo, hi int) {
	t = t.inReach()
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

// fill plays turns in the territory until it is full or enough have been
// made, and returns how many that were. It takes away squares with few
// neighbors first, and of those only such as hold nothing together, as long
// as there are any.
func (t territory) fill(enough int) int {
	for n := 0; ; n++ {
		from, to, arrow, ok := t.thriftiest()
		if n == enough || !ok {
			return n
		}
		t = t.after(from, to, arrow)
	}
}

// thriftiest returns the turn of fill.
func (t territory) thriftiest() (from, to, arrow game.Square, ok bool) {
	const plenty = 16 // neighbors are 8 at most, so this is dearer than any
	ground, least := t.ground(), 2*plenty
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
					cost += plenty
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

// staysWhole reports whether all squares left after a turn are still in reach
// of an amazon.
func (t territory) staysWhole(from, to, arrow game.Square) bool {
	next := t.after(from, to, arrow)
	return next.inReach().empty == next.empty
}

// flood returns from and all squares of within that king steps lead to from
// there without leaving within.
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
// from bit 0, the three to the south, west and east, the three to the north.
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

// joined says of each neighborhood whether its squares hang together without
// the square in the middle.
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
