package rating_test

import (
	"testing"

	"thera/internal/puzzle/rating"
)

// TestAfter has both move, against each other, and the solver who is not known yet
// further.
func TestAfter(t *testing.T) {
	for _, solved := range []bool{true, false} {
		before, puzzle := rating.Solver(), rating.Puzzle(1400)
		after, changed := rating.After(before, puzzle, 0, solved)
		up, back := after.Rating-before.Rating, puzzle.Rating-changed.Rating
		if !solved {
			up, back = -up, -back
		}
		if up <= back || back <= 0 || after.Deviation >= before.Deviation {
			t.Errorf("solved %t: %+v became %+v, the puzzle %+v", solved, before, after, changed)
		}
	}
}
