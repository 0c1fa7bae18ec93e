package search

import (
	"slices"

	"thera/engine"
	"thera/game"
)

// expand gives a node its children, evaluates them and shares out the prior
// among them. The position is the one before a half turn. It reports false
// when this came to nothing.
func (c *climber[P, M, K]) expand(at int32, half bool) bool {
	p := K(&c.pos)
	switch {
	case half:
		c.moves = c.eval.Rest(p, c.tree.nodes[at].move, c.moves[:0])
	case c.halved:
		c.moves = c.eval.First(p, c.moves[:0])
	default:
		c.moves = p.AppendMoves(c.moves[:0])
	}
	// A first answer has to be found whatever the limit.
	if n := c.limits.Nodes; n > 0 && c.answered && c.evaluated+uint64(len(c.moves)) > n {
		c.exhausted = true
		c.giveUp()
		return false
	}
	c.evaluated += uint64(len(c.moves))
	moment := c.tree.copies
	c.Unlock()
	c.evaluate(c.halved && !half)
	c.Lock()
	switch {
	case moment != c.tree.copies: // nodes stand elsewhere now
		return false
	case c.finished() || c.tree.nodes[at].count > 0: // others were sooner
		c.giveUp()
		return false
	case c.tree.full(len(c.children)):
		c.giveUp()
		c.tree.prune()
		c.answered = c.favorite(0) != 0
		return false
	}
	c.tree.add(at, c.children)
	return true
}

// evaluate makes nodes of the moves, which are first parts or turns.
func (c *climber[P, M, K]) evaluate(firsts bool) {
	p := K(&c.pos)
	c.children, c.estimates = c.children[:0], c.estimates[:0]
	for _, m := range c.moves {
		child := node[M]{move: m}
		var estimate int
		if firsts {
			estimate = c.eval.EvaluateFirst(p, m, p.Turn()) + c.noise.of(p.Hash()^game.Mix(uint64(m)))
		} else {
			child, estimate = c.turn(m)
		}
		child.best = probability(estimate)
		child.mean = child.best
		c.children = append(c.children, child)
		c.estimates = append(c.estimates, estimate)
	}
	share(c.children, c.estimates)
}

// turn returns the node of a turn from the position, and its estimate for the
// seat that takes it.
func (c *climber[P, M, K]) turn(m M) (node[M], int) {
	seat := K(&c.pos).Turn()
	c.next = c.pos
	next := K(&c.next)
	next.Play(m)
	n := node[M]{move: m, visits: 1, turned: next.Turn() != seat, winners: next.Winners()}
	switch {
	case n.winners.Has(seat):
		n.proof = int16(engine.WinIn(0))
		return n, maxLogit
	case n.winners != 0:
		n.proof = int16(engine.LossIn(0))
		return n, -maxLogit
	}
	return n, c.eval.Evaluate(&c.next, seat) + c.noise.of(next.Hash())
}

// share sets the priors of siblings by their estimates: proportional to
// e^(estimate/temperature).
func share[M game.Code](siblings []node[M], estimates []int) {
	top := slices.Max(estimates)
	sum := float32(0)
	for i := range siblings {
		siblings[i].prior = weight(top - estimates[i])
		sum += siblings[i].prior
	}
	for i := range siblings {
		siblings[i].prior /= sum
	}
}
