package tree

import (
	"math"
	"slices"

	"thera/engine"
	"thera/game"
)

// expand adds and evaluates the children of a node and sets their priors. The position is
// the one before the turn; begun reports whether the node is the first part of a turn. It
// returns false if nothing was added. The engine's lock is held before and after but not
// in between, so the tree may have changed; expand checks that before it adds anything.
func (w *worker[P, M, K]) expand(at int32, begun bool) bool {
	b := w.engine
	p := K(&w.pos)
	switch {
	case begun:
		w.moves = w.eval.Rest(p, w.moves[:0], b.tree.nodes[at].move)
	case b.twoParts:
		w.moves = w.eval.First(p, w.moves[:0])
	default:
		w.moves = p.AppendMoves(w.moves[:0])
	}
	if uint64(len(w.moves)) > b.nodesLeft() {
		b.isStopped = true
		w.undoVisits()
		return false
	}
	b.evaluated += uint64(len(w.moves))
	copies := b.tree.copies
	func() {
		b.lock.Unlock()
		defer b.lock.Lock() // even if the evaluation panics: grow unlocks
		w.evaluate(b.twoParts && !begun)
	}()
	switch {
	case copies != b.tree.copies:
		// The tree was pruned meanwhile: its nodes have moved, so the path is
		// invalid. Its visits stay counted.
		return false
	case b.isFinished() || b.tree.nodes[at].count > 0:
		// The search has ended, or another worker has expanded the node.
		w.undoVisits()
		return false
	case b.tree.full(len(w.children)):
		w.undoVisits()
		b.tree.prune()
		b.hasAnswer = b.favorite(0) != 0
		return false
	}
	b.tree.add(at, w.children)
	return true
}

// evaluate makes nodes of the moves, which are first parts or turns.
func (w *worker[P, M, K]) evaluate(firstParts bool) {
	b, p := w.engine, K(&w.pos)
	w.children, w.estimates = w.children[:0], w.estimates[:0]
	for _, m := range w.moves {
		child := node[M]{move: m}
		var estimate int
		if firstParts {
			estimate = w.eval.EvaluateFirst(p, m, p.Turn()) + b.task.Noise.Of(p.Hash()^game.Mix(uint64(m)))
		} else {
			child, estimate = w.turn(m)
		}
		child.minimax = probability(estimate)
		child.mean = child.minimax
		w.children = append(w.children, child)
		w.estimates = append(w.estimates, estimate)
	}
	setPriors(w.children, w.estimates)
}

// turn returns the node of a turn, and its estimate for the seat that takes it.
func (w *worker[P, M, K]) turn(m M) (node[M], int) {
	seat := K(&w.pos).Turn()
	w.next = w.pos
	next := K(&w.next)
	next.Play(m)
	n := node[M]{move: m, visits: 1, seatChanged: next.Turn() != seat, winners: next.Winners()}
	switch {
	case n.winners.Has(seat):
		n.proof = int16(engine.WinIn(0))
		return n, maxLogit
	case n.winners != 0:
		n.proof = int16(engine.LossIn(0))
		return n, -maxLogit
	}
	return n, w.estimate(&w.next, seat)
}

// estimate evaluates a position for a seat, with noise. Among several sides each seat has a
// noise of its own: with the same for all, their chances would hardly change.
func (w *worker[P, M, K]) estimate(p *P, seat game.Seat) int {
	hash := K(p).Hash()
	if w.engine.severalSides {
		hash ^= game.Mix(uint64(seat))
	}
	return w.eval.Evaluate(p, seat) + w.engine.task.Noise.Of(hash)
}

// setPriors sets the priors of siblings by their estimates: proportional to
// e^(estimate/temperature), with a sum of 1.
func setPriors[M game.Code](siblings []node[M], estimates []int) {
	top := slices.Max(estimates)
	sum := float32(0)
	for i := range siblings {
		siblings[i].prior = priorWeight(top - estimates[i])
		sum += siblings[i].prior
	}
	for i := range siblings {
		siblings[i].prior /= sum
	}
}

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
		if score := known + bonus*c.prior/float32(1+c.visits); score > most {
			chosen, most = n.first+int32(i), score
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

// Tables of the functions that the search needs for each node. Their values are
// rounded, so that they are the same on every machine.

// probability returns the chance of winning, never quite 0 or 1.
func probability(centilogits int) float32 {
	i := min(max(centilogits, -maxLogit), maxLogit)
	return probabilities[i+maxLogit]
}

// maxLogit is the largest estimate in the table, in centilogits: odds of 1 in
// 22,000. Larger ones count as this one.
const maxLogit = 1000

var probabilities = func() (table [2*maxLogit + 1]float32) {
	for i := range table {
		table[i] = float32(1 / (1 + math.Exp(-float64(i-maxLogit)/100)))
	}
	return table
}()

// priorWeight returns e^(−behind/temperature), the weight of a choice that is
// behind centilogits worse than the best.
func priorWeight(behind int) float32 { return priorWeights[min(behind, len(priorWeights)-1)] }

// temperature is in centilogits. In docs/contributing/experiments.md 90 in Amazons and 120
// in Santorini were tried in 40 games each: no difference shown.
const temperature = 60

var priorWeights = func() (table [16 * temperature]float32) {
	for i := range table {
		table[i] = float32(math.Exp(-float64(i) / temperature))
	}
	return table
}()

// node is a choice somewhere below the root: a turn or the first part of one.
// Its values are for the seat that chose it.
//
// There are hundreds of thousands, so a node takes 32 bytes, half a cache line,
// and has no position; playing the moves from the root restores that. Chances
// are from 0 to 1. Nodes refer to each other by their indices in the tree,
// which are valid until the tree is copied.
type node[M game.Code] struct {
	move    M
	first   int32   // index of the first of its children, which stand together
	count   int32   // number of children, 0 before they are listed
	visits  int32   // evaluations of the node itself and of leaves below it
	mean    float32 // of these evaluations, as chances
	minimax float32 // what two sides can force; with more sides, the mean
	prior   float32 // fraction of the parent's visits that its evaluation promises
	// proof is the result as an [engine.Score] in plies from here, 0 while it is unknown.
	proof int16
	// winners can force a win, if proof is not 0; all others count as losers.
	// With several seats it may be that nobody can.
	winners game.Seats
	// seatChanged reports whether the seat to move differs from the one that chose the
	// node. It is false at the root, whose values are for the seat to move.
	seatChanged bool
}

// result returns the proven result in plies from the node, 0 while it is unknown.
func (n *node[M]) result() engine.Score { return engine.Score(n.proof) }

// score returns the value of a node for the seat that chose it, before that choice.
func (n *node[M]) score() engine.Score {
	if n.proof != 0 {
		return n.result().Delayed(1)
	}
	p := float64(n.value())
	return engine.Estimate(int(math.Round(100 * math.Log(p/(1-p)))))
}
