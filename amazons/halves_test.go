package amazons

import (
	"slices"
	"testing"
)

// TestHalves puts turns together from their halves.
func TestHalves(t *testing.T) {
	for _, turns := range []int{0, 20, 50} {
		for _, p := range randomPositions(t, 20, turns) {
			var moves []Move
			for _, first := range p.AppendFirst(nil) {
				rest := p.AppendRest(first, nil)
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
	p, err := Parse("4/1Q2/4/3q w")
	if err != nil {
		t.Fatal(err)
	}
	want, err := Parse("4/4/1Q2/3q b")
	if err != nil {
		t.Fatal(err)
	}
	first, err := ParseMove("b3-b2(a1)")
	if err != nil {
		t.Fatal(err)
	}
	if p.PlayFirst(first); p != want {
		t.Errorf("%+v, want %+v", p, want)
	}
}
