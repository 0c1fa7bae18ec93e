package alphabeta

import (
	"thera/engine"
	"thera/game"
	"thera/internal/meter"
	"thera/search"
	"thera/search/internal/task"
)

// infinite exceeds any score.
const infinite = engine.Score(1 << 15)

// worker searches with memory of its own: its frames hold all that nodes need, so nothing
// is allocated during a search. Workers of one engine share the table and the meter.
type worker[P any, M game.Code, K game.Kernel[P, M]] struct {
	// Constant for all searches.
	eval                  search.Evaluation[P, M]
	table                 *table[M]
	reverseFutilityMargin int // see search.Options
	lateMoveWidth         int // see search.Options
	pvWidthFactor         int // see search.Options

	// Constant during a search.
	rootSeat game.Seat  // to move at the root
	rootSide game.Seats // that seat and its partners
	salt     uint64     // see prepare
	noise    task.Noise

	depth   int           // of the current iteration, in plies from the root
	count   meter.Counter // of nodes
	stopped bool          // results are meaningless from now on
	// reported are the root's moves whose lines of this depth are known, when
	// several lines are wanted.
	reported []M
	history  history
	frames   [task.MaxDepth + 1]frame[P, M]
	// bestEffort is how many nodes the best root move took in the last search.
	bestEffort uint64
}

// frame is what the node at one ply works with. A move is played on a copy of
// the position in the next frame, so it need not be undone. The slices keep
// their capacity from node to node.
type frame[P any, M game.Code] struct {
	pos        P
	moves      []M
	forced     bool // moves holds the forced moves, see listForced
	priorities []int32
	keys       []int64 // see heap
	handedOut  []M     // handed out before all were listed
	killers    [2]M
	line       []M  // principal variation from here
	singular   [1]M // the move left out by singularExtension
}

// prepare begins a search.
func (w *worker[P, M, K]) prepare(t *task.Task[P, M]) {
	w.rootSeat, w.rootSide, w.noise = t.Seat, game.Only(t.Seat), t.Noise
	// The table's scores are for the side to move. With more than two seats
	// they also depend on the seat that all others play against, so keys are
	// hashes salted with the root seat.
	w.salt = game.Mix(uint64(t.Seat))
	w.count, w.stopped = t.Meter.Counter(), false
	w.history.age()
	for i := range w.frames {
		w.frames[i].killers = [2]M{}
		w.frames[i].line = w.frames[i].line[:0]
	}
	f := &w.frames[0]
	f.pos = t.Root
	if side, ok := any(K(&f.pos)).(game.Allied); ok {
		w.rootSide = side.Allies(t.Seat)
	}
	f.moves = append(f.moves[:0], t.Moves...)
}

// listForced lists the forced moves of a frame's position and reports whether
// there are any.
func (w *worker[P, M, K]) listForced(f *frame[P, M]) bool {
	if w.eval.Forced == nil {
		return false
	}
	f.moves = w.eval.Forced(&f.pos, f.moves[:0])
	f.forced = len(f.moves) > 0
	return f.forced
}

// rootToMove reports whether the root side is to move.
func (w *worker[P, M, K]) rootToMove(p K) bool { return w.rootSide.Has(p.Turn()) }

// evaluate returns the estimate for the side to move.
func (w *worker[P, M, K]) evaluate(p K) engine.Score {
	score := engine.Estimate(w.eval.Evaluate(p, w.rootSeat) + w.noise.Of(p.Hash()))
	if !w.rootToMove(p) {
		return -score
	}
	return score
}

// result returns the score, for the side to move, of a game that ends the given
// number of plies from the root.
func (w *worker[P, M, K]) result(p K, winners game.Seats, plies int) engine.Score {
	if winners.Has(w.rootSeat) == w.rootToMove(p) {
		return engine.WinIn(plies)
	}
	return engine.LossIn(plies)
}
