package tree

import "thera/game"

// maxSeats is the number of seats of the largest games.
const maxSeats = 4

// backUp tells the nodes on the path what has been learned at its end, where
// a node has just been given its children: that the best of these is chosen.
//
// From the end to the root, each node gets three things. Its mean takes in the
// chances at the end of the path, for the seat that chose the node. Its
// minimax value is the best of its children, seen from that seat. And if its
// children prove it, its proof is theirs, counted from one turn before, and
// what the nodes above take into their means is then that result.
func (w *worker[P, M, K]) backUp() {
	b := w.engine
	b.answered = true
	chances := w.chances()
	for i := len(w.path) - 1; i >= 0; i-- {
		n, chooser := &b.tree.nodes[w.path[i]], w.choosers[i]
		o := outcomeOf(b.tree.children(w.path[i]))
		if o.proof != 0 {
			n.winners = o.winners
			if o.winners != 0 {
				chances = certain(o.winners)
			}
			if !b.twoParts || i%2 == 1 { // its children are turns
				o.proof = o.proof.Later(1)
			}
			if n.turned && o.proof.Won() != o.winners.Has(chooser) {
				o.proof = -o.proof
			}
			n.proof = int16(o.proof)
		}
		n.mean += (chances[chooser] - n.mean) / float32(n.visits)
		switch {
		case b.severalSides:
			n.minimax = n.mean
		case n.turned:
			n.minimax = 1 - o.minimax
		default:
			n.minimax = o.minimax
		}
	}
}

// allies returns the seats that win and lose together with one.
func allies[P any, M game.Code, K game.Kernel[P, M]](p K, seat game.Seat) game.Seats {
	if side, ok := any(p).(game.Allied); ok {
		return side.Allies(seat)
	}
	return game.Only(seat)
}

// sides returns how many sides some seats are.
func sides[P any, M game.Code, K game.Kernel[P, M]](p K, seats game.Seats) (n int) {
	for seat := range seats.All() {
		if seats.Has(seat) { // and no partner of one before
			seats &^= allies[P, M](p, seat)
			n++
		}
	}
	return n
}

// chances returns the chances of each seat after the best that can be chosen at
// the end of the path (max^n, Luckhardt and Irani 1986). With two sides the
// estimate for one says all. With more the position is evaluated for each seat,
// and the chances are scaled to add up to 1.
func (w *worker[P, M, K]) chances() (chances [maxSeats]float32) {
	b := w.engine
	children := b.tree.children(w.path[len(w.path)-1])
	best := 0
	for i := range children {
		if children[i].proof == 0 && children[i].minimax > children[best].minimax || children[best].proof != 0 {
			best = i
		}
	}
	if winners := children[best].winners; winners != 0 {
		return certain(winners)
	}
	mover := K(&w.pos).Turn()
	if !b.severalSides {
		own := allies[P, M](K(&w.pos), mover)
		for seat := range b.task.Seats.All() {
			chances[seat] = 1 - children[best].minimax
			if own.Has(seat) {
				chances[seat] = children[best].minimax
			}
		}
		return chances
	}
	w.next = w.pos
	K(&w.next).Play(children[best].move)
	sum := float32(0)
	for seat := range b.task.Seats.All() {
		chances[seat] = probability(b.eval.Evaluate(&w.next, seat))
		sum += chances[seat]
	}
	for seat := range chances {
		chances[seat] /= sum
	}
	return chances
}
