package tree

import (
	"testing"

	"thera/engine"
	"thera/game"
	"thera/game/gametest"
	"thera/hermit"
	"thera/santorini"
	"thera/search"
)

type (
	hermitTree   = bestFirst[hermit.Position, hermit.Move, *hermit.Position]
	hermitWorker = worker[hermit.Position, hermit.Move, *hermit.Position]
)

// withTree returns an engine in the middle of a search by that many seats, without
// an evaluation.
func withTree(tr tree[move], seats game.Seats) *hermitTree {
	return &hermitTree{tree: tr, severalSides: seats.Len() > 2, task: &search.Task[hermit.Position, move]{Seats: seats, Depth: 2, Lines: 1}}
}

// rootWith returns a tree of a root and its children.
func rootWith(children nodes) tree[move] {
	t := newTree[move](1)
	t.reset()
	t.nodes[0].visits = 1
	t.add(0, children)
	return t
}

// TestBackUpCountsTurns has a second part win: the first part wins in one turn,
// and so does the turn's position, since both are parts of one.
func TestBackUpCountsTurns(t *testing.T) {
	tr := rootWith(nodes{{move: 1, visits: 1}})
	tr.add(1, nodes{{move: 2, proof: int16(engine.WinIn(0)), winners: game.Only(0), visits: 1}})
	b := withTree(tr, 3)
	b.twoParts = true
	w := &hermitWorker{engine: b, path: []int32{0, 1}, choosers: make([]game.Seat, 2)}
	w.backUp()
	for at, n := range b.tree.nodes[:2] {
		if n.result() != engine.WinIn(1) || n.mean != 1 || n.minimax != 1 {
			t.Errorf("node %d: %+v, want a win in 1", at, n)
		}
	}
}

// TestBackUpKeepsChances has three seats, of which one loses and chooses who
// wins: nobody's win is proven, and the chances are those at the end of the path.
func TestBackUpKeepsChances(t *testing.T) {
	lost := func(to game.Seat) node[move] {
		return node[move]{proof: int16(engine.LossIn(0)), winners: game.Only(to)}
	}
	b := withTree(rootWith(nodes{lost(1), lost(2)}), 7)
	w := &hermitWorker{engine: b, path: []int32{0}, choosers: []game.Seat{2}}
	w.backUp()
	if n := b.tree.nodes[0]; n.winners != 0 || n.mean != 1 || n.minimax != 1 {
		t.Errorf("%+v, want the chances of seat 2 to be 1, but no winner", n)
	}
}

// TestChancesOfTeams wants partners to have the same chances, which add up to 1 with
// those of the other team, where the position is the other team's to choose.
func TestChancesOfTeams(t *testing.T) {
	pos := gametest.Must(t, santorini.Rules().Parse, "00000/00000/00000/00000/00000 b3c3,c2d4,+,+ 2")
	root, _ := game.KernelOf[santorini.Position](pos)
	b := &bestFirst[santorini.Position, santorini.Move, *santorini.Position]{tree: newTree[santorini.Move](1)}
	b.prepare(&search.Task[santorini.Position, santorini.Move]{Root: root, Seat: 1, Seats: root.Seats()})
	b.tree.add(0, []node[santorini.Move]{{minimax: .25}, {minimax: .75}})
	w := &worker[santorini.Position, santorini.Move, *santorini.Position]{engine: b, pos: root, path: []int32{0}}
	if got := w.chances(); got != [maxSeats]float32{.25, .75, .25, .75} || b.severalSides {
		t.Errorf("%v, want 0.25 and 0.75 by turns", got)
	}
}

// TestNoiseOfSeveralSides wants a position to be misjudged for each of three seats on its
// own, and always in the same way.
func TestNoiseOfSeveralSides(t *testing.T) {
	pos := gametest.Must(t, santorini.Rules().Parse, "01000/00210/00000/01100/00000 a1b3,c3e4,c5e3 2")
	root, _ := game.KernelOf[santorini.Position](pos)
	b := &bestFirst[santorini.Position, santorini.Move, *santorini.Position]{tree: newTree[santorini.Move](1)}
	w := &worker[santorini.Position, santorini.Move, *santorini.Position]{engine: b, pos: root}
	w.eval.Evaluate = func(*santorini.Position, game.Seat) int { return 0 }
	task := &search.Task[santorini.Position, santorini.Move]{Root: root, Seat: 1, Seats: root.Seats()}
	move := (&root).AppendMoves(nil)[0]
	chances := func(noise search.Noise) [maxSeats]float32 {
		task.Noise = noise
		b.prepare(task)
		return w.chancesAfter(move)
	}
	if got := chances(search.Noise{}); got[0] != got[1] || got[1] != got[2] {
		t.Errorf("%v, want equal chances without noise", got)
	}
	noise := search.Noise{Seed: 1, Width: 100}
	got := chances(noise)
	if got[0] == got[1] || got[1] == got[2] || got[0] == got[2] {
		t.Errorf("%v, want another chance for each seat", got)
	}
	if again := chances(noise); again != got {
		t.Errorf("%v after %v", again, got)
	}
}

// TestChancesOfTwo wants the best child to say all about two seats, without
// another evaluation.
func TestChancesOfTwo(t *testing.T) {
	b := withTree(rootWith(nodes{{minimax: .25}, {minimax: .75}, {proof: int16(engine.LossIn(0)), minimax: .9}}), 3)
	w := &hermitWorker{engine: b, path: []int32{0}}
	if got := w.chances(); got != [maxSeats]float32{.75, .25} {
		t.Errorf("%v, want 0.75 and 0.25", got)
	}
}

// TestBest wants the unproven child that looks best, the first of equal ones.
func TestBest(t *testing.T) {
	proven := int16(engine.LossIn(0))
	children := nodes{{proof: proven, minimax: .9}, {move: 1, minimax: .3}, {move: 2, minimax: .6}, {move: 3, minimax: .6}, {proof: proven}}
	if got := bestOf(children); got != &children[2] {
		t.Errorf("%+v, want move 2", got)
	}
}
