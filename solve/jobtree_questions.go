package solve

import (
	"cmp"
	"fmt"
	"slices"

	"thera/game"
)

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

// next returns the best question at or below a node, nil if there is none.
// Nodes already seen have none.
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
