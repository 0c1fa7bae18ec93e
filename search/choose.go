package search

import "math"

const (
	// exploration is how much the prior counts against what is known.
	exploration = 0.5
	// reluctance is how much worse than its parent a half turn is taken to be
	// before it has been tried.
	reluctance = 0.05
)

// choose returns the child most worth trying (PUCT): one that is known to be
// good, or that has been tried less often than its prior deserves. The node
// is not proven, so a child that is not proven either is left.
func (b *bestFirst[P, M, K]) choose(at int32) int32 {
	n := &b.tree.nodes[at]
	untried := n.mean
	if n.turned {
		untried = 1 - untried
	}
	untried -= reluctance
	bonus := exploration * float32(math.Sqrt(float64(n.visits)))
	chosen, most := n.first, float32(-1e9)
	children := b.tree.children(at)
	for i := range children {
		c := &children[i]
		if c.proof != 0 {
			continue
		}
		known := (untried + c.best) / 2
		if c.visits > 0 {
			known = c.value()
		}
		if worth := known + bonus*c.prior/float32(1+c.visits); worth > most {
			chosen, most = n.first+int32(i), worth
		}
	}
	return chosen
}

// value is what is known of a node that is not proven: half of it the mean,
// half the best play.
func (n *node[M]) value() float32 { return (n.mean + n.best) / 2 }
