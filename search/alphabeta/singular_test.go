package alphabeta

import (
	"testing"

	"thera/engine"
)

// TestSingular has a node whose moves are all worth 7, and a table that says
// otherwise of one.
func TestSingular(t *testing.T) {
	for _, test := range []struct {
		name   string
		bold   int
		known  engine.Score
		bound  bound
		behind int
		depth  int
		forced bool
		alpha  engine.Score
		width  engine.Score
		extra  int
		cut    bool
		looks  bool
	}{
		{name: "stands alone", bold: 1, known: 200, bound: lower, depth: 6, alpha: 300, width: 1, extra: 1, looks: true},
		{name: "stands alone, known exactly", bold: 1, known: 200, bound: exact, behind: 3, depth: 6, width: 90, extra: 1, looks: true},
		{name: "one of many", bold: 1, known: 7, bound: lower, depth: 6, alpha: 7, width: 1, looks: true},
		{name: "one of many that are too good", bold: 1, known: 7, bound: lower, depth: 6, alpha: -40, width: 1, cut: true, looks: true},
		{name: "one of many on the principal variation", bold: 1, known: 7, bound: lower, depth: 6, alpha: -40, width: 20, looks: true},
		{name: "not bold", known: 200, bound: lower, depth: 6, width: 1},
		{name: "near the horizon", bold: 1, known: 200, bound: lower, depth: 5, width: 1},
		{name: "known to be no better", bold: 1, known: 200, bound: upper, depth: 6, width: 1},
		{name: "known by a glance", bold: 1, known: 200, bound: lower, behind: 4, depth: 6, width: 1},
		{name: "known to win", bold: 1, known: engine.WinIn(9), bound: lower, depth: 6, width: 1},
		{name: "forced", bold: 1, known: 200, bound: lower, depth: 6, forced: true, width: 1},
	} {
		w, todo := prepared(t, engine.Limits{})
		w.opt.LateMoveWidth, w.depth = test.bold, test.depth
		f := &w.frames[1]
		f.pos, f.forced = todo.Root, test.forced
		known := entry[move]{
			move: todo.Moves[0], score: int16(test.known), bound: test.bound, depth: uint8(test.depth - test.behind),
		}
		beta := test.alpha + test.width
		extra, others := w.singularExtension(1, test.depth, known, test.alpha, beta)
		if extra != test.extra || others >= beta != test.cut || w.count.Nodes > 0 != test.looks {
			t.Errorf("%s: %d plies extra, others %s, %d nodes", test.name, extra, others, w.count.Nodes)
		}
	}
}
