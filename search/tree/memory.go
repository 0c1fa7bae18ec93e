package tree

import (
	"unsafe"

	"thera/game"
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

// add gives a node its children.
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
