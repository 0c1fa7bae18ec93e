package tree

import "thera/search/internal/task"

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
func (b *bestFirst[P, M, K]) reuse(t *task.Task[P, M]) bool {
	b.trail[0].pos = b.task.Root
	hash := K(&t.Root).Hash()
	for turns := range maxReuseTurns + 1 {
		if at := b.find(hash, 0, 0, turns); at >= 0 {
			b.tree.keep(at, 0)
			b.tree.setRootSeat(t.Seat)
			return b.hasUsableAnswer()
		}
	}
	return false
}

// find returns the node of the position with the hash, the given number of
// turns below a node at a distance from the root, −1 if there is none with
// children. Nodes have no positions, so it plays the turns on the path; the
// trail has a position for each distance.
func (b *bestFirst[P, M, K]) find(hash uint64, at int32, distance, turns int) int32 {
	here := &b.trail[distance]
	if b.tree.nodes[at].count == 0 {
		return -1
	}
	if turns == 0 {
		if K(&here.pos).Hash() == hash {
			return at
		}
		return -1
	}
	here.turns = b.appendTurns(at, here.turns[:0])
	for _, turn := range here.turns {
		if b.tree.nodes[turn].count == 0 {
			continue
		}
		after := &b.trail[distance+1]
		after.pos = here.pos
		K(&after.pos).Play(b.tree.nodes[turn].move)
		if found := b.find(hash, turn, distance+1, turns-1); found >= 0 {
			return found
		}
	}
	return -1
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
