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

func (t territory) ground() game.Squares { return t.empty.Or(t.amazons) }

// reachable drops the squares that no amazon can get to.
func (t territory) reachable() territory {
	t.empty = flood(t.amazons, t.empty).AndNot(t.amazons)
	return t
}

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

// flood returns from and all squares that are connected to it by king steps inside within.
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

// joined says for each neighborhood whether it is connected without its middle square.
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

// Control says which side gets to each empty square first, by queen moves over the
// squares that are empty now.
type Control struct {
	White, Black game.Squares // squares that this side reaches in fewer moves
	Contested    game.Squares // squares that both reach in the same number of moves
}

// ControlOf returns which side gets to each empty square first, regardless of whose
// turn it is. Squares that neither side can reach are in none of the sets.
func ControlOf(p *amazons.Position) Control {
	var c Control
	g := Over(p.Empty())
	white, black := From(p.Amazons(amazons.White)), From(p.Amazons(amazons.Black))
	for g.CanGrow(&white) || g.CanGrow(&black) {
		g.QueenStep(&white)
		g.QueenStep(&black)
		c.White = c.White.Or(white.Fresh.AndNot(black.All))
		c.Black = c.Black.Or(black.Fresh.AndNot(white.All))
		c.Contested = c.Contested.Or(white.Fresh.And(black.Fresh))
	}
	return c
}

// Frontier is a set of squares that grows by moves. All is everything reached so far,
// including the starting squares; Fresh is what the last step added.
type Frontier struct{ All, Fresh game.Squares }

// From returns a frontier that starts on the given squares.
func From(squares game.Squares) Frontier { return Frontier{All: squares, Fresh: squares} }

// Ground is the empty squares over which frontiers grow.
type Ground struct {
	empty game.Squares
	// run2 and run3 hold, for each of the four lines, the squares that end a run of 2
	// and of 3 empty squares upward.
	run2, run3 [4]game.Squares
}

// lines are the differences between neighboring squares on the four lines through a
// square: east, northwest, north, northeast.
var lines = [4]uint{1, game.Stride - 1, game.Stride, game.Stride + 1}

// Over returns the ground of the given empty squares.
func Over(empty game.Squares) Ground {
	g := Ground{empty: empty}
	for i, n := range lines {
		g.run2[i] = empty.And(empty.Up(n))
		g.run3[i] = g.run2[i].And(empty.Up(2 * n))
	}
	return g
}

// CanGrow reports whether another queen step would add squares. If so, one of them is
// next to a square already reached.
func (g *Ground) CanGrow(x *Frontier) bool {
	return !x.All.Spread().And(g.empty).AndNot(x.All).IsEmpty()
}

// QueenStep adds all squares one queen move away from the fresh ones. A ray has at most
// nine squares, so growing by 1, 2, 3 and 3 squares covers it (Kogge and Stone 1973).
// The runs that end downward are the same runs, shifted to their other end.
func (g *Ground) QueenStep(x *Frontier) {
	var to game.Squares
	for i, n := range lines {
		up := x.Fresh
		up = up.Or(up.Up(n).And(g.empty))
		up = up.Or(up.Up(2 * n).And(g.run2[i]))
		up = up.Or(up.Up(3 * n).And(g.run3[i]))
		up = up.Or(up.Up(3 * n).And(g.run3[i]))

		down, run2, run3 := x.Fresh, g.run2[i].Down(n), g.run3[i].Down(2*n)
		down = down.Or(down.Down(n).And(g.empty))
		down = down.Or(down.Down(2 * n).And(run2))
		down = down.Or(down.Down(3 * n).And(run3))
		down = down.Or(down.Down(3 * n).And(run3))
		to = to.Or(up).Or(down)
	}
	x.Fresh = to.AndNot(x.All)
	x.All = x.All.Or(x.Fresh)
}

// KingStep adds all squares one king move away from the fresh ones.
func (g *Ground) KingStep(x *Frontier) {
	x.Fresh = x.Fresh.Spread().And(g.empty).AndNot(x.All)
	x.All = x.All.Or(x.Fresh)
}

// regions is part of a board: the amazons of each side by seat, and the empty squares.
// All other squares are blocked.
type regions struct {
	amazons [2]game.Squares
	empty   game.Squares
}

func regionsOf(p *amazons.Position) regions {
	return regions{
		amazons: [2]game.Squares{p.Amazons(amazons.White), p.Amazons(amazons.Black)},
		empty:   p.Empty(),
	}
}

// ground returns all squares that are not blocked.
func (r *regions) ground() game.Squares {
	return r.empty.Or(r.amazons[amazons.White]).Or(r.amazons[amazons.Black])
}

// remove blocks squares.
func (r *regions) remove(squares game.Squares) {
	r.empty = r.empty.AndNot(squares)
	for seat := range r.amazons {
		r.amazons[seat] = r.amazons[seat].AndNot(squares)
	}
}
