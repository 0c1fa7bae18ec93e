package alphabeta

import (
	"testing"

	"thera/engine"
	"thera/game"
	"thera/hermit"
	"thera/search"
)

// TestReverseFutility has a node estimated at 200 for the side to move.
func TestReverseFutility(t *testing.T) {
	p, err := hermit.Parse("../.. 1")
	if err != nil {
		t.Fatal(err)
	}
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
			margin:   test.margin,
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

func TestEnough(t *testing.T) {
	for _, test := range []struct {
		name        string
		bold        int
		depth       int
		tried       int
		best, alpha engine.Score
		width       engine.Score
		want        bool
	}{
		{"late", 1, 1, 10, -20, 0, 1, true},
		{"not so late", 1, 1, 9, -20, 0, 1, false},
		{"not so late for its depth", 1, 2, 21, -20, 0, 1, false},
		{"late for its depth", 1, 4, 70, -20, 0, 1, true},
		{"too deep", 1, 5, 200, -20, 0, 1, false},
		{"not bold", 0, 1, 10, -20, 0, 1, false},
		{"on the principal variation", 1, 1, 10, -20, 0, 2, false},
		{"all lose so far", 1, 1, 10, engine.LossIn(4), 0, 1, false},
	} {
		w := &worker[hermit.Position, hermit.Move, *hermit.Position]{bold: test.bold}
		if got := w.enough(test.depth, test.tried, test.best, test.alpha, test.alpha+test.width); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
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
		if got := final(test.score, test.depth); got != test.want {
			t.Errorf("%s at depth %d: %v", test.score, test.depth, got)
		}
	}
}
