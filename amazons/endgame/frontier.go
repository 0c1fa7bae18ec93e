package endgame

import "thera/game"

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
