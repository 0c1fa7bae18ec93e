package tree_test

import (
	"fmt"
	"testing"

	"thera/amazons"
	"thera/engine"
	"thera/game"
	"thera/game/gametest"
	"thera/hermit"
	"thera/santorini"
	"thera/search"
	"thera/search/tree"
)

// TestSignature pins what one thread finds in a given number of nodes. A change that
// is not meant to affect the search leaves these numbers alone; any other change
// updates them.
func TestSignature(t *testing.T) {
	opt := search.Options{TableMiB: 1}
	amazonsEngine := func() engine.Engine { return tree.New(amazonsEvaluation, opt) }
	santoriniEngine := func() engine.Engine { return tree.New(santoriniEvaluation, opt) }
	hermitEngine := func() engine.Engine { return tree.New(hermitEvaluation, opt) }
	for _, test := range []struct {
		engine   func() engine.Engine
		rules    game.Game
		position string
		nodes    uint64
		lines    int
		want     string // score, nodes and depth, line
	}{
		{amazonsEngine, amazons.Rules(), middle, 1500, 1, "116 1498 3 [g8-g7(h7) h6-f6(g5) a3-b4(c4)]"},
		{amazonsEngine, amazons.Rules(), middle, 1500, 3, "116 1498 3 [g8-g7(h7) h6-f6(g5) a3-b4(c4)]"},
		{amazonsEngine, amazons.Rules(), "1q2q1/q4q/6/6/Q4Q/1Q2Q1 w", 1500, 1, "40 1471 4 [b1-b4(a4) e6-e3(f3) f2-c2(d2) b6-d4(c4)]"},
		{amazonsEngine, amazons.Rules(), "1*1*q1/q2**1/**2qQ/qQ2*1/Q5/1Q2*1 w", 1500, 1, "286 1499 5 [b1-d3(b5) a3-b2(b1) b3-c2(c1) b2-c3(a1) a2-c4(d4)]"},
		{amazonsEngine, amazons.Rules(), "*q*q*1*1*q/1**1Q*****/*****1Q***/4***2*/***2****1/*2****1**/****2*q*1/1*********/*Q**1**1*1/3****Q*1 w", 1500, 1, "29993 1362 7 [b2-b1(a1) h4-h5(h4) g8-f8(g8) b10-a9(b10) h1-h2(h1) d10-d9(d10) b1-c1(b1)]"},
		{santoriniEngine, santorini.Rules(), "01011/23010/01130/10000/10110 c4e3,b2d1 1", 1500, 1, "684 1495 4 [c4-b3(c3) d1-c2(c3) b3-a4(b3) b2-a3(b3)]"},
		{santoriniEngine, santorini.Rules(), "00000/00100/00000/00020/00000 b2d4,b4d2 1", 1500, 2, "-5 1496 4 [d4-c4(c5) b4-c3(c2) b2-c2(b2) c3-d3(e2)]"},
		{santoriniEngine, santorini.Rules(), "01000/00210/00000/01100/00000 a1b3,c3e4,c5e3 2", 1500, 1, "12 1478 4 [e4-d4(e5) e3-d3(c4) a1-b2(c2) d4-e5(d4)]"},
		{hermitEngine, hermit.Rules(), "...../...../...../...../..... 1", 1500, 1, "271 1449 3 [Rc3 Ra1 Re5]"},
		{hermitEngine, hermit.Rules(), "R..../...../..Y../...../....B 1", 1500, 1, "-130 1488 10 [Ra1 Rc1 Re2 Ra3 Rc4 Re5 Yd1 Ye3 Yb1 Bd3]"},
	} {
		info, err := test.engine().Search(t.Context(), engine.Request{
			Position: gametest.Must(t, test.rules.Parse, test.position), Limits: engine.Limits{Nodes: test.nodes}, Lines: test.lines,
		})
		if got := fmt.Sprintf("%d %d %d %v", info.Score, info.Nodes, info.Depth, info.Line); err != nil || got != test.want {
			t.Errorf("%s, %d nodes, %d lines: %v\n got %s\nwant %s", test.position, test.nodes, test.lines, err, got, test.want)
		}
	}
}
