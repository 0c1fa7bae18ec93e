package tree

import (
	"unsafe"

	"thera/game"
	"thera/search"
)

// tree holds nodes in the order in which they were added, the root first. They
// occupy one half of its memory; the other half is empty until the tree is
// copied there without the least needed nodes.
type tree[M game.Code] struct {
	nodes, copySpace []node[M]
	limit            int // how many nodes fit in a half
	copies           int // number of times the tree was copied
}

func newTree[M game.Code](mib int) tree[M] {
	limit := mib << 19 / int(unsafe.Sizeof(node[M]{}))
	return tree[M]{nodes: make([]node[M], 0, limit), copySpace: make([]node[M], 0, limit), limit: limit}
}

// reset leaves a root without children.
func (t *tree[M]) reset() {
	t.nodes = append(t.nodes[:0], node[M]{mean: 0.5})
}

// setRootSeat makes the root's values be for the seat to move there. While the
// root was a child they were for the seat that chose it.
func (t *tree[M]) setRootSeat(seat game.Seat) {
	n := &t.nodes[0]
	if !n.seatChanged {
		return
	}
	n.seatChanged = false
	if n.result().Won() != n.winners.Has(seat) {
		n.proof = -n.proof
	}
	o := outcomeOf(t.children(0))
	n.minimax, n.mean = o.minimax, o.minimax
	var visits, sum float32
	for _, c := range t.children(0) {
		visits += float32(c.visits)
		sum += float32(float32(c.visits) * c.mean) // rounded twice everywhere, see Request.Seed
	}
	if visits > 0 {
		n.mean = sum / visits
	}
}

// children returns the children of a node, in place.
func (t *tree[M]) children(at int32) []node[M] {
	n := &t.nodes[at]
	return t.nodes[n.first : n.first+n.count]
}

// full reports whether there is no room for more nodes and pruning would make
// some. The root's children alone may exceed the limit.
func (t *tree[M]) full(more int) bool {
	return len(t.nodes)+more > t.limit && len(t.nodes) > 1+int(t.nodes[0].count)
}

func (t *tree[M]) add(at int32, children []node[M]) {
	n := &t.nodes[at]
	n.first, n.count = int32(len(t.nodes)), int32(len(children))
	t.nodes = append(t.nodes, children...)
}

// keep makes the node at the index the root of a tree of everything below it, without the
// children of nodes with fewer visits. It copies the nodes breadth first: the copied
// nodes are also the queue of those whose children are still to be copied (Cheney 1970).
func (t *tree[M]) keep(at, visits int32) {
	to := append(t.copySpace[:0], t.nodes[at])
	for i := 0; i < len(to); i++ {
		n := &to[i]
		if i > 0 && n.visits < visits {
			n.count = 0
		}
		children := t.nodes[n.first : n.first+n.count]
		n.first = int32(len(to))
		to = append(to, children...)
	}
	t.nodes, t.copySpace = to, t.nodes
	t.copies++
}

// prune drops the children of the least visited nodes until at least half of
// the room is free; those of the root stay. It doubles the number of visits
// that a node needs to keep its children until that is enough.
func (t *tree[M]) prune() {
	for visits := int32(2); ; visits *= 2 {
		kept := 0
		for i := range t.nodes {
			if t.nodes[i].visits >= visits {
				kept += int(t.nodes[i].count)
			}
		}
		if kept <= t.limit/2 {
			t.keep(0, visits)
			return
		}
	}
}

// maxReuseTurns is the largest number of turns between two requests after which
// the tree of the first is still useful for the second: one of each seat.
const maxReuseTurns = 4

// trailPosition is a position on a path of a few turns down the tree.
type trailPosition[P any] struct {
	pos   P
	turns []int32 // that follow
}

// reuse looks for the position of a new task, by its hash, in the tree of the
// last one and makes it the root. It reports whether that leaves a usable tree.
func (b *bestFirst[P, M, K]) reuse(t *search.Task[P, M]) bool {
	b.trail[0].pos = b.task.Root
	hash := K(&t.Root).Hash()
	for turns := range maxReuseTurns + 1 {
		if at, ok := b.find(hash, 0, 0, turns); ok {
			b.tree.keep(at, 0)
			b.tree.setRootSeat(t.Seat)
			return b.hasUsableAnswer()
		}
	}
	return false
}

// find returns the node of the position with the hash, the given number of
// turns below a node at a distance from the root, if there is one with
// children. Nodes have no positions, so it plays the turns on the path; the
// trail has a position for each distance.
func (b *bestFirst[P, M, K]) find(hash uint64, at int32, distance, turns int) (found int32, ok bool) {
	here := &b.trail[distance]
	if b.tree.nodes[at].count == 0 {
		return 0, false
	}
	if turns == 0 {
		return at, K(&here.pos).Hash() == hash
	}
	here.turns = b.appendTurns(at, here.turns[:0])
	for _, turn := range here.turns {
		if b.tree.nodes[turn].count == 0 {
			continue
		}
		after := &b.trail[distance+1]
		after.pos = here.pos
		K(&after.pos).Play(b.tree.nodes[turn].move)
		if found, ok := b.find(hash, turn, distance+1, turns-1); ok {
			return found, true
		}
	}
	return 0, false
}

// hasUsableAnswer reports whether the tree has a turn to play and, if the
// result is proven, the turn that proves it: pruning may have dropped them.
func (b *bestFirst[P, M, K]) hasUsableAnswer() bool {
	best := b.favorite(0)
	if best == 0 {
		return false
	}
	return !b.isProven() || b.tree.nodes[best].score() == b.tree.nodes[0].result()
}
