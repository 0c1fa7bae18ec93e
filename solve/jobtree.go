package solve

import (
	"cmp"
	"fmt"
	"slices"

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

// JobTree is a root and the positions asked about below it. It belongs to one goroutine.
type JobTree struct {
	root  *node
	nodes map[string]*node // by text
	asked int              // questions without an answer
}

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

// Next returns the most useful question and marks it as asked. It returns false
// if all questions have been asked.
func (t *JobTree) Next() (game.Position, bool) {
	n := t.root.next(map[*node]bool{})
	if n == nil {
		return nil, false
	}
	n.asked = true
	t.asked++
	return n.pos, true
}

// next returns the best question at or below a node, nil if there is none or it is seen.
func (n *node) next(seen map[*node]bool) *node {
	if seen[n] || n.asked || n.result() != Open {
		return nil
	}
	seen[n] = true
	if len(n.children) == 0 {
		return n
	}
	order := slices.Clone(n.children)
	slices.SortStableFunc(order, func(a, b edge) int {
		return cmp.Compare(a.win(n), b.win(n))
	})
	for _, e := range order {
		if found := e.to.next(seen); found != nil {
			return found
		}
	}
	return nil
}

// Answer records the result of a question, by the text of its position. It
// accepts any question, asked or not, any number of times. It is an error if
// the position is not in the tree or contradicts another answer.
func (t *JobTree) Answer(text string, result JobResult) error {
	n, ok := t.nodes[text]
	if !ok {
		return fmt.Errorf("position %q: not in the job tree", text)
	}
	t.forget(n)
	switch known := n.result(); {
	case known != Open && result != Open && result != known:
		return fmt.Errorf("position %q: answer %s contradicts earlier answers, by which it is %s", text, result, known)
	case known != Open:
		return nil
	case result != Open:
		n.setProven(result == Won)
	default:
		if err := t.expand(n); err != nil {
			return err
		}
	}
	t.update(n.parents)
	return nil
}

// Withdraw marks a question as not asked: no answer will come.
func (t *JobTree) Withdraw(text string) {
	if n, ok := t.nodes[text]; ok {
		t.forget(n)
	}
}

// forget marks a node as not asked.
func (t *JobTree) forget(n *node) {
	if n.asked {
		n.asked = false
		t.asked--
	}
}

// Wanted reports whether the answer to a question can still matter: all
// positions on some path from the root to it are open.
func (t *JobTree) Wanted(text string) bool {
	n, ok := t.nodes[text]
	return ok && n.wanted(t.root, map[*node]bool{})
}

func (n *node) wanted(root *node, seen map[*node]bool) bool {
	if seen[n] || n.result() != Open {
		return false
	}
	seen[n] = true
	return n == root || slices.ContainsFunc(n.parents, func(p *node) bool { return p.wanted(root, seen) })
}

// expand adds the positions after the moves of a leaf.
func (t *JobTree) expand(n *node) error {
	if len(n.children) > 0 {
		return nil
	}
	for _, m := range n.pos.Moves() {
		next, err := n.pos.Play(m)
		if err != nil {
			return err
		}
		to := t.node(next)
		n.children = append(n.children, edge{m, to})
		if !slices.Contains(to.parents, n) {
			to.parents = append(to.parents, n)
		}
	}
	n.count()
	return nil
}

// count computes the numbers of a node from those of its children.
func (n *node) count() {
	n.win, n.loss = unprovable, 0
	for _, e := range n.children {
		n.win = min(n.win, e.win(n))
		n.loss = min(n.loss+e.loss(n), unprovable)
	}
	if n.win == 0 {
		n.loss = unprovable
	}
}

// update recomputes nodes, and all nodes above them that this changes.
func (t *JobTree) update(nodes []*node) {
	for queue := slices.Clone(nodes); len(queue) > 0; queue = queue[1:] {
		n := queue[0]
		if n.result() != Open {
			continue
		}
		win, loss := n.win, n.loss
		n.count()
		if n.win != win || n.loss != loss {
			queue = append(queue, n.parents...)
		}
	}
}
