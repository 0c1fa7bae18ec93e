package alphabeta

import (
	"thera/engine"
	"thera/game"
	"thera/internal/meter"
	"thera/search"
	"thera/search/internal/task"
)

// infinite is more than any score.
const infinite = engine.Score(1 << 15)

// worker searches with memory of its own: all that nodes need is kept in its
// frames, so nothing is allocated while it searches. Workers of one engine
// share the table and the meter.
type worker[P any, M game.Code, K game.Kernel[P, M]] struct {
	// What stays the same for all searches.
	eval                  search.Evaluation[P, M]
	table                 *table[M]
	reverseFutilityMargin int // see reverseFutility
	lateMoveWidth         int // see reduction and breadth
	pvWidthFactor         int // see breadth

	// What stays the same during a search.
	rootSeat game.Seat  // to move at the root
	rootSide game.Seats // that seat, and with partners all of its side
	salt     uint64     // see prepare
	noise    task.Noise

	depth   int           // of the search in hand, in plies from the root
	count   meter.Counter // of nodes
	stopped bool          // what is found from now on means nothing
	history history
	frames  [task.MaxDepth + 1]frame[P, M]
	// bestEffort is how many nodes the best move at the root took in the last
	// search from there.
	bestEffort uint64
}

// frame is what the node at one ply works with. A move is played on a copy of
// the position in the next frame, so it need not be taken back. The slices
// keep their room from one node to the next.
type frame[P any, M game.Code] struct {
	pos        P
	moves      []M
	forced     bool // moves holds those that are forced, see force
	priorities []int32
	keys       []int64 // see heap
	handedOut  []M     // handed out before all were listed
	killers    [2]M
	line       []M // principal variation from here
	// excluded are moves to be left out: at the root those whose lines are known
	// already, when more lines than the best are wanted; else see singular.
	excluded []M
}

// prepare begins a search.
func (w *worker[P, M, K]) prepare(t *task.Task[P, M]) {
	w.rootSeat, w.rootSide, w.noise = t.Seat, game.Only(t.Seat), t.Noise
	// What the table knows of a position is for the side to move. With more
	// than two seats it also depends on which seat all others play against.
	// So the keys of the table are hashes salted with the root seat.
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

// force lists the moves that are forced in a frame's position, and reports
// whether any are.
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

// result returns the score, for the side to move, of a game that is over so
// many plies from the root.
func (w *worker[P, M, K]) result(p K, winners game.Seats, plies int) engine.Score {
	if winners.Has(w.rootSeat) == w.rootToMove(p) {
		return engine.WinIn(plies)
	}
	return engine.LossIn(plies)
}
