package rating_test

import (
	"testing"

	"thera/internal/lab/rating"
)

// TestAfter has both move, against each other, and the solver who is not known yet
// further.
func TestAfter(t *testing.T) {
	for _, solved := range []bool{true, false} {
		before, puzzle := rating.OfSolver(), rating.OfPuzzle(1400)
		after, changed := rating.AfterPuzzle(before, puzzle, 0, solved)
		up, back := after.Rating-before.Rating, puzzle.Rating-changed.Rating
		if !solved {
			up, back = -up, -back
		}
		if up <= back || back <= 0 || after.Deviation >= before.Deviation {
			t.Errorf("solved %t: %+v became %+v, the puzzle %+v", solved, before, after, changed)
		}
	}
}
