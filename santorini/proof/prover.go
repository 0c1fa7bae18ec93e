package proof

import (
	"cmp"
	"slices"

	"thera/internal/meter"
	"thera/santorini"
	"thera/santorini/eval"
	"thera/solve"
)

// maxPlies is the longest win that is looked for. The longest that was found in
// games took 9; frames for more cost memory alone.
const maxPlies = 63

// prover answers yes-or-no questions about the position in its first frame.
type prover struct {
	run     *solve.Run
	count   meter.Counter
	stopped bool // the answers given since mean nothing
	table   table
	err     error // of the last save
	frames  [maxPlies + 1]frame
	// checks restricts who is to win to moves that give check.
	checks bool
	// deeper is set when a longer win might be found by more plies.
	deeper bool
}

// frame is what a position of the search works with. Its buffers are kept, so
// that nothing is allocated for a node.
type frame struct {
	pos        santorini.Position
	moves      []santorini.Move
	priorities []int32
	order      []ranked
	answer     santorini.Move // that settled the last position here
}

type ranked struct {
	move     santorini.Move
	priority int32
}

// visit counts a position and returns whether the search has to stop. Every now
// and then it sees to the checkpoint.
func (w *prover) visit() (stop bool) {
	if w.count.Visit() {
		w.stopped = w.count.Poll()
		if w.run.Due() {
			// Entries are made when a question is answered, so what is in the
			// table is true whenever that is.
			w.err = w.run.Save()
			w.stopped = w.stopped || w.err != nil
		}
	}
	return w.stopped
}

// wins reports whether the seat to move at the given ply of the search wins
// within an odd number of plies. Forced moves that do not win at once parry a
// threat, or are one of many that lose. Once the search is stopped, this means nothing.
func (w *prover) wins(ply, plies int) bool {
	f := &w.frames[ply]
	if w.visit() || f.pos.Winners() != 0 {
		return false
	}
	f.moves = eval.AppendForced(&f.pos, f.moves[:0])
	if w.won(ply) {
		f.answer = f.moves[0]
		return true
	}
	if plies == 1 {
		w.deeper = true
		return false
	}
	e := w.table.look(w.key(f))
	switch {
	case e.win > 0 && int(e.win) <= plies:
		f.answer = e.move
		return true
	case int(e.noWin) >= plies:
		w.deeper = w.deeper || ply == 0 // an earlier search has stopped after this
		return false
	}
	for _, m := range f.ranked(e.move, plies > 3) {
		w.play(ply, m.move)
		if w.checks && !w.inCheck(ply+1) {
			continue
		}
		lost := w.loses(ply+1, plies-1)
		if w.stopped {
			return false
		}
		if lost {
			f.answer, e.move = m.move, m.move
			e.win = uint8(plies)
			w.table.keep(e)
			return true
		}
	}
	e.noWin = uint8(plies)
	w.table.keep(e)
	return false
}

// loses reports whether the seat to move at the given ply of the search loses
// within an even number of plies, whatever it does.
func (w *prover) loses(ply, plies int) bool {
	f := &w.frames[ply]
	if w.visit() || plies == 0 || f.pos.Winners() != 0 {
		return f.pos.Winners() != 0
	}
	f.moves = eval.AppendForced(&f.pos, f.moves[:0])
	if w.won(ply) {
		return false
	}
	e := w.table.look(w.key(f))
	switch {
	case e.loss > 0 && int(e.loss) <= plies:
		return true
	case int(e.noLoss) >= plies:
		return false
	}
	for _, m := range f.ranked(e.move, plies > 2) {
		w.play(ply, m.move)
		won := w.wins(ply+1, plies-1)
		if w.stopped {
			return false
		}
		if !won {
			f.answer = m.move
			if e.win == 0 {
				e.move = m.move
			}
			e.noLoss = uint8(plies)
			w.table.keep(e)
			return false
		}
	}
	e.loss = uint8(plies)
	w.table.keep(e)
	return true
}

// play makes a move from the given ply to the next.
func (w *prover) play(ply int, m santorini.Move) {
	w.frames[ply+1].pos = w.frames[ply].pos
	w.frames[ply+1].pos.Play(m)
}

// won reports whether the forced move at the given ply, if there is only one,
// wins.
func (w *prover) won(ply int) bool {
	moves := w.frames[ply].moves
	if len(moves) != 1 {
		return false
	}
	w.play(ply, moves[0])
	return w.frames[ply+1].pos.Winners() != 0
}

// inCheck reports whether the seat to move at the given ply has no choice or
// has lost. It may be one that could win at once, which the search finds next.
func (w *prover) inCheck(ply int) bool {
	f := &w.frames[ply]
	if !f.pos.IsBase() {
		return eval.IsInCheck(&f.pos) || f.pos.Winners() != 0
	}
	f.moves = eval.AppendForced(&f.pos, f.moves[:0])
	return len(f.moves) > 0 || f.pos.Winners() != 0
}

// key tells apart what is known of all moves and of checks alone.
func (w *prover) key(f *frame) uint64 {
	if w.checks {
		return ^f.pos.Hash()
	}
	return f.pos.Hash()
}

// ranked returns the moves to try, the likeliest answers first: the one the
// table remembers, the one that settled the last position at this ply, and if
// it is worth the time the others by the guess of the rules package.
func (f *frame) ranked(remembered santorini.Move, sorted bool) []ranked {
	if len(f.moves) == 0 {
		f.moves = f.pos.AppendMoves(f.moves)
	}
	f.priorities = slices.Grow(f.priorities[:0], len(f.moves))[:len(f.moves)]
	if sorted {
		eval.Prioritize(&f.pos, f.moves, f.priorities)
	} else {
		clear(f.priorities)
	}
	f.order = slices.Grow(f.order[:0], len(f.moves))[:len(f.moves)]
	order, priorities := f.order, f.priorities[:len(f.order)]
	for i, m := range f.moves[:len(order)] {
		p := priorities[i]
		switch m {
		case remembered:
			p = 1 << 30
		case f.answer:
			p = 1 << 29
		}
		order[i] = ranked{m, p}
	}
	if sorted {
		slices.SortFunc(f.order, func(a, b ranked) int { return cmp.Compare(b.priority, a.priority) })
	} else {
		best := 0
		for i := range f.order {
			if f.order[i].priority > f.order[best].priority {
				best = i
			}
		}
		f.order[0], f.order[best] = f.order[best], f.order[0]
	}
	return f.order
}
