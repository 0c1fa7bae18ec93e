package amazons

import "thera/game"

// frontier is a set of squares grown by moves: all that is reached so far,
// where it began included, and what the last step added.
type frontier struct{ all, fresh game.Squares }

// fill grows frontiers over empty squares.
type fill struct {
	empty game.Squares
	// run2 and run3 hold, for each of the four lines, the squares that end a
	// run of 2 and of 3 empty squares upward.
	run2, run3 [4]game.Squares
}

func newFill(empty game.Squares) fill {
	f := fill{empty: empty}
	for i, n := range lineStrides {
		f.run2[i] = empty.And(empty.Up(uint(n)))
		f.run3[i] = f.run2[i].And(empty.Up(uint(2 * n)))
	}
	return f
}

// canGrow reports whether another queen step would add squares. If so, one of
// them is next to a square already reached.
func (f *fill) canGrow(x *frontier) bool {
	return !x.all.Spread().And(f.empty).AndNot(x.all).IsEmpty()
}

// queenStep adds all squares one queen move away from the fresh ones. A ray
// has at most nine squares, so growing by 1, 2, 3 and 3 squares covers it
// (Kogge and Stone 1973). The runs that end downward are the same runs, seen
// from their other end.
func (f *fill) queenStep(x *frontier) {
	var to game.Squares
	for i, n := range lineStrides {
		n := uint(n)
		up := x.fresh
		up = up.Or(up.Up(n).And(f.empty))
		up = up.Or(up.Up(2 * n).And(f.run2[i]))
		up = up.Or(up.Up(3 * n).And(f.run3[i]))
		up = up.Or(up.Up(3 * n).And(f.run3[i]))

		down, run2, run3 := x.fresh, f.run2[i].Down(n), f.run3[i].Down(2*n)
		down = down.Or(down.Down(n).And(f.empty))
		down = down.Or(down.Down(2 * n).And(run2))
		down = down.Or(down.Down(3 * n).And(run3))
		down = down.Or(down.Down(3 * n).And(run3))
		to = to.Or(up).Or(down)
	}
	x.fresh = to.AndNot(x.all)
	x.all = x.all.Or(x.fresh)
}

// kingStep adds all squares one king move away from the fresh ones.
func (f *fill) kingStep(x *frontier) {
	x.fresh = x.fresh.Spread().And(f.empty).AndNot(x.all)
	x.all = x.all.Or(x.fresh)
}
