package tree

import "math"

const (
	// exploration is how much the prior counts against what is known. In
	// docs/contributing/experiments.md 0.2 to 0.9 were tried in 40 to 60 games for each
	// game and number of seats. Nothing was shown to be better in all of them.
	exploration = 0.5
	// reluctance is how much worse than its parent the first part of a turn is
	// taken to be before it has been tried. It was chosen by hand, not tuned.
	reluctance = 0.05
)

// choose returns the child most worth trying (PUCT): one that is known to be
// good, or that has been tried less often than its prior deserves. That is the
// child with the largest
//
//	value + exploration · prior · √(visits of the node) / (1 + visits of the child)
//
// The longer a child is left alone, the larger its second part. The first part
// of a turn has no visits before its second parts have been looked at. Until
// then half its value is that of its parent, a little lowered. The node is not
// proven, so a child that is not proven either is left.
func (t *tree[M]) choose(at int32) int32 {
	n := &t.nodes[at]
	untried := n.mean
	if n.turned {
		untried = 1 - untried
	}
	untried -= reluctance
	bonus := exploration * float32(math.Sqrt(float64(n.visits)))
	chosen, most := n.first, float32(-1e9)
	children := t.children(at)
	for i := range children {
		c := &children[i]
		if c.proof != 0 {
			continue
		}
		known := (untried + c.minimax) / 2
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
// half the minimax value. In docs/contributing/experiments.md other shares of the two were
// tried in 40 games each and not shown to be better.
func (n *node[M]) value() float32 { return (n.mean + n.minimax) / 2 }

// preference says which of several turns to play: a proven win, the sooner
// the better, then what has been tried most often, last a proven loss.
func (n *node[M]) preference() float64 {
	const certain = 1 << 32
	switch s := n.result(); {
	case s.Won():
		return certain + float64(s)
	case s.Lost():
		return -certain + float64(s)
	}
	return float64(n.visits) + float64(n.value())
}
