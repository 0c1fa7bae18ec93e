package tree

import (
	"thera/engine"
	"thera/game"
)

// maxSeats is the number of seats of the largest games.
const maxSeats = 4

// backUp updates the nodes on the path after the node at its end has been given children:
// the best of these will be chosen. From the end to the root, each node gets
//
//   - the proof of its children, if they prove it. What the nodes above include in
//     their means is then that result;
//   - its mean, with the chances at the end of the path included, for the seat that
//     chose the node;
//   - its minimax value, the best of its children's, for the same seat.
func (w *worker[P, M, K]) backUp() {
	b := w.engine
	b.hasAnswer = true
	chances := w.chances()
	for i := len(w.path) - 1; i >= 0; i-- {
		n, chooser := &b.tree.nodes[w.path[i]], w.choosers[i]
		o := outcomeOf(b.tree.children(w.path[i]))
		if o.proof != 0 {
			childrenAreTurns := !b.twoParts || i%2 == 1
			n.setProof(o, chooser, childrenAreTurns)
			if o.winners != 0 {
				chances = chancesOfWinners(o.winners)
			}
		}
		n.mean += (chances[chooser] - n.mean) / float32(n.visits)
		switch {
		case b.severalSides:
			n.minimax = n.mean
		case n.seatChanged:
			n.minimax = 1 - o.minimax
		default:
			n.minimax = o.minimax
		}
	}
}

// setProof proves a node by the outcome of its children, which is for the seat to
// move there; the node's proof is for the seat that chose it.
func (n *node[M]) setProof(o outcome, chooser game.Seat, childrenAreTurns bool) {
	proof := o.proof
	if childrenAreTurns {
		proof = proof.Delayed(1)
	}
	if n.seatChanged && proof.Won() != o.winners.Has(chooser) {
		proof = -proof
	}
	n.proof, n.winners = int16(proof), o.winners
}

// chances returns the chances of each seat after the best choice at the end of the path.
func (w *worker[P, M, K]) chances() (chances [maxSeats]float32) {
	best := bestOf(w.engine.tree.children(w.path[len(w.path)-1]))
	switch {
	case best.winners != 0:
		return chancesOfWinners(best.winners)
	case w.engine.severalSides:
		return w.chancesAfter(best.move)
	}
	own := allies[P, M](K(&w.pos), K(&w.pos).Turn())
	for seat := range w.engine.task.Seats.All() {
		chances[seat] = 1 - best.minimax
		if own.Has(seat) {
			chances[seat] = best.minimax
		}
	}
	return chances
}

// chancesAfter evaluates the position after a move for each seat, and scales the
// chances to add up to 1 (max^n, Luckhardt and Irani 1986).
func (w *worker[P, M, K]) chancesAfter(m M) (chances [maxSeats]float32) {
	w.next = w.pos
	K(&w.next).Play(m)
	sum := float32(0)
	for seat := range w.engine.task.Seats.All() {
		chances[seat] = probability(w.estimate(&w.next, seat))
		sum += chances[seat]
	}
	for seat := range chances {
		chances[seat] /= sum
	}
	return chances
}

// bestOf returns the unproven child with the best minimax value, or else the last one.
func bestOf[M game.Code](children []node[M]) *node[M] {
	best := &children[0]
	for i := range children {
		if c := &children[i]; c.proof == 0 && c.minimax > best.minimax || best.proof != 0 {
			best = c
		}
	}
	return best
}

// allies returns a seat with its partners.
func allies[P any, M game.Code, K game.Kernel[P, M]](p K, seat game.Seat) game.Seats {
	if side, ok := any(p).(game.Allied); ok {
		return side.Allies(seat)
	}
	return game.Only(seat)
}

// sides returns how many sides the seats form.
func sides[P any, M game.Code, K game.Kernel[P, M]](p K, seats game.Seats) (n int) {
	for seat := range seats.All() {
		if seats.Has(seat) { // not a partner of an earlier one
			seats &^= allies[P, M](p, seat)
			n++
		}
	}
	return n
}

// outcome is what the seat to move can get by choosing one of the children.
type outcome struct {
	proof   engine.Score // in plies from the child, 0 while it is unknown
	winners game.Seats   // with a proof
	minimax float32      // the best chance among the children
}

// outcomeOf returns the outcome of a node by its children (MCTS-solver). If all
// lose, the winners are certain only if they are the same everywhere: with
// several seats the loser's choice may decide who wins.
func outcomeOf[M game.Code](children []node[M]) outcome {
	o := outcome{proof: -infinite}
	open, first := false, true
	for i := range children {
		c := &children[i]
		s := c.result()
		if s == 0 {
			open, o.minimax = true, max(o.minimax, c.minimax)
			continue
		}
		switch {
		case s > o.proof && s.Won():
			o.winners = c.winners
		case s.Lost() && first:
			o.winners = c.winners
		case s.Lost() && !o.proof.Won() && o.winners != c.winners:
			o.winners = 0
		}
		first = false
		o.proof = max(o.proof, s)
	}
	switch {
	case o.proof.Won():
		o.minimax = 1
	case open:
		return outcome{minimax: o.minimax}
	}
	return o
}

// infinite exceeds any score.
const infinite = engine.Score(1 << 15)

// chancesOfWinners returns the chances of each seat when some have won.
func chancesOfWinners(winners game.Seats) (chances [maxSeats]float32) {
	for seat := range winners.All() {
		chances[seat] = 1
	}
	return chances
}
