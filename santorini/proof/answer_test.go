package proof_test

import (
	"fmt"
	"testing"

	"thera/engine"
	"thera/game/gametest"
	"thera/santorini"
	"thera/santorini/proof"
)

// TestSignature pins what the solver finds, and in how many nodes. A change that
// is meant to change nothing leaves these numbers as they are; any other puts in
// the new ones.
func TestSignature(t *testing.T) {
	for _, test := range []struct {
		position string
		all      bool
		nodes    uint64 // the limit, 0 for none
		want     string // winners, plies, nimber, moves, nodes
	}{
		{"20240/34212/12211/13140/11232 b5e2,b1d4 2", false, 0, "2 1 -1 [d4-d3(e3)] 1"},
		{"00020/11220/14140/20221/01213 b1b5,b4c4 1", true, 9e6, "1 3 -1 [b1-c1(c2) b1-c2(c1)] 1333266"},
		{"10021/31202/20421/22324/14100 b3c5,d4e3 1", true, 0, "2 4 -1 [] 275"},
		{"01000/12201/20200/21312/04221 b3e2,b5d4 2", false, 0, "2 5 -1 [b5-b4(a3)] 133"},
		{"01000/12201/20200/21312/04221 b3e2,b5d4 2", true, 9e6, "2 5 -1 [b5-b4(a3) b5-b4(c3) b5-b4(c4) b5-c4(b4)] 1302741"},
		{"00202/10132/11301/00302/12120 b2d5,a4b4 1", false, 0, "1 5 -1 [b2-c1(b2)] 1077"},
		{"00311/11020/02340/10201/00100 b4d1,d2e4 2", false, 0, "1 4 -1 [] 900"},
		{"01300/10011/03021/11010/20110 a3a5,c1e2 1", false, 0, "1 7 -1 [a5-b5(a4)] 8334"},
		{"01300/10011/03021/11010/20110 a3a5,c1e2 1", true, 9e6, "1 7 -1 [a3-a4(b5) a3-b2(a2) a5-a4(b5) a5-b5(a4)] 2153684"},
		{"01300/10011/03021/11010/20110 a3a5,c1e2 1", false, 3000, "- 0 -1 [] 3001"},
		{"11030/14330/01131/31021/01201 a5e1,b3b5 2", true, 0, "1 8 -1 [] 18610"},
		{"11301/30041/21401/00241/01210 b2e1,b4e4 2", true, 30_000, "2 7 -1 [b4-b3(b4) b4-b3(c4)] 30001"},
		{"11301/30041/21401/00241/01210 b2e1,b4e4 2", true, 0, "2 7 -1 [b4-b3(b4) b4-b3(c4)] 1002886"},
		{"12140/21430/01214/31402/10210 d2e4,c5e5 1", false, 0, "2 4 -1 [] 292"},
		{"01011/23010/01130/10000/10110 c4e3,b2d1 1", false, 30_000, "1 7 -1 [c4-b3(c3)] 13800"},
		{"00000/00100/00000/00020/00000 b2d4,b4d2 1", false, 30_000, "- 0 -1 [] 30001"},
		{"02020/10302/04140/00031/01004 b4d4,c2e3 1 artemis,artemis", false, 0, "1 5 -1 [b4-a4-b5(c5)] 132"},
		{"11031/13340/11111/14424/01200 a4c5,d3e4 1 minotaur,hermes", false, 0, "2 4 -1 [] 1298"},
		{"10020/04030/10401/04122/11120 c2c5,b5d1 1 apollo,pan", false, 0, "1 7 -1 [c2-d1(d2)] 6198"},
	} {
		pos := gametest.Must(t, santorini.Rules().Parse, test.position)
		v, err := proof.New(1).Solve(t.Context(), engine.Problem{Position: pos, All: test.all, Limits: engine.Limits{Nodes: test.nodes}})
		if got := fmt.Sprint(v.Winners, v.Plies, v.Grundy, v.Moves, v.Nodes); err != nil || got != test.want {
			t.Errorf("%s, all %t, limit %d: %v\n got %s\nwant %s", test.position, test.all, test.nodes, err, got, test.want)
		}
	}
}
