package alphabeta_test

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
	"thera/search/alphabeta"
)

// TestSignature pins what one thread finds, and in how many nodes. A change of
// the search that is meant to change nothing leaves these numbers as they are;
// any other puts in the new ones.
func TestSignature(t *testing.T) {
	opt := search.Options{TableMiB: 1}
	amazonsEngine := func() engine.Engine { return alphabeta.New(amazonsEvaluation, opt) }
	santoriniEngine := func() engine.Engine { return alphabeta.New(santoriniEvaluation, opt) }
	hermitEngine := func() engine.Engine { return alphabeta.New(hermitEvaluation, opt) }
	for _, test := range []struct {
		engine   func() engine.Engine
		rules    game.Game
		position string
		depth    int
		lines    int
		want     string // score, nodes, line
	}{
		{amazonsEngine, amazons.Rules(), middle, 3, 1, "113 5755 [g8-g7(h7) h6-f4(f3) g7-h8(e5)]"},
		{amazonsEngine, amazons.Rules(), middle, 2, 3, "104 7427 [g8-g7(h7) h6-f4(f3)]"},
		{amazonsEngine, amazons.Rules(), "1q2q1/q4q/6/6/Q4Q/1Q2Q1 w", 2, 1, "65 3995 [b1-b5(d3) a5-d2(d1)]"},
		{amazonsEngine, amazons.Rules(), "1*1*q1/q2**1/**2qQ/qQ2*1/Q5/1Q2*1 w", 4, 1, "402 10663 [a2-e2(b5) a3-b2(c1) b3-c4(d4) e4-f3(e4)]"},
		{amazonsEngine, amazons.Rules(), "*q*q*1*1*q/1**1Q*****/*****1Q***/4***2*/***2****1/*2****1**/****2*q*1/1*********/*Q**1**1*1/3****Q*1 w", 12, 1, "29995 151 [e9-d9(e9) b10-a9(b10) b2-b1(a1) h4-h5(h4) h1-h2(h1)]"},
		{santoriniEngine, santorini.Rules(), "01011/23010/01130/10000/10110 c4e3,b2d1 1", 5, 1, "1900 12491 [c4-b3(c3) d1-c2(c3) b3-a4(b3) b2-a3(b4) a4-b3(a4)]"},
		{santoriniEngine, santorini.Rules(), "00000/00100/00000/00020/00000 b2d4,b4d2 1", 4, 2, "-2 12812 [d4-c4(d5) b4-c3(c2) b2-c2(b3) c3-d4(e3)]"},
		{santoriniEngine, santorini.Rules(), "01000/00210/00000/01100/00000 a1b3,c3e4,c5e3 2", 3, 1, "-51 2179 [e4-d4(e5) c5-b5(c4) a1-b2(c2)]"},
		{newBold, santorini.Rules(), "01011/23010/01130/10000/10110 c4e3,b2d1 1", 5, 1, "29993 2058 [c4-b3(c3) d1-c2(c3) b3-a4(b3) b2-a3(b4) a4-b3(a4) a3-a2(a1) b3-c3]"},
		{newBold, santorini.Rules(), "01000/00210/00000/01100/00000 a1b3,c3e4,c5e3 2", 3, 1, "-51 910 [e4-d4(e5) c5-b5(c4) a1-b2(c2)]"},
		{newBold, santorini.Rules(), "00110/00011/00002/00000/00000 b3e4,c3c5 1", 7, 1, "19 23748 [e4-e3(e4) c3-d4(d3) e3-e4(e3) d4-d3(e3) b3-b4(a4) c5-d4(c5) b4-c4(c5) d3-c3(d2) c4-b4(a5) c3-b3(c4)]"},
		{hermitEngine, hermit.Rules(), "...../...../...../...../..... 1", 3, 1, "1500 12621 [Rc3 Ra1 Re5]"},
		{hermitEngine, hermit.Rules(), "R..../...../..Y../...../....B 1", 4, 1, "220 34900 [Ra1 Rc1 Re2 Ra3]"},
	} {
		info, err := test.engine().Search(t.Context(), engine.Request{
			Position: gametest.Must(t, test.rules.Parse, test.position), Limits: engine.Limits{Depth: test.depth}, Lines: test.lines,
		})
		if got := fmt.Sprintf("%d %d %v", info.Score, info.Nodes, info.Line); err != nil || got != test.want {
			t.Errorf("%s, depth %d, %d lines: %v\n got %s\nwant %s", test.position, test.depth, test.lines, err, got, test.want)
		}
	}
}
