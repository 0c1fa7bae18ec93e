package search

import "thera/game"

// climber grows the tree of an engine, beside others. All that it needs for a
// node it keeps.
type climber[P any, M game.Code, K game.Kernel[P, M]] struct {
	*bestFirst[P, M, K]
	pos       P           // where the way down the tree has come to
	path      []int32     // the nodes on that way, the root first
	choosers  []game.Seat // who chose them; who is to move at the root
	next      P           // after one more turn
	moves     []M
	estimates []int
	children  []node[M]
}

// climb grows the tree until the run is stopped.
func (c *climber[P, M, K]) climb() {
	for !c.stopped.Load() {
		c.grow()
	}
}

// grow looks at one more leaf: it goes down the tree by what is most worth
// trying, evaluates what can be chosen at the end of the way and tells all
// nodes on it. With half turns the end is reached when a turn is complete. A
// visit counts from its beginning, so that others try something else (Liu et
// al. 2020). It reports whether the limits are due.
func (c *climber[P, M, K]) grow() (due bool) {
	c.Lock()
	defer c.Unlock()
	if c.finished() {
		return c.due()
	}
	c.pos = c.root
	c.path, c.choosers = c.path[:0], append(c.choosers[:0], c.seat)
	for at, half := int32(0), false; ; {
		c.path = append(c.path, at)
		c.tree.nodes[at].visits++
		if c.tree.nodes[at].count == 0 {
			if !c.expand(at, half) {
				break
			}
			if half || !c.halved {
				c.backUp()
				break
			}
		}
		c.choosers = append(c.choosers, K(&c.pos).Turn())
		at = c.choose(at)
		half = c.halved && !half
		if !half {
			K(&c.pos).Play(c.tree.nodes[at].move)
		}
	}
	return c.due()
}

// giveUp takes back the visits of a way that has led to nothing.
func (c *climber[P, M, K]) giveUp() {
	for _, at := range c.path {
		c.tree.nodes[at].visits--
	}
}
