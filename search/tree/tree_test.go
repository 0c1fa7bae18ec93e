package tree

import (
	"math"
	"testing"

	"thera/engine"
	"thera/game"
	"thera/game/gametest"
	"thera/hermit"
	"thera/search"
)

type (
	move  = hermit.Move
	nodes = []node[move]
)

// TestOutcome looks at what the seat to move, seat 0, can get.
func TestOutcome(t *testing.T) {
	won := func(plies int) node[move] {
		return node[move]{proof: int16(engine.WinIn(plies)), winners: game.Only(0)}
	}
	lost := func(plies int, to game.Seats) node[move] {
		return node[move]{proof: int16(engine.LossIn(plies)), winners: to}
	}
	open := func(chance float32) node[move] { return node[move]{minimax: chance} }
	one, two := game.Only(1), game.Only(2)
	for _, test := range []struct {
		name     string
		children nodes
		want     outcome
	}{
		{"open", nodes{open(.3), open(.6), open(.5)}, outcome{minimax: .6}},
		{"one is lost", nodes{lost(0, one), open(.3)}, outcome{minimax: .3}},
		{"a win", nodes{open(.9), won(3), lost(0, one)}, outcome{engine.WinIn(3), game.Only(0), 1}},
		{"the sooner of two wins", nodes{won(4), won(2), won(6)}, outcome{engine.WinIn(2), game.Only(0), 1}},
		{"all lost: the later", nodes{lost(1, one), lost(5, one), lost(3, one)}, outcome{engine.LossIn(5), one, 0}},
		{"all lost, but to whom?", nodes{lost(1, one), lost(5, two)}, outcome{engine.LossIn(5), 0, 0}},
		{"the same, the other way round", nodes{lost(5, two), lost(1, one)}, outcome{engine.LossIn(5), 0, 0}},
		{"a win after losses to several", nodes{lost(1, one), lost(5, two), won(0)}, outcome{engine.WinIn(0), game.Only(0), 1}},
		{"losses to several after a win", nodes{won(0), lost(1, one), lost(5, two)}, outcome{engine.WinIn(0), game.Only(0), 1}},
	} {
		if got := outcomeOf(test.children); got != test.want {
			t.Errorf("%s: %+v, want %+v", test.name, got, test.want)
		}
	}
}

func TestChances(t *testing.T) {
	for _, test := range []struct{ centilogits, same int }{{0, 0}, {100, 100}, {-250, -250}, {5000, 1000}, {-5000, -1000}} {
		want := 1 / (1 + math.Exp(-float64(test.same)/100))
		if got := float64(probability(test.centilogits)); math.Abs(got-want) > 1e-6 {
			t.Errorf("%d centilogits: %f, want %f", test.centilogits, got, want)
		}
	}
	for _, behind := range []int{0, 1, 60, 959, 100_000} {
		want := math.Exp(-float64(min(behind, 959)) / 60)
		if got := float64(priorWeight(behind)); math.Abs(got-want) > 1e-6 {
			t.Errorf("%d behind: weight %g, want %g", behind, got, want)
		}
	}
}

func TestPriors(t *testing.T) {
	siblings := make(nodes, 3)
	setPriors(siblings, []int{40, 100, 100})
	if a, b, c := siblings[0].prior, siblings[1].prior, siblings[2].prior; b != c || math.Abs(float64(a/b)-1/math.E) > 1e-6 ||
		math.Abs(float64(a+b+c)-1) > 1e-6 {
		t.Errorf("priors %f, %f, %f, want 1/e : 1 : 1, 1 in all", a, b, c)
	}
}

func smallHermit(t *testing.T) hermit.Position {
	t.Helper()
	pos := gametest.Must(t, hermit.Rules().Parse, ".../.../... 1")
	root, _ := game.KernelOf[hermit.Position](pos)
	return root
}

// TestNoiseIsAdded wants the estimate of a turn, or of the first part of one, and its noise.
func TestNoiseIsAdded(t *testing.T) {
	root := smallHermit(t)
	noise := search.Noise{Seed: 1, Width: 50}
	b := withTree(grown(), 3)
	b.task.Noise = noise
	eval := search.Evaluation[hermit.Position, move]{
		EvaluateFirst: func(*hermit.Position, move, game.Seat) int { return 100 },
		Evaluate:      func(*hermit.Position, game.Seat) int { return 200 },
	}
	m := root.AppendMoves(nil)[0]
	after := root
	after.Play(m)
	for firstPart, want := range map[bool]int{
		true:  100 + noise.Of(root.Hash()^game.Mix(uint64(m))),
		false: 200 + noise.Of(after.Hash()),
	} {
		w := &hermitWorker{engine: b, eval: eval, pos: root, moves: []move{m}}
		if w.evaluate(firstPart); w.estimates[0] != want {
			t.Errorf("first part %t: estimate %d, want %d", firstPart, w.estimates[0], want)
		}
	}
}

// TestChoose wants what is known to be good and what has been tried too
// little, and nothing that is proven.
func TestChoose(t *testing.T) {
	for _, test := range []struct {
		name     string
		children nodes
		want     int32
	}{
		{"good", nodes{{mean: .4, minimax: .4, visits: 10, prior: .5}, {mean: .7, minimax: .7, visits: 10, prior: .5}}, 2},
		{"promising", nodes{{mean: .5, minimax: .5, visits: 10, prior: .2}, {mean: .5, minimax: .5, visits: 10, prior: .8}}, 2},
		{"neglected", nodes{{mean: .5, minimax: .5, visits: 18, prior: .5}, {mean: .5, minimax: .5, visits: 2, prior: .5}}, 2},
		{"proven", nodes{{mean: .1, minimax: .1, visits: 10, prior: .5}, {proof: int16(engine.WinIn(1)), mean: 1, minimax: 1, prior: .5}}, 1},
	} {
		tr := newTree[move](1)
		tr.reset()
		tr.nodes[0].visits = 20
		tr.add(0, test.children)
		if got := tr.choose(0); got != test.want {
			t.Errorf("%s: chooses child %d, want %d", test.name, got, test.want)
		}
	}
}

// grown returns a tree of a root with two children, a and b, of which a has
// three children and b two, and the first of a's has one.
func grown() tree[move] {
	t := newTree[move](1)
	t.reset()
	t.nodes[0].visits = 50
	t.add(0, nodes{{move: 1, visits: 30}, {move: 2, visits: 3}})
	t.add(1, nodes{{move: 11, visits: 20}, {move: 12, visits: 1}, {move: 13, visits: 1}})
	t.add(2, nodes{{move: 21, visits: 1}, {move: 22, visits: 1}})
	t.add(3, nodes{{move: 111, visits: 1}})
	return t
}

// moves lists the moves of the nodes below one, depth first.
func (t *tree[M]) moves(at int32) (all []M) {
	for i := range t.nodes[at].count {
		child := t.nodes[at].first + i
		all = append(append(all, t.nodes[child].move), t.moves(child)...)
	}
	return all
}

func TestKeep(t *testing.T) {
	for _, test := range []struct {
		at, visits int32
		want       []move
	}{
		{0, 0, []move{1, 11, 111, 12, 13, 2, 21, 22}},
		{1, 0, []move{11, 111, 12, 13}},
		{2, 100, []move{21, 22}}, // children of the root stay
		{0, 20, []move{1, 11, 111, 12, 13, 2}},
		{0, 21, []move{1, 11, 12, 13, 2}},
		{0, 31, []move{1, 2}},
	} {
		tr := grown()
		root := tr.nodes[test.at]
		tr.keep(test.at, test.visits)
		got := tr.moves(0)
		if len(got) != len(test.want) || len(tr.nodes) != len(got)+1 || tr.nodes[0].visits != root.visits || tr.copies != 1 {
			t.Fatalf("node %d, %d visits: %v, want %v", test.at, test.visits, got, test.want)
		}
		for i := range got {
			if got[i] != test.want[i] {
				t.Fatalf("node %d, %d visits: %v, want %v", test.at, test.visits, got, test.want)
			}
		}
	}
}

// TestPrune wants half of the room to be free afterwards, and no more than it takes.
func TestPrune(t *testing.T) {
	for limit, want := range map[int]int{8: 2, 11: 2, 12: 6, 15: 6, 16: 8} {
		tr := grown()
		tr.nodes[2].visits = 4
		tr.limit = limit
		if room := limit - len(tr.nodes); tr.full(room) || !tr.full(room+1) {
			t.Errorf("limit %d: there is room for %d more, full %t, and %t with one more", limit, room, tr.full(room), tr.full(room+1))
		}
		tr.prune()
		if got := tr.moves(0); len(got) != want {
			t.Errorf("limit %d: %v are left, want %d moves", limit, got, want)
		}
		if want == 2 && tr.full(100) {
			t.Errorf("limit %d: a root alone is full, though pruning would free nothing", limit)
		}
	}
}

// TestExpandPrunes finds no room for the children of a leaf. The tree is pruned instead,
// the visit undone, and there is an answer if the root's turns are left: not if they have
// two parts, since the second parts are dropped.
func TestExpandPrunes(t *testing.T) {
	root := smallHermit(t)
	for _, twoParts := range []bool{false, true} {
		b := withTree(grown(), 3)
		b.tree.limit, b.twoParts, b.hasAnswer = 4, twoParts, true
		eval := search.Evaluation[hermit.Position, move]{
			First:         (*hermit.Position).AppendMoves,
			EvaluateFirst: func(*hermit.Position, move, game.Seat) int { return 0 },
			Evaluate:      func(*hermit.Position, game.Seat) int { return 0 },
		}
		w := &hermitWorker{engine: b, eval: eval, pos: root, path: []int32{0}}
		b.lock.Lock()
		added := w.expand(8, false)
		if added || len(b.tree.nodes) != 3 || b.tree.nodes[0].visits != 49 || b.hasAnswer == twoParts {
			t.Errorf("two parts %t: added %t, answer %t, %+v", twoParts, added, b.hasAnswer, b.tree.nodes)
		}
	}
}

// TestPanic wants a panic of an evaluation to reach the caller, who may search again, and
// an engine without an evaluation not to be made.
func TestPanic(t *testing.T) {
	root := gametest.Must(t, hermit.Rules().Start, "3x3")
	broken := true
	e := New(search.Evaluation[hermit.Position, move]{Evaluate: func(*hermit.Position, game.Seat) int {
		if broken {
			panic("broken")
		}
		return 0
	}}, search.Options{TableMiB: 1})
	find := func() {
		if _, err := e.Search(t.Context(), engine.Request{Position: root, Limits: engine.Limits{Nodes: 100}}); err != nil {
			t.Error(err)
		}
	}
	if got := panicOf(find); got != "broken" {
		t.Errorf("a search panics with %v", got)
	}
	broken = false
	find()
	none := func() { New(search.Evaluation[hermit.Position, move]{}, search.Options{TableMiB: 1}) }
	if got := panicOf(none); got == nil {
		t.Error("an engine without an evaluation")
	}
}

// panicOf returns what f panics with, nil if it does not.
func panicOf(f func()) (got any) {
	defer func() { got = recover() }()
	f()
	return nil
}

// TestTurnRoot has the root speak for the seat to move instead of the one that
// chose it.
func TestTurnRoot(t *testing.T) {
	tr := newTree[move](1)
	tr.nodes = append(tr.nodes[:0], node[move]{seatChanged: true, proof: int16(engine.LossIn(3)), winners: game.Only(1)})
	tr.add(0, nodes{{minimax: .2, mean: .3, visits: 1}, {minimax: .6, mean: .5, visits: 3}})
	tr.setRootSeat(1)
	if n := tr.nodes[0]; n.result() != engine.WinIn(3) || n.minimax != .6 || math.Abs(float64(n.mean)-.45) > 1e-6 || n.seatChanged {
		t.Errorf("%+v, want a win in 3, minimax 0.6 and mean 0.45", n)
	}
	again := tr.nodes[0]
	tr.setRootSeat(1)
	if tr.nodes[0] != again {
		t.Errorf("%+v after %+v, want it left alone", tr.nodes[0], again)
	}
	unvisited := rootWith(nodes{{minimax: .2}, {minimax: .6}})
	unvisited.nodes[0].seatChanged = true
	unvisited.setRootSeat(1)
	if n := unvisited.nodes[0]; n.minimax != .6 || n.mean != .6 {
		t.Errorf("%+v, want mean and minimax 0.6", n)
	}
}
