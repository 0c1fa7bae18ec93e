package jobs

import (
	"testing"

	"thera/hermit"
	"thera/internal/lab/match"
)

// TestCheckGame refuses games that say another winner than their moves.
func TestCheckGame(t *testing.T) {
	start, err := hermit.Rules().Start("3x3")
	if err != nil {
		t.Fatal(err)
	}
	o := match.Order{
		Game: "hermit", Variant: "3x3", Number: 1, Start: start.String(), Players: []string{"random", "random"}, Names: []string{"a", "b"},
		Sides: []int{0, 1}, Controls: make([]match.Control, 2), Seed: 1,
	}
	g, err := o.Play(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := checkGame(o, g); err != nil {
		t.Error(err)
	}
	for _, wrong := range []int{0, -1, 3 - g.Winner, 3, g.Winner + 256} {
		lie := g
		lie.Winner = wrong
		if err := checkGame(o, lie); err == nil {
			t.Errorf("won by seat %d: accepted", wrong)
		}
	}
}
