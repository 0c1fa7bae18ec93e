package pns

import (
	"slices"

	"thera/game"
)

// Prospector is an optional ability of a kernel: a guess, for the seat to
// move, at how many positions have to be looked at to prove that it wins and
// that it loses, at least 1 each.
type Prospector interface {
	Prospects() (win, loss uint32)
}

// expand lists the moves at ply with what is known or guessed of the positions
// they lead to. It asks in four rounds, each dearer than the one before: is the
// game settled after the move, or after a reply that lately won at the next ply;
// is the position a sum whose bounds decide it, or in the table; and last the
// guess. Most positions are won by the first or second move looked at, and it
// breaks off there, so that the dear rounds are for few. To ask all in one
// round took a third more time (docs/contributing/experiments.md).
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
	if w.settle(f) {
		f.remember(f.moves[f.winner()])
	} else if w.refute(ply); !w.simplifyAll(ply) && !w.recollect(f) {
		f.guess()
	}
	if w.count.Due() {
		w.count.Look()
	}
}

// settle asks the kernel who wins after each move, until one wins.
func (w *worker[P, M, K]) settle(f *frame[P, M, K]) (won bool) {
	for i, m := range f.moves {
		w.count.Nodes++
		f.next = append(f.next, f.pos)
		next := K(&f.next[i])
		next.Play(m)
		f.after = append(f.after, settled[P, M](next))
		if f.after[i].loss == 0 {
			return true
		}
	}
	return false
}

// refute tries the killers of the next ply on the moves that are open. Most
// moves that lose at once lose to one of them.
func (w *worker[P, M, K]) refute(ply int) {
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
			if settled[P, M](K(&reply.pos)).loss == 0 {
				f.after[i] = wonNumbers
				reply.remember(m)
				break
			}
		}
	}
}

// settled returns the proven numbers of a position whose winner the kernel
// knows, else numbers that are not proven.
func settled[P any, M game.Code, K game.Kernel[P, M]](p K) numbers {
	switch winners := p.Winners(); {
	case winners.Has(p.Turn()):
		return wonNumbers
	case winners != 0:
		return lostNumbers
	}
	return unknown
}

// simplifyAll simplifies the positions that are open, until one is found to be
// won that way.
func (w *worker[P, M, K]) simplifyAll(ply int) (won bool) {
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

// recollect looks up the positions that are open, until one is known to be
// won. All of them are looked for at once, so that the processor need not wait
// for one before it fetches the next.
func (w *worker[P, M, K]) recollect(f *frame[P, M, K]) (won bool) {
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

// look returns the numbers of a position without searching it, as far as they
// are known or guessed.
func (w *worker[P, M, K]) look(p *P) numbers {
	w.count.Nodes++
	if n := settled[P, M](K(p)); n.proven() {
		return n
	}
	if n := w.simplify(p, 1); n.proven() {
		return n
	}
	if n, ok := w.shared.table.probe(K(p).Hash()); ok {
		return n
	}
	return guess[P, M](K(p))
}

func guess[P any, M game.Code, K game.Kernel[P, M]](p K) numbers {
	if p, ok := any(p).(Prospector); ok {
		win, loss := p.Prospects()
		return numbers{win, loss}
	}
	return numbers{1, 1}
}
