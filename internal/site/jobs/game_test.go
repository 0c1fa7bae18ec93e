package jobs

import (
	"fmt"
	"slices"
	"testing"

	"thera/hermit"
	"thera/internal/lab/match"
	"thera/internal/lab/puzzle"
)

// TestFirstPuzzles wants a search to end with the puzzles that it has, once it has played too
// many games without another one.
func TestFirstPuzzles(t *testing.T) {
	one := []byte(`{"id":"12345678"}`)
	none := func(games int) [][]byte { return slices.Repeat([][]byte{[]byte(`{"id":""}`)}, games) }
	for _, test := range []struct {
		outputs [][]byte
		found   int
		isVain  bool
	}{
		{nil, 0, false},
		{none(puzzle.Patience - 1), 0, false},
		{none(puzzle.Patience), 0, true},
		{append(none(puzzle.Patience-1), one), 1, false},
		{slices.Concat(none(1), [][]byte{one}, none(puzzle.Patience-1)), 1, false},
		{slices.Concat(none(1), [][]byte{one}, none(puzzle.Patience), [][]byte{one}), 1, true},
		{slices.Concat([][]byte{one, one}, none(puzzle.Patience)), 2, false},
	} {
		found, isVain := firstPuzzles(test.outputs, 2)
		if got, want := fmt.Sprint(len(found), isVain), fmt.Sprint(test.found, test.isVain); got != want {
			t.Errorf("%d outputs: %s, want %s", len(test.outputs), got, want)
		}
	}
}

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
