package search

import (
	"thera/engine"
	"thera/game"
)

// maxSeats is the number of seats of the largest games.
const maxSeats = 4

// backUp tells the nodes on the path what has been learned at its end, where
// a node has just been given its children: that the best of these is chosen.
func (c *climber[P, M, K]) backUp() {
	c.answered = true
	several := c.seats.Len() > 2
	worth := c.worth()
	for i := len(c.path) - 1; i >= 0; i-- {
		n, chooser := &c.tree.nodes[c.path[i]], c.choosers[i]
		o := outcome(c.tree.children(c.path[i]))
		if o.proof != 0 {
			n.winners = o.winners
			if o.winners != 0 {
				worth = certain(o.winners)
			}
			if !c.halved || i%2 == 1 { // its children are turns
				o.proof = fromRoot(o.proof, 1)
			}
			if n.turned && o.proof.Won() != o.winners.Has(chooser) {
				o.proof = -o.proof
			}
			n.proof = int16(o.proof)
		}
		n.mean += (worth[chooser] - n.mean) / float32(n.visits)
		switch {
		case several:
			n.best = n.mean
		case n.turned:
			n.best = 1 - o.best
		default:
			n.best = o.best
		}
	}
}

// worth returns the chances of each seat after the best that can be chosen at
// the end of the path (max^n, Luckhardt and Irani 1986).
func (c *climber[P, M, K]) worth() (chances [maxSeats]float32) {
	children := c.tree.children(c.path[len(c.path)-1])
	best := 0
	for i := range children {
		if children[i].proof == 0 && children[i].best > children[best].best || children[best].proof != 0 {
			best = i
		}
	}
	if winners := children[best].winners; winners != 0 {
		return certain(winners)
	}
	mover := K(&c.pos).Turn()
	if c.seats.Len() <= 2 {
		for seat := range c.seats.All() {
			chances[seat] = 1 - children[best].best
		}
		chances[mover] = children[best].best
		return chances
	}
	c.next = c.pos
	K(&c.next).Play(children[best].move)
	sum := float32(0)
	for seat := range c.seats.All() {
		chances[seat] = probability(c.eval.Evaluate(&c.next, seat))
		sum += chances[seat]
	}
	for seat := range chances {
		chances[seat] /= sum
	}
	return chances
}

// certain returns the chances of each seat when some have won.
func certain(winners game.Seats) (chances [maxSeats]float32) {
	for seat := range winners.All() {
		chances[seat] = 1
	}
	return chances
}

// result is what the seat to move can get by choosing one of the children.
type result struct {
	proof   engine.Score // in plies from the child, 0 while it is not known
	winners game.Seats   // with a proof
	best    float32      // the chance of winning
}

// outcome returns the result of a node by its children (MCTS-solver, Winands
// et al. 2008). Where all lose, who wins is certain only if it is always the
// same: several seats may depend on which of them the loser favors.
func outcome[M game.Code](children []node[M]) result {
	r := result{proof: -infinite}
	open, first := false, true
	for i := range children {
		c := &children[i]
		s := engine.Score(c.proof)
		if s == 0 {
			open, r.best = true, max(r.best, c.best)
			continue
		}
		switch {
		case s > r.proof && s.Won():
			r.winners = c.winners
		case s.Lost() && first:
			r.winners = c.winners
		case s.Lost() && !r.proof.Won() && r.winners != c.winners:
			r.winners = 0
		}
		first = false
		r.proof = max(r.proof, s)
	}
	switch {
	case r.proof.Won():
		r.best = 1
	case open:
		return result{best: r.best}
	}
	return r
}
