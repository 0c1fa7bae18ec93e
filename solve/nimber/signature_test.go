package nimber_test

import (
	"fmt"
	"testing"

	"thera/engine"
	"thera/solve/nimber"
)

// TestSignature pins what one thread finds, and in how many nodes. A change that
// is meant to change nothing leaves these numbers, and those of TestSignatureCram, as
// they are; any other puts in the new ones.
func TestSignature(t *testing.T) {
	for _, test := range []struct {
		position string
		all      bool
		nodes    uint64 // the limit, 0 for none
		outcome  bool
		want     string // winners, nimber, moves, nodes
	}{
		{"./././././. 1", true, 0, false, "1 3 [Ra2 Ra5 Ra4-a3 Ya2 Ya5 Ya4-a3 Ba2 Ba5 Ba4-a3] 13"},
		{"...../..... 1", true, 0, false, "1 1 [Rb1 Rd1 Rb2 Rd2 Ra1-b1 Rd1-e1 Ra2-b2 Rd2-e2 Rb2-b1 Rc2-c1 Rd2-d1 Yb1 Yd1 Yb2 Yd2 Ya1-b1 Yd1-e1 Ya2-b2 Yd2-e2 Yb2-b1 Yc2-c1 Yd2-d1 Bb1 Bd1 Bb2 Bd2 Ba1-b1 Bd1-e1 Ba2-b2 Bd2-e2 Bb2-b1 Bc2-c1 Bd2-d1] 124"},
		{"..../..../.... 1", true, 0, false, "1 2 [Rb2-c2 Yb2-c2 Bb2-c2] 578"},
		{"..../..../.... 1", false, 0, true, "1 -1 [Rb2-c2] 1"},
		{"..../..../.... 1", false, 150, false, "1 -1 [Rb2-c2] 151"},
		{"R..../..... 2", true, 0, false, "2 4 [Re2-e1] 267"},
		{"R...../....../...Y.. 1", false, 900, false, "- -1 [] 901"},
		{"..../..../..../.... 1", false, 0, false, "2 0 [] 2550"},
		{"..../..../..../.... 2", false, 0, false, "1 0 [] 2550"},
		{"....../....../...... 1", false, 0, false, "1 3 [Rc2-d2] 22459"},
	} {
		s := newSolver(nimber.Options{TableMiB: 2, OutcomeOnly: test.outcome})
		v, err := s.Solve(t.Context(), engine.Problem{
			Position: parse(t, test.position), All: test.all, Limits: engine.Limits{Nodes: test.nodes},
		})
		if got := fmt.Sprint(v.Winners, v.Grundy, v.Moves, v.Nodes); err != nil || got != test.want {
			t.Errorf("%s, all %t, limit %d: %v\n got %s\nwant %s", test.position, test.all, test.nodes, err, got, test.want)
		}
	}
}
