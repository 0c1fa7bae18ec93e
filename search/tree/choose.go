package tree

import "math"

const (
	// exploration is the weight of the prior against what is known. In
	// docs/contributing/experiments.md 0.2 to 0.9 were tried in 40 to 60 games for each
	// game and number of seats. None was shown to be better in all of them.
	exploration = 0.5
	// firstPlayReduction is how much worse than its parent the first part of a turn is
	// assumed to be before it has been tried. It was chosen by hand, not tuned.
	firstPlayReduction = 0.05
)

// choose returns the most promising child (PUCT): one that is known to be good, or that
// has been visited less often than its prior deserves. That is the child with the largest
//
//	value + exploration · prior · √(visits of the node) / (1 + visits of the child)
//
// The longer a child is left alone, the larger its second term. The first part
// of a turn has no visits before its second parts have been listed; until then
// half its value is that of its parent, slightly reduced. The node is not
// proven, so some child is not proven either.
func (t *tree[M]) choose(at int32) int32 {
	n := &t.nodes[at]
	untried := n.mean
	if n.seatChanged {
		untried = 1 - untried
	}
	untried -= firstPlayReduction
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

// value is what is known of a node that is not proven: half its mean, half its
// minimax value. In docs/contributing/experiments.md other weights were tried
// in 40 games each and not shown to be better.
func (n *node[M]) value() float32 { return (n.mean + n.minimax) / 2 }

// preference ranks turns to play: first proven wins, the sooner the better,
// then by visits, last proven losses.
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
