package santorini

import (
	"testing"

	"thera/game"
)

// TestMoveParts packs turns and wants their parts and texts back.
func TestMoveParts(t *testing.T) {
	c3, c4, d4 := at(2, 2), at(2, 3), at(3, 3)
	for _, test := range []struct {
		move             Move
		text             string
		placement, climb bool
	}{
		{NewMove(c3, c4, d4), "c3-c4(d4)", false, false},
		{NewMove(c3, c4, Nowhere), "c3-c4", false, true},
		{NewPlacement(c3, c4), "@c3,c4", true, false},
		{NewPlacement(c4, c3), "@c3,c4", true, false},
		{NewMove(c3, c4, d4).With(Domed, 0), "c3-c4(d4D)", false, false},
		{NewMove(c3, c4, d4).With(Via, at(3, 2)), "c3-d3-c4(d4)", false, false},
		{NewMove(c3, c4, Nowhere).With(Via, at(3, 2)), "c3-d3-c4", false, true},
		{NewMove(c3, c4, d4).With(Also, at(3, 4)), "c3-c4(d4,d5)", false, false},
		{NewMove(c3, c4, d4).With(Before, at(0, 0)), "(a1)c3-c4(d4)", false, false},
		{NewMove(c3, c4, d4).WithWalk(at(4, 4), at(0, 0)), "c3-c4,e5-a1(d4)", false, false},
	} {
		m := test.move
		if parsed, err := ParseMove(test.text); err != nil || parsed != m || m.String() != test.text {
			t.Errorf("%s: read as %s, %v; packed it is %s", test.text, parsed, err, m)
		}
		from, to, build := m.Spaces()
		if m.IsPlacement() != test.placement || m.IsClimb() != test.climb || from != c3 || to != c4 {
			t.Errorf("%s: placement %t, climb %t, from %s to %s", m, m.IsPlacement(), m.IsClimb(), from, to)
		}
		if builds := !test.placement && !test.climb; builds && build != d4 || builds == (build == Nowhere) {
			t.Errorf("%s: builds on %s", m, build)
		}
	}
}

// TestSpaces wants each square of the board to be one space, in the order of
// names, and no other square to be any.
func TestSpaces(t *testing.T) {
	n := Space(0)
	for file := range game.MaxFiles {
		for rank := range game.MaxRanks {
			square := game.At(file, rank)
			s, ok := SpaceOf(square)
			switch inside := file < Size && rank < Size; {
			case ok != inside:
				t.Errorf("%s: on the board is %t, want %t", square, ok, inside)
			case inside && (s != n || s.Square() != square || s.File() != file || s.Rank() != rank):
				t.Errorf("%s is space %d, want %d, which is %s", square, s, n, n.Square())
			case inside:
				n++
			}
		}
	}
	if n != NumSpaces || AllSpaces.Len() != NumSpaces || AllSpaces.Last() != NumSpaces-1 {
		t.Errorf("%d spaces and %d in the set of all, want %d", n, AllSpaces.Len(), NumSpaces)
	}
}
