package game_test

import (
	"testing"

	"thera/game"
	"thera/game/gametest"
)

// TestPlainKernel counts, plays and ends a game whose kernel can do no more
// than it must.
func TestPlainKernel(t *testing.T) {
	pos := gametest.Must(t, heaps.Start, "")
	// The sums of depth ones and twos that are at most 5.
	for depth, want := range []uint64{1, 2, 4, 7, 5, 1, 0} {
		if n, err := game.Perft(t.Context(), pos, depth); n != want || err != nil {
			t.Errorf("depth %d: %d, %v; want %d", depth, n, err, want)
		}
	}
	for _, m := range []game.Move{"2", "1", "2"} {
		if pos.Ending() != "" {
			t.Errorf("%s matches: the game has ended, %s", pos, pos.Ending())
		}
		pos = gametest.Must(t, pos.Play, m)
	}
	if pos.Winners() != game.Only(0) || pos.Ending() != game.Stuck || len(pos.Moves()) != 0 {
		t.Errorf("no match left: winners %s, ending %q, moves %v", pos.Winners(), pos.Ending(), pos.Moves())
	}
	if _, err := pos.Play("1"); err == nil {
		t.Error("a match is taken from an empty heap")
	}
}
