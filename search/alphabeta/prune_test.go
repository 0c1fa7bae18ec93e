package alphabeta

import (
	"math"
	"testing"

	"thera/engine"
	"thera/game"
	"thera/game/gametest"
	"thera/hermit"
	"thera/search"
)

// TestReductionsAreTheSameEverywhere wants no reduction to be rounded otherwise where
// logarithms differ in their last digits.
func TestReductionsAreTheSameEverywhere(t *testing.T) {
	c := search.Options{}.WithDefaults().Constants
	for depth := c.ReductionDepth; depth < len(reductions{}); depth++ {
		for tried := c.UnreducedMoves; tried < len(reductions{}[0]); tried++ {
			plies := logReduction(c, depth, tried)
			if _, part := math.Modf(plies); math.Abs(part-.5) < 1e-9 {
				t.Errorf("depth %d, %d moves: %v plies are about half-way", depth, tried, plies)
			}
		}
	}
}

// TestReverseFutility has a node estimated at 200 for the side to move.
func TestReverseFutility(t *testing.T) {
	p := gametest.Must(t, hermit.Parse, "../.. 1")
	for _, test := range []struct {
		name        string
		margin      int
		depth       int
		alpha, beta engine.Score
		want        bool
	}{
		{"far above", 50, 3, 0, 1, true},
		{"just above", 50, 4, -1, 0, true},
		{"a little too low", 50, 3, 50, 51, false},
		{"at the edge", 50, 3, 49, 50, true},
		{"too deep", 10, 5, 0, 1, false},
		{"no margin", 0, 1, 0, 1, false},
		{"on the principal variation", 50, 3, 0, 2, false},
		{"a proof is wanted", 50, 1, engine.WinIn(9) - 1, engine.WinIn(9), false},
		{"a loss is in question", 50, 1, engine.LossIn(9), engine.LossIn(9) + 1, false},
	} {
		w := &worker[hermit.Position, hermit.Move, *hermit.Position]{
			opt:      search.Options{ReverseFutilityMargin: test.margin}.WithDefaults(),
			rootSide: game.Only(0),
			eval: search.Evaluation[hermit.Position, hermit.Move]{
				Evaluate: func(*hermit.Position, game.Seat) int { return 200 },
			},
		}
		if score, ok := w.reverseFutility(&p, test.depth, test.alpha, test.beta); ok != test.want || ok && score != 200 {
			t.Errorf("%s: %s, %v, want %v", test.name, score, ok, test.want)
		}
	}
}

func TestBreadth(t *testing.T) {
	for _, test := range []struct {
		name                       string
		bold, careful, depth, want int
		width                      engine.Score
	}{
		{"next to the horizon", 1, 200, 1, 10, 1},
		{"two plies before it", 1, 200, 2, 22, 1},
		{"four plies before it", 1, 200, 4, 70, 1},
		{"too deep", 1, 200, 5, unlimited, 1},
		{"less bold", 3, 200, 1, 30, 1},
		{"not bold", 0, 200, 1, unlimited, 1},
		{"on the principal variation", 1, 200, 1, 20, 2},
		{"all of the principal variation", 1, 0, 1, unlimited, 2},
	} {
		w := &worker[hermit.Position, hermit.Move, *hermit.Position]{
			opt: search.Options{LateMoveWidth: test.bold, PVWidthPercent: test.careful}.WithDefaults(),
		}
		if got := w.lateMoveLimit(test.depth, 0, test.width); got != test.want {
			t.Errorf("%s: %d, want %d", test.name, got, test.want)
		}
	}
}

// TestBreadthWhileAllLose has all moves lose but the last in the order, which a bold
// search has to come to.
func TestBreadthWhileAllLose(t *testing.T) {
	w, todo := prepared(t, engine.Limits{})
	w.opt.LateMoveWidth, w.opt.PVWidthPercent = 1, 100
	const depth = 2
	if breadth := w.lateMoveLimit(depth, 0, 1); len(todo.Moves) <= breadth {
		t.Fatalf("%d moves, want more than %d", len(todo.Moves), breadth)
	}
	const late = 9
	w.eval.Prioritize = func(_ *hermit.Position, _ []move, priorities []int32) { priorities[late] = -1 }
	last := todo.Root
	last.Play(todo.Moves[late])
	w.eval.Settled = func(p *hermit.Position) (game.Seats, int) {
		if *p == last {
			return game.Only(todo.Seat), 2
		}
		return game.Only(p.Turn()), 1
	}
	w.frames[0].pos = todo.Root
	if score := w.searchMoves(0, depth, -infinite, infinite, nil); !score.Won() {
		t.Errorf("%s, want a win", score)
	}
}

func TestFinal(t *testing.T) {
	for _, test := range []struct {
		score engine.Score
		depth int
		want  bool
	}{
		{100, 50, false},
		{engine.WinIn(5), 4, false},
		{engine.WinIn(5), 5, true},
		{engine.LossIn(4), 3, false},
		{engine.LossIn(4), 4, true},
	} {
		if got := isFinal(test.score, test.depth); got != test.want {
			t.Errorf("%s at depth %d: %v", test.score, test.depth, got)
		}
	}
}
