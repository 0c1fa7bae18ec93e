package hermit

import (
	"slices"
	"testing"

	"thera/game"
)

// TestLegal compares Legal with the list of moves, for all moves of the largest board.
func TestLegal(t *testing.T) {
	var all []Move
	for file := range game.MaxFiles {
		for rank := range game.MaxRanks {
			for color := range Color(NumColors) {
				all = append(all, NewMove(color, Upright, game.At(file, rank)))
				if file+1 < game.MaxFiles {
					all = append(all, NewMove(color, Horizontal, game.At(file, rank)))
				}
				if rank > 0 {
					all = append(all, NewMove(color, Vertical, game.At(file, rank)))
				}
			}
		}
	}
	for _, p := range randomPositions(t, 50, 3*game.MaxFiles*game.MaxRanks) {
		moves := p.AppendMoves(nil)
		for _, m := range all {
			if got, want := p.Legal(m), slices.Contains(moves, m); got != want {
				t.Fatalf("%s: %s is legal: %t, want %t", p.String(), m, got, want)
			}
		}
	}
}
