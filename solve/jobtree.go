package solve

import (
	"fmt"

	"thera/game"
)

// JobResult is what is known of a position, for the seat to move.
type JobResult int8

// The results.
const (
	Open JobResult = iota // unknown
	Won
	Lost
)

// String returns the result as one word.
func (r JobResult) String() string {
	return [...]string{"open", "won", "lost"}[r]
}

// ParseJobResult is the inverse of String.
func ParseJobResult(text string) (JobResult, error) {
	for r := Open; r <= Lost; r++ {
		if r.String() == text {
			return r, nil
		}
	}
	return Open, fmt.Errorf("result %q: want open, won or lost", text)
}

// JobTree is a root and the positions below it that are asked about. It belongs
// to one goroutine.
type JobTree struct {
	root  *node
	nodes map[string]*node // by text
	asked int              // questions without an answer
}

// node is a position.
type node struct {
	pos      game.Position
	text     string
	parents  []*node
	children []edge // empty for a leaf
	// win and loss are the least numbers of leaves that have to be answered to
	// prove that the seat to move wins, and loses.
	win, loss uint64
	asked     bool
}

// edge is a move.
type edge struct {
	move game.Move
	to   *node
}

// unprovable is the number of what can't be proven.
const unprovable = 1 << 40

// NewJobTree returns a tree with only a root, which is its first question
// unless the game is over. It is an error if the game is not for two seats.
func NewJobTree(root game.Position) (*JobTree, error) {
	if seats := root.Board().Seats; seats != 2 {
		return nil, fmt.Errorf("position %q: %d seats: want two", root, seats)
	}
	t := &JobTree{nodes: map[string]*node{}}
	t.root = t.node(root)
	return t, nil
}

// node returns the node of a position.
func (t *JobTree) node(pos game.Position) *node {
	text := pos.String()
	n, ok := t.nodes[text]
	if !ok {
		n = &node{pos: pos, text: text, win: 1, loss: 1}
		if winners := pos.Winners(); winners != 0 {
			n.setProven(winners.Has(pos.Turn()))
		} else {
			// To lose, the seat has to lose by each of its moves.
			n.loss = uint64(len(pos.Moves()))
		}
		t.nodes[text] = n
	}
	return n
}

// setProven sets the result of a node.
func (n *node) setProven(won bool) {
	if won {
		n.win, n.loss = 0, unprovable
	} else {
		n.win, n.loss = unprovable, 0
	}
}

func (n *node) result() JobResult {
	switch {
	case n.win == 0:
		return Won
	case n.loss == 0:
		return Lost
	}
	return Open
}

// Result returns what is known of the root.
func (t *JobTree) Result() JobResult { return t.root.result() }

// Moves returns the moves of the root that are proven to win.
func (t *JobTree) Moves() (winning []game.Move) {
	for _, e := range t.root.children {
		if e.win(t.root) == 0 {
			winning = append(winning, e.move)
		}
	}
	return winning
}

// Len returns the number of positions in the tree, and how many of them are proven.
func (t *JobTree) Len() (all, proven int) {
	for _, n := range t.nodes {
		if n.result() != Open {
			proven++
		}
	}
	return len(t.nodes), proven
}

// Asked returns the number of questions that are asked and not answered.
func (t *JobTree) Asked() int { return t.asked }

// win returns how far the move is from being proven to win for the seat that
// makes it in n.
func (e edge) win(n *node) uint64 {
	if e.to.pos.Turn() == n.pos.Turn() {
		return e.to.win
	}
	return e.to.loss
}

// loss returns how far the move is from being proven to lose for the seat that
// makes it in n.
func (e edge) loss(n *node) uint64 {
	if e.to.pos.Turn() == n.pos.Turn() {
		return e.to.loss
	}
	return e.to.win
}
