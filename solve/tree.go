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

// ParseJobResult reads what String writes.
func ParseJobResult(text string) (JobResult, error) {
	for r := Open; r <= Lost; r++ {
		if r.String() == text {
			return r, nil
		}
	}
	return Open, fmt.Errorf("result %q: want open, won or lost", text)
}

// JobTree is the positions that are asked about, below a root. It belongs to one
// goroutine.
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
	// win and loss are the least numbers of leaves to be answered before the
	// seat to move is proven to win, and to lose.
	win, loss uint64
	asked     bool
}

// edge is a move.
type edge struct {
	move game.Move
	to   *node
}

// never is the number of what can't be proven.
const unprovable = 1 << 40

// NewJobTree returns the tree of a root alone, which is its first question unless the
// game is over. The error is for games that are not of two seats.
func NewJobTree(root game.Position) (*JobTree, error) {
	if seats := root.Board().Seats; seats != 2 {
		return nil, fmt.Errorf("position %q: it is of %d seats: want two", root, seats)
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

// settle has a node proven.
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

// Len returns the number of positions in the tree, and of those that are proven.
func (t *JobTree) Len() (all, proven int) {
	for _, n := range t.nodes {
		if n.result() != Open {
			proven++
		}
	}
	return len(t.nodes), proven
}

// Asked returns the number of questions that are asked.
func (t *JobTree) Asked() int { return t.asked }

// win returns how far the move is from being proven to win for the seat that
// makes it in n; loss how far from losing.
func (e edge) win(n *node) uint64 {
	if e.to.pos.Turn() == n.pos.Turn() {
		return e.to.win
	}
	return e.to.loss
}

func (e edge) loss(n *node) uint64 {
	if e.to.pos.Turn() == n.pos.Turn() {
		return e.to.loss
	}
	return e.to.win
}
