package pns

import (
	"math"
	"slices"

	"thera/game"
)

// Initializer is an optional ability of a kernel: an estimate of how many positions have
// to be visited to prove that the seat to move wins, and that it loses, at least 1 each.
type Initializer interface {
	InitialNumbers() (win, loss uint32)
}

// expand lists the moves at ply with what is known or estimated of the positions they
// lead to, or of the most promising ones if the solver knows which those are.
func (w *worker[P, M, K]) expand(ply int) {
	f := w.frame(ply)
	f.moves = K(&f.pos).AppendMoves(f.moves[:0])
	f.next, f.keys, f.after, f.priorities = f.next[:0], f.keys[:0], f.after[:0], f.priorities[:0]
	if w.prioritize != nil && len(f.moves) > firstMoves {
		w.rankMoves(f)
		w.considerMoves(ply, firstMoves)
	} else {
		f.frontKillers()
		w.considerMoves(ply, len(f.moves))
	}
}

const (
	// firstMoves is how many moves of a position are considered at first where their
	// order is known, and widening by how many times that number grows. 4 or 16
	// moves, or a factor of 4, were no better on some hundred won endings.
	firstMoves, widening = 8, 2
)

// frontKillers puts the killers among the moves first.
func (f *frame[P, M, K]) frontKillers() {
	front := 0
	for _, m := range f.killers[:2] {
		if i := slices.Index(f.moves[front:], m); i >= 0 {
			f.moves[front], f.moves[front+i] = m, f.moves[front]
			front++
		}
	}
}

// rankMoves sets the priorities of the moves, the highest for the killers. More moves are
// considered once a win seems harder to prove than the first guess for the position.
func (w *worker[P, M, K]) rankMoves(f *frame[P, M, K]) {
	f.priorities = slices.Grow(f.priorities, len(f.moves))[:len(f.moves)]
	clear(f.priorities)
	w.prioritize(&f.pos, f.moves, f.priorities)
	for k, m := range f.killers[:2] {
		if i := slices.Index(f.moves, m); i >= 0 {
			f.priorities[i] = math.MaxInt32 - int32(k)
		}
	}
	f.patience = initialNumbers[P, M](K(&f.pos)).win
}

// isNarrow reports whether some moves are not considered yet.
func (f *frame[P, M, K]) isNarrow() bool { return len(f.priorities) > 0 && len(f.after) < len(f.moves) }

// widen considers more moves if those so far are refuted or too hard to win by, and
// reports whether it has.
func (w *worker[P, M, K]) widen(ply int, now *summary) bool {
	f := w.frame(ply)
	if !f.isNarrow() || now.win == 0 || now.win <= f.patience {
		return false
	}
	f.patience = min(widening*f.patience, infinite-1)
	w.considerMoves(ply, widening*len(f.after))
	return true
}

// considerMoves finds out about the positions after more moves, until about that many are
// considered. It asks in four rounds, each more expensive than the one before: whether the
// game is over after the move; or after a reply that lately won at the next ply; whether
// the position is a sum whose bounds decide it, or in the table; and last the initial
// numbers. It stops at the first winning move, and most won positions have one among the
// first two, so few positions need the expensive rounds. A single round took a third more
// time (docs/contributing/experiments.md).
func (w *worker[P, M, K]) considerMoves(ply, number int) {
	f := w.frame(ply)
	from, to := len(f.after), min(number, len(f.moves))
	f.selectMoves(from, to)
	if w.playMoves(f, from, to) {
		f.addKiller(f.moves[f.winner()])
	} else if w.tryKillerReplies(ply, from); !w.simplifyOpen(ply, from) && !w.probeOpen(f, from) {
		f.initializeUnknown()
	}
	if w.count.Due() {
		w.count.Poll()
	}
}

// selectMoves sorts the moves from one place to another, if they have priorities. Few are
// needed, so that sorting all of them would take longer.
func (f *frame[P, M, K]) selectMoves(from, to int) {
	if len(f.priorities) == 0 {
		return
	}
	for i := from; i < to; i++ {
		best := i
		for j := i + 1; j < len(f.moves); j++ {
			if f.priorities[j] > f.priorities[best] {
				best = j
			}
		}
		f.moves[i], f.moves[best] = f.moves[best], f.moves[i]
		f.priorities[i], f.priorities[best] = f.priorities[best], f.priorities[i]
	}
}

// playMoves asks the kernel who wins after each of some moves, until one wins.
func (w *worker[P, M, K]) playMoves(f *frame[P, M, K], from, to int) (won bool) {
	for i, m := range f.moves[from:to] {
		w.count.Nodes++
		f.next = append(f.next, f.pos)
		next := K(&f.next[from+i])
		next.Play(m)
		n := terminalNumbers[P, M](next)
		f.after = append(f.after, n)
		if n.loss == 0 {
			return true
		}
	}
	return false
}

// tryKillerReplies tries the killers of the next ply in the open positions after the moves
// from one on. Most moves that lose at once lose to one of them.
func (w *worker[P, M, K]) tryKillerReplies(ply, from int) {
	f, reply := w.frame(ply), w.frame(ply+1)
	for i := from; i < len(f.after); i++ {
		next, ok := any(K(&f.next[i])).(game.Judge[M])
		if !ok || f.after[i].proven() {
			continue
		}
		for _, m := range reply.killers {
			if !next.Legal(m) {
				continue
			}
			w.count.Nodes++
			reply.pos = f.next[i]
			K(&reply.pos).Play(m)
			if terminalNumbers[P, M](K(&reply.pos)).loss == 0 {
				f.after[i] = wonNumbers
				reply.addKiller(m)
				break
			}
		}
	}
}

// terminalNumbers returns proven numbers if the kernel knows the winner, or else unknown.
func terminalNumbers[P any, M game.Code, K game.Kernel[P, M]](p K) numbers {
	switch winners := p.Winners(); {
	case winners.Has(p.Turn()):
		return wonNumbers
	case winners != 0:
		return lostNumbers
	}
	return unknown
}

// simplifyOpen simplifies the open positions after the moves from one on, until a move is
// found to win that way.
func (w *worker[P, M, K]) simplifyOpen(ply, from int) (won bool) {
	f := w.frame(ply)
	for i := from; i < len(f.after); i++ {
		if !f.after[i].proven() {
			f.after[i] = w.simplify(&f.next[i], ply+1)
			if f.after[i].loss == 0 {
				return true
			}
		}
	}
	return false
}

// probeOpen looks up the open positions after the moves from one on, until a move is known
// to win. It computes all hashes first, so that the processor can fetch the entries in
// parallel.
func (w *worker[P, M, K]) probeOpen(f *frame[P, M, K], from int) (won bool) {
	for i := from; i < len(f.after); i++ {
		key := uint64(0)
		if !f.after[i].proven() {
			key = K(&f.next[i]).Hash()
		}
		f.keys = append(f.keys, key)
	}
	for i := from; i < len(f.after); i++ {
		if f.after[i].proven() {
			continue
		}
		if n, ok := w.shared.table.probe(f.keys[i]); ok {
			f.after[i] = n
			if n.loss == 0 {
				return true
			}
		}
	}
	return false
}

// evaluate returns the numbers of a position, known or estimated, without searching it.
func (w *worker[P, M, K]) evaluate(p *P) numbers {
	w.count.Nodes++
	if n := terminalNumbers[P, M](K(p)); n.proven() {
		return n
	}
	if n := w.simplify(p, 1); n.proven() {
		return n
	}
	if n, ok := w.shared.table.probe(K(p).Hash()); ok {
		return n
	}
	return initialNumbers[P, M](K(p))
}

func initialNumbers[P any, M game.Code, K game.Kernel[P, M]](p K) numbers {
	if p, ok := any(p).(Initializer); ok {
		win, loss := p.InitialNumbers()
		return numbers{win, loss}
	}
	return numbers{1, 1}
}
