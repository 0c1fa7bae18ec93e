package amazons

import (
	"slices"
	"testing"

	"thera/game/gametest"
)

// TestHalves puts turns together from their halves.
func TestHalves(t *testing.T) {
	for _, turns := range []int{0, 20, 50} {
		for _, p := range randomPositions(t, 20, turns) {
			var moves []Move
			for _, first := range p.AppendFirst(nil) {
				rest := p.AppendRest(nil, first)
				if len(rest) == 0 {
					t.Fatalf("%s: no arrow after %s", &p, first)
				}
				moves = append(moves, rest...)
			}
			if !slices.Equal(moves, p.AppendMoves(nil)) {
				t.Errorf("%s: the halves make other moves", &p)
			}
		}
	}
}

// TestPlayFirst compares with the position in which the queen move has been
// made and the other side is to move.
func TestPlayFirst(t *testing.T) {
	for _, test := range []struct{ before, first, after string }{
		{"4/1Q2/4/3q w", "b3-b2(a1)", "4/4/1Q2/3q b"},
		{"4/1Q2/4/3q b", "d1-d4(a1)", "3q/1Q2/4/4 w"},
	} {
		p := gametest.Must(t, Parse, test.before)
		want := gametest.Must(t, Parse, test.after)
		first := gametest.Must(t, ParseMove, test.first)
		if p.PlayFirst(first); p != want {
			t.Errorf("%s after %s: %+v, want %+v", test.before, test.first, p, want)
		}
	}
}
