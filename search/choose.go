package search

import (
	"cmp"
	"math"
	"slices"

	"thera/engine"
)

const (
	// exploration is how much the prior counts against what is known.
	exploration = 0.3
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

// score returns what a node is worth to the seat that chose it, before it did.
func (n *node[M]) score() engine.Score {
	if n.proof != 0 {
		return fromRoot(engine.Score(n.proof), 1)
	}
	p := float64(n.value())
	return engine.Estimate(int(math.Round(100 * math.Log(p/(1-p)))))
}

// preference says which of several turns to play: a proven win, the sooner
// the better, then what has been tried most often, last a proven loss.
func (n *node[M]) preference() float64 {
	const certain = 1 << 32
	switch s := engine.Score(n.proof); {
	case s.Won():
		return certain + float64(s)
	case s.Lost():
		return -certain + float64(s)
	}
	return float64(n.visits) + float64(n.value())
}

// sort puts the most preferred turns first.
func (b *bestFirst[P, M, K]) sort(turns []int32) {
	slices.SortFunc(turns, func(x, y int32) int {
		return cmp.Or(cmp.Compare(b.tree.nodes[y].preference(), b.tree.nodes[x].preference()), cmp.Compare(x, y))
	})
}

// favorite returns the most preferred turn that follows a node at which a
// turn begins, 0 if none has been looked at.
func (b *bestFirst[P, M, K]) favorite(at int32) (best int32) {
	b.turns = b.appendTurns(at, b.turns[:0])
	for _, turn := range b.turns {
		if best == 0 || b.tree.nodes[turn].preference() > b.tree.nodes[best].preference() {
			best = turn
		}
	}
	return best
}

// settled reports whether the turn tried most is also the one that looks best.
func (b *bestFirst[P, M, K]) settled() bool {
	favorite := b.tree.nodes[b.favorite(0)].value()
	return !slices.ContainsFunc(b.turns, func(turn int32) bool {
		n := &b.tree.nodes[turn]
		return n.proof == 0 && n.value() > favorite
	})
}

// appendTurns appends the turns that follow a node at which a turn begins, as
// far as they have been looked at.
func (b *bestFirst[P, M, K]) appendTurns(at int32, turns []int32) []int32 {
	for i := range b.tree.nodes[at].count {
		child := b.tree.nodes[at].first + i
		if !b.halved {
			turns = append(turns, child)
			continue
		}
		half := &b.tree.nodes[child]
		for j := range half.count {
			turns = append(turns, half.first+j)
		}
	}
	return turns
}

// variation appends the play expected from a turn on, that turn included.
func (b *bestFirst[P, M, K]) variation(turn int32, line []M) []M {
	for ; turn != 0; turn = b.favorite(turn) {
		line = append(line, b.tree.nodes[turn].move)
	}
	return line
}
