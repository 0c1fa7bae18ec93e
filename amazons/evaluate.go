package amazons

import "thera/game"

// Evaluate estimates the chances of seat in centilogits. It counts territory
// by queen and by king distance, the squares each side reaches first, how
// much sooner, and how free each amazon is, after Lieberum, "An evaluation
// function for the game of Amazons" (2005). While the sides still fight over
// much of the board, freedom and king distance count more; toward the end,
// when each square is a turn in hand, queen distance decides.
func (p *Position) Evaluate(seat game.Seat) int {
	t := p.territory()
	// The share of the empty squares that both sides can still reach.
	empty := max(p.empty.Len(), 1)
	contest := 256 * t.contested / empty

	opening := 5*t.queen + 5*t.king + 3*t.queenNearness/16 + 3*t.kingNearness/4 + 2*t.freedom/16
	ending := 40*t.queen + 4*t.king
	value := (opening*contest + ending*(256-contest)) / 256
	// Who is to move is ahead on the squares both reach at once.
	value += 2 * t.tied
	if t.contested > 0 {
		value += 12
	}
	if p.turn != seat {
		return -value
	}
	return value
}

// territory is the difference between the two sides in several counts of
// squares, from the side to move's view.
type territory struct {
	queen     int // squares reached first by queen moves
	king      int // squares reached first by king moves
	tied      int // squares both reach at once by queen moves, not at all as a difference
	contested int // squares both can reach, not a difference

	queenNearness int // Σ 16·2^(1−d) over queen distances d
	kingNearness  int // Σ (8 − d) over king distances d < 8
	freedom       int // Σ over amazons of a concave value of their mobility
}

func (p *Position) territory() territory {
	var t territory
	f := newFill(p.empty)
	own, other := p.amazons[p.turn], p.amazons[1-p.turn]

	a, ownFreedom := p.firstMoves(own)
	b, otherFreedom := p.firstMoves(other)
	t.freedom = ownFreedom - otherFreedom
	var ownFirst, otherFirst game.Squares
	for nearness := 16; ; nearness /= 2 {
		ownFirst = ownFirst.Or(a.fresh.AndNot(b.all))
		otherFirst = otherFirst.Or(b.fresh.AndNot(a.all))
		t.tied += a.fresh.And(b.fresh).Len()
		t.queenNearness += nearness * (a.fresh.Len() - b.fresh.Len())
		if !f.canGrow(&a) && !f.canGrow(&b) {
			break
		}
		f.queenStep(&a)
		f.queenStep(&b)
	}
	t.queen = ownFirst.Len() - otherFirst.Len()
	t.contested = a.all.And(b.all).And(p.empty).Len()

	a = frontier{all: own, fresh: own}
	b = frontier{all: other, fresh: other}
	for distance := 1; ; distance++ {
		f.kingStep(&a)
		f.kingStep(&b)
		if a.fresh.Or(b.fresh).IsEmpty() {
			return t
		}
		t.king += a.fresh.AndNot(b.all).Len() - b.fresh.AndNot(a.all).Len()
		if distance < 8 {
			t.kingNearness += (8 - distance) * (a.fresh.Len() - b.fresh.Len())
		}
	}
}

// firstMoves returns the squares that amazons reach with one queen move, and
// the sum of a value for each amazon that grows quickly with her first moves
// and hardly with her last: one about to be shut in is nearly lost, one with
// twenty moves needs no more.
func (p *Position) firstMoves(amazons game.Squares) (f frontier, freedom int) {
	f.all = amazons
	for ; !amazons.IsEmpty(); amazons = amazons.WithoutFirst() {
		to := reach(amazons.First(), p.empty)
		f.fresh = f.fresh.Or(to)
		freedom += freedomOf[to.Len()]
	}
	f.all = f.all.Or(f.fresh)
	return f, freedom
}

// freedomOf maps mobility m to 512·m/(m+5).
var freedomOf = func() (table [40]int) {
	for m := range table {
		table[m] = 512 * m / (m + 5)
	}
	return table
}()

// frontier is a set of squares grown by moves: all that is reached so far and
// what the last step added.
type frontier struct{ all, fresh game.Squares }

// fill grows frontiers over empty squares.
type fill struct {
	// empty1, empty2 and empty3 hold, for each of the four lines, the squares
	// from which the last 1, 2 and 3 squares upward, itself included, are empty.
	empty1         game.Squares
	empty2, empty3 [4]game.Squares
}

func newFill(empty game.Squares) fill {
	f := fill{empty1: empty}
	for i, n := range lineStrides {
		f.empty2[i] = empty.And(empty.Up(uint(n)))
		f.empty3[i] = f.empty2[i].And(empty.Up(uint(2 * n)))
	}
	return f
}

// canGrow reports whether another queen step would add squares. If so, one of
// them is next to a square already reached.
func (f *fill) canGrow(x *frontier) bool {
	return !x.all.Spread().And(f.empty1).AndNot(x.all).IsEmpty()
}

// queenStep adds all squares one queen move away from the fresh ones. A ray
// has at most nine squares, so growing by 1, 2, 3 and 3 squares covers it
// (Kogge and Stone 1973).
func (f *fill) queenStep(x *frontier) {
	var to game.Squares
	for i, n := range lineStrides {
		n := uint(n)
		g := x.fresh
		g = g.Or(g.Up(n).And(f.empty1))
		g = g.Or(g.Up(2 * n).And(f.empty2[i]))
		g = g.Or(g.Up(3 * n).And(f.empty3[i]))
		g = g.Or(g.Up(3 * n).And(f.empty3[i]))
		to = to.Or(g)

		// Downward, the squares from which 2 or 3 downward are empty are the
		// same sets moved down.
		g = x.fresh
		empty2, empty3 := f.empty2[i].Down(n), f.empty3[i].Down(2*n)
		g = g.Or(g.Down(n).And(f.empty1))
		g = g.Or(g.Down(2 * n).And(empty2))
		g = g.Or(g.Down(3 * n).And(empty3))
		g = g.Or(g.Down(3 * n).And(empty3))
		to = to.Or(g)
	}
	x.fresh = to.AndNot(x.all)
	x.all = x.all.Or(x.fresh)
}

// kingStep adds all squares one king move away from the fresh ones.
func (f *fill) kingStep(x *frontier) {
	x.fresh = x.fresh.Spread().And(f.empty1).AndNot(x.all)
	x.all = x.all.Or(x.fresh)
}
