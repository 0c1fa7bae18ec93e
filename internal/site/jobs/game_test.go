package jobs

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"thera/game"
	"thera/game/gametest"
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

// playOrder returns an order, and the game that was played by it.
func playOrder(t testing.TB) (match.Order, match.Result) {
	t.Helper()
	start := gametest.Must(t, hermit.Rules().Start, "3x3")
	o := match.Order{
		Game: "hermit", Variant: "3x3", Number: 1, Start: start.String(), Players: []string{"random", "random"}, Names: []string{"a", "b"},
		Sides: []int{0, 1}, Controls: make([]match.Control, 2), Seed: 1,
	}
	g := gametest.Must(t, o.Play, t.Context())
	return o, g
}

// TestCheckGame refuses games that say another winner than their moves.
func TestCheckGame(t *testing.T) {
	o, g := playOrder(t)
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

// FuzzReadGame wants what a worker says to be the whole game that it was to play, with the
// right winner, or an error.
func FuzzReadGame(f *testing.F) {
	o, g := playOrder(f)
	output, err := json.Marshal(g)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(output)
	f.Fuzz(func(t *testing.T, output []byte) {
		g, err := readGame(o, output)
		if err != nil {
			return
		}
		played := game.Record{Game: o.Game, Start: o.Start}
		for _, m := range g.Moves {
			played.Moves = append(played.Moves, m.Move)
		}
		positions := gametest.Must(t, played.Replay, hermit.Rules())
		if winners := positions[len(positions)-1].Winners(); winners.String() != fmt.Sprint(g.Winner) {
			t.Errorf("won by seat %s, accepted for %d: %s", winners, g.Winner, output)
		}
	})
}
