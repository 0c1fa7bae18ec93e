package pns_test

import (
	"fmt"
	"testing"

	"thera/amazons"
	"thera/engine"
	"thera/game"
	"thera/game/gametest"
	"thera/hermit"
)

// TestSignature pins what one thread finds, and in how many nodes. A change that
// is meant to change nothing leaves these numbers as they are; any other puts in
// the new ones.
func TestSignature(t *testing.T) {
	plain := newPlain[amazons.Position, amazons.Move]
	blocks := newPlain[hermit.Position, hermit.Move]
	for _, test := range []struct {
		solver   func() engine.Solver
		rules    game.Game
		position string
		all      bool
		nodes    uint64 // the limit, 0 for none
		want     string // winners, nimber, moves, nodes
	}{
		{newEndings, amazons.Rules(), "1qq1/q2q/Q2Q/1QQ1 w", false, 0, "2 -1 [] 16043"},
		{newEndings, amazons.Rules(), "2q/3/Q2 w", true, 0, "1 -1 [a1-b1(b2) a1-b1(b3) a1-c1(a3) a1-a2(b2) a1-a2(c2) a1-b2(a1) a1-b2(b1) a1-b2(c1) a1-b2(a2) a1-b2(c2) a1-b2(a3) a1-b2(b3) a1-a3(c1)] 1544"},
		{newEndings, amazons.Rules(), "1q2/4/4/4/2Q1 b", false, 0, "2 -1 [b5-b2(c2)] 9272"},
		{newEndings, amazons.Rules(), "1*1*q1/q2**1/**2qQ/qQ2*1/Q5/1Q2*1 w", false, 20_000, "- -1 [] 20001"},
		{newEndings, amazons.Rules(), "3q2/**Q***/1****1/q4*/**1***/2Q3 w", true, 0, "1 -1 [c1-b1(d3) c1-d1(b3) c1-d1(a4) c1-c2(b1) c1-c2(b3) c1-c2(c3) c1-c2(d3) c1-c2(a4) c1-c3(c1) c1-c3(c2) c1-c3(b3)] 6555"},
		{newEndings, amazons.Rules(), "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w", false, 30_000, "- -1 [] 31299"},
		{newOrdered, amazons.Rules(), "1*1*q1/q2**1/**2qQ/qQ2*1/Q5/1Q2*1 w", false, 20_000, "- -1 [] 20012"},
		{newOrdered, amazons.Rules(), "3q2/**Q***/1****1/q4*/**1***/2Q3 w", true, 0, "1 -1 [c1-b1(d3) c1-d1(b3) c1-d1(a4) c1-c2(b1) c1-c2(b3) c1-c2(c3) c1-c2(d3) c1-c2(a4) c1-c3(c1) c1-c3(c2) c1-c3(b3)] 5614"},
		{newOrdered, amazons.Rules(), "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w", false, 30_000, "- -1 [] 30245"},
		{plain, amazons.Rules(), "q2/2Q/3 w", true, 0, "1 -1 [c2-b1(b2) c2-b1(b3) c2-c1(b2) c2-a2(b2) c2-a2(c2) c2-b2(a1) c2-b2(b1) c2-b2(c1) c2-b2(a2) c2-b2(c2) c2-b2(b3) c2-b2(c3) c2-b3(b1) c2-b3(b2) c2-c3(a1)] 15167"},
		{plain, amazons.Rules(), "1q1/3/3/1Q1 b", true, 0, "2 -1 [b4-b2(b3)] 163700"},
		{blocks, hermit.Rules(), ".../.../... 1", true, 0, "1 -1 [Rb2 Yb2 Bb2] 64617"},
		{blocks, hermit.Rules(), "..../..../R... 1", false, 0, "1 -1 [Rc2-d2] 59970"},
		{blocks, hermit.Rules(), "..../..../.... 1", false, 20_000, "- -1 [] 20006"},
	} {
		pos := gametest.Must(t, test.rules.Parse, test.position)
		v, err := test.solver().Solve(t.Context(), engine.Problem{Position: pos, All: test.all, Limits: engine.Limits{Nodes: test.nodes}})
		if got := fmt.Sprint(v.Winners, v.Grundy, v.Moves, v.Nodes); err != nil || got != test.want {
			t.Errorf("%s, all %t, limit %d: %v\n got %s\nwant %s", test.position, test.all, test.nodes, err, got, test.want)
		}
	}
}
