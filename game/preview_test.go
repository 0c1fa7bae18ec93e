package game_test

import (
	"strings"
	"testing"

	"thera/amazons"
	"thera/game"
	"thera/game/gametest"
	"thera/hermit"
	"thera/santorini"
)

// TestEntryBoard compares what is drawn of a turn that is being entered, rank
// by rank from the top.
func TestEntryBoard(t *testing.T) {
	const flat = "00000/00000/00000/00000/00000 "
	for _, test := range []struct {
		game            game.Game
		position, steps string
		want            string // what differs from the position, "" for nothing
	}{
		{amazons.Rules(), smallAmazons, "", ""},
		{amazons.Rules(), smallAmazons, "c1", ""},
		{amazons.Rules(), smallAmazons, "c1 b1", "b1Q c1."},
		{amazons.Rules(), smallAmazons, "c1 b1 c1", "b1Q c1*"},
		{amazons.Rules(), "Q1*q w", "a1 b1", "a1. b1Q"}, // the arrow can only go back
		{hermit.Rules(), smallHermit, "Y", ""},
		{hermit.Rules(), smallHermit, "Y a3", "a3Y"},
		{hermit.Rules(), smallHermit, "Y a3 b3", "a3Y b3Y"},
		{santorini.Rules(), flat + "-,- 1", "d4", "d40A"},
		{santorini.Rules(), smallSantorini, "b2 a1", "a10A b20."},
		{santorini.Rules(), smallSantorini, "b2 a1 b2", "a10A b21."},
		{santorini.Rules(), smallSantorini + " artemis,pan", "b2 a1", "a10A b20."},
		{santorini.Rules(), smallSantorini + " artemis,pan", "b2 b1 -a1", "a10A b20."},
		{santorini.Rules(), smallSantorini + " demeter,pan", "b2 a1 b1 a2", "a10A b11. a21. b20."},
		{santorini.Rules(), smallSantorini + " hephaestus,pan", "b2 a1 b1", "a10A b11. b20."},
		{santorini.Rules(), smallSantorini + " hephaestus,pan", "b2 a1 b1 b1", "a10A b12. b20."},
		{santorini.Rules(), smallSantorini + " atlas,pan", "b2 a1 b1 D", "a10A b14. b20."},
		{santorini.Rules(), smallSantorini + " prometheus,pan", "b3", "b31."},
		{santorini.Rules(), smallSantorini + " prometheus,pan", "b3 b2", "b31."},
		{santorini.Rules(), smallSantorini + " prometheus,pan", "b3 b2 a2", "a20A b20. b31."},
		{santorini.Rules(), smallSantorini + " prometheus,pan", "b3 b2 a2 b3", "a20A b20. b32."},
		{santorini.Rules(), smallSantorini + " hermes,pan", "d4 e5", "d40. e50A"},
		{santorini.Rules(), smallSantorini + " hermes,pan", "d4 e5 b2", "d40. e50A"},
		{santorini.Rules(), smallSantorini + " hermes,pan", "d4 e5 b2 d4", "b20. e50A"},
		// Of the turns that continue from here, the drawn one is short and does not come back.
		{santorini.Rules(), flat + "a3b5,a2b2 1 prometheus,pan", "a5", "a51."},
		{santorini.Rules(), flat + "a3e1,b1c5 1 artemis,pan", "e1 d2", "e10. d20A"},
		{santorini.Rules(), flat + "a3b3,b4e4 1 minotaur,pan", "a3", ""},
		// The worker on c3 changes places, or is pushed straight on.
		{santorini.Rules(), flat + "b2e5,a5c3 1 apollo,pan", "b2 c3", "b20B c30A"},
		{santorini.Rules(), flat + "b2e5,a5c3 1 apollo,pan", "b2 c3 c4", "b20B c30A c41."},
		{santorini.Rules(), flat + "b2e5,a5c3 1 minotaur,pan", "b2 c3", "b20. c30A d40B"},
	} {
		pos := gametest.Must(t, test.game.Parse, test.position)
		entry, ok := game.Enter(pos).Add(strings.Fields(test.steps)...)
		if !ok {
			t.Fatalf("%s: no move begins with %s", pos, test.steps)
		}
		if got := changes(pos.Board(), entry.Board()); got != test.want {
			t.Errorf("%s after %q: %q, want %q", pos, test.steps, got, test.want)
		}
	}
	if b := (game.Entry{}).Board(); b.Cells != nil {
		t.Errorf("nothing to enter has the board\n%s", b)
	}
}

// changes returns the squares on which two boards differ, with what stands there
// on the second.
func changes(before, after game.Board) string {
	var out []string
	for s, cell := range after.All() {
		if cell == *before.At(s) {
			continue
		}
		text := s.String()
		if after.HasLevels {
			text += string(rune('0' + cell.Level))
		}
		if cell.Piece == 0 {
			cell.Piece = '.'
		}
		out = append(out, text+string(rune(cell.Piece)))
	}
	return strings.Join(out, " ")
}
