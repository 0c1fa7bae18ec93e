package search

import (
	"slices"

	"thera/engine"
	"thera/game"
)

// Halver is an optional ability of a kernel whose turns have two parts: to
// offer them one after the other, so that second parts are only looked at
// after first parts that are worth it.
type Halver[M game.Code] interface {
	// AppendFirst appends the first parts of all legal turns, each once, as
	// codes that need not be legal turns themselves. It does not allocate
	// when the slice has room.
	AppendFirst([]M) []M
	// AppendRest appends the legal turns that begin with a first part, at
	// least one. It does not allocate when the slice has room.
	AppendRest(first M, turns []M) []M
	// EvaluateFirst estimates the chances of seat, as Evaluate does, when the
	// seat to move has played a first part.
	EvaluateFirst(first M, seat game.Seat) int
}

// expand gives a node its children, evaluates them and shares out the prior
// among them. The position is the one before a half turn. It reports false
// when the tree must be begun from the root again or the search must stop.
func (b *bestFirst[P, M, K]) expand(at int32, half bool) bool {
	p := K(&b.pos)
	halver, _ := any(p).(Halver[M])
	switch {
	case half:
		b.moves = halver.AppendRest(b.tree.nodes[at].move, b.moves[:0])
	case b.halved:
		b.moves = halver.AppendFirst(b.moves[:0])
	default:
		b.moves = p.AppendMoves(b.moves[:0])
	}
	if !b.room(len(b.moves)) {
		return false
	}
	b.evaluated += uint64(len(b.moves))
	n := &b.tree.nodes[at]
	n.first, n.count = int32(len(b.tree.nodes)), int32(len(b.moves))
	b.estimates = b.estimates[:0]
	for _, m := range b.moves {
		var child node[M]
		var estimate int
		if b.halved && !half {
			estimate = halver.EvaluateFirst(m, b.seat) + b.noise.of(p.Hash()^game.Mix(uint64(m)))
			child = node[M]{move: m}
		} else {
			child, estimate = b.turn(m)
		}
		if p.Turn() != b.seat {
			estimate = -estimate
		}
		child.best = probability(estimate)
		child.mean = child.best
		b.estimates = append(b.estimates, estimate)
		b.tree.nodes = append(b.tree.nodes, child)
	}
	share(b.tree.children(at), b.estimates)
	return true
}

// room reports whether so many more nodes may be evaluated, and fit the tree.
// Those that a first answer needs always may.
func (b *bestFirst[P, M, K]) room(more int) bool {
	root := &b.tree.nodes[0]
	if root.visits == 0 {
		return true
	}
	if n := b.limits.Nodes; n > 0 && b.evaluated+uint64(more) > n {
		b.spent = true
		return false
	}
	full := len(b.tree.nodes)+more > b.tree.limit
	if full && len(b.tree.nodes) > 1+int(root.count) {
		b.tree.prune()
		return false
	}
	return true
}

// turn returns the node of a turn from the position, and its estimate for the
// seat at the root.
func (b *bestFirst[P, M, K]) turn(m M) (node[M], int) {
	b.next = b.pos
	next := K(&b.next)
	next.Play(m)
	mine := K(&b.pos).Turn() == b.seat
	n := node[M]{move: m, visits: 1, turned: (next.Turn() == b.seat) != mine}
	if winners := next.Winners(); winners != 0 {
		n.proof = int16(engine.LossIn(0))
		if winners.Has(b.seat) == mine {
			n.proof = int16(engine.WinIn(0))
		}
		if winners.Has(b.seat) {
			return n, maxLogit
		}
		return n, -maxLogit
	}
	return n, next.Evaluate(b.seat) + b.noise.of(next.Hash())
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
