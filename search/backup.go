package search

import (
	"thera/engine"
	"thera/game"
)

// backUp tells the nodes on the path what has been learned at its end, where
// a node has just been given its children.
func (c *climber[P, M, K]) backUp() {
	c.answered = true
	leaf := c.path[len(c.path)-1]
	_, value := outcome(c.tree.children(leaf))
	for i := len(c.path) - 1; i >= 0; i-- {
		n := &c.tree.nodes[c.path[i]]
		proof, best := outcome(c.tree.children(c.path[i]))
		if proof != 0 {
			value = best
			if !c.halved || i%2 == 1 { // its children are turns
				proof = fromRoot(proof, 1)
			}
		}
		if n.turned {
			proof, best, value = -proof, 1-best, 1-value
		}
		n.proof, n.best = int16(proof), best
		n.mean += (value - n.mean) / float32(n.visits)
	}
}

// outcome returns what the seat to move can get by choosing one of the
// children: the proven result in plies from the child, 0 while there is none,
// and the chance of winning (MCTS-solver, Winands et al. 2008).
func outcome[M game.Code](children []node[M]) (proof engine.Score, best float32) {
	proof = -infinite
	open := false
	for i := range children {
		switch s := engine.Score(children[i].proof); s {
		case 0:
			open, best = true, max(best, children[i].best)
		default:
			proof = max(proof, s)
		}
	}
	switch {
	case proof.Won():
		return proof, 1
	case open:
		return 0, best
	}
	return proof, 0
}
