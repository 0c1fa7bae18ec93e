package pns

import (
	"slices"

	"thera/game"
)

// Initializer is an optional ability of a kernel: an estimate of how many positions have
// to be visited to prove that the seat to move wins, and that it loses, at least 1 each.
type Initializer interface {
	InitialNumbers() (win, loss uint32)
}

// expand lists the moves at ply with what is known or estimated of the positions they
// lead to. It asks in four rounds, each more expensive than the one before: whether the
// game is over after the move; or after a reply that lately won at the next ply; whether
// the position is a sum whose bounds decide it, or in the table; and last the initial
// numbers. It stops at the first winning move, and most won positions have one among the
// first two, so few positions need the expensive rounds. A single round took a third more
// time (docs/contributing/experiments.md).
func (w *worker[P, M, K]) expand(ply int) {
	f := w.frame(ply)
	f.moves = K(&f.pos).AppendMoves(f.moves[:0])
	f.next, f.keys, f.after = f.next[:0], f.keys[:0], f.after[:0]
	front := 0
	for _, m := range f.killers[:2] {
		if i := slices.Index(f.moves[front:], m); i >= 0 {
			f.moves[front], f.moves[front+i] = m, f.moves[front]
			front++
		}
	}
	if w.playMoves(f) {
		f.addKiller(f.moves[f.winner()])
	} else if w.tryKillerReplies(ply); !w.simplifyOpen(ply) && !w.probeOpen(f) {
		f.initializeUnknown()
	}
	if w.count.Due() {
		w.count.Poll()
	}
}

// playMoves asks the kernel who wins after each move, until one wins.
func (w *worker[P, M, K]) playMoves(f *frame[P, M, K]) (won bool) {
	for i, m := range f.moves {
		w.count.Nodes++
		f.next = append(f.next, f.pos)
		next := K(&f.next[i])
		next.Play(m)
		f.after = append(f.after, terminalNumbers[P, M](next))
		if f.after[i].loss == 0 {
			return true
		}
	}
	return false
}

// tryKillerReplies tries the killers of the next ply in the open positions.
// Most moves that lose at once lose to one of them.
func (w *worker[P, M, K]) tryKillerReplies(ply int) {
	f, reply := w.frame(ply), w.frame(ply+1)
	for i, n := range f.after {
		next, ok := any(K(&f.next[i])).(game.Judge[M])
		if !ok || n.proven() {
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

// simplifyOpen simplifies the open positions until one is found to be won that way.
func (w *worker[P, M, K]) simplifyOpen(ply int) (won bool) {
	f := w.frame(ply)
	for i, n := range f.after {
		if !n.proven() {
			f.after[i] = w.simplify(&f.next[i], ply+1)
			if f.after[i].loss == 0 {
				return true
			}
		}
	}
	return false
}

// probeOpen looks up the open positions until one is known to be won. It computes all
// hashes first, so that the processor can fetch the entries in parallel.
func (w *worker[P, M, K]) probeOpen(f *frame[P, M, K]) (won bool) {
	for i, n := range f.after {
		key := uint64(0)
		if !n.proven() {
			key = K(&f.next[i]).Hash()
		}
		f.keys = append(f.keys, key)
	}
	for i, n := range f.after {
		if n.proven() {
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
