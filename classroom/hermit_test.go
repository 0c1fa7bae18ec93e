package classroom_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"thera/classroom"
)

func TestNewHermit(t *testing.T) {
	for _, n := range []int{0, -1, math.MinInt} {
		if board, err := classroom.NewHermit(n); board != nil || err == nil || !strings.HasSuffix(err.Error(), ": want 1 or more") {
			t.Errorf("board of size %d: %v, error %v, want none and an error that wants 1 or more", n, board, err)
		}
	}
	if _, err := classroom.NewHermit(math.MaxInt); err != nil {
		t.Errorf("largest board: %v", err)
	}
	if got := must(classroom.NewHermit(1)).String(); got != "." {
		t.Errorf("board of size 1: %q, want a dot", got)
	}
	if got := must(classroom.NewHermit(3)).String(); got != ". . .\n. . .\n. . ." {
		t.Errorf("board of size 3:\n%s", got)
	}
}

func TestHermitPositions(t *testing.T) {
	tests := []struct {
		at        classroom.Square
		placement classroom.Placement
		want      []classroom.Square
	}{
		{at(1, 1), classroom.Upright, []classroom.Square{at(1, 1)}},
		{at(1, 1), classroom.Horizontal, []classroom.Square{at(1, 1), at(1, 2)}},
		{at(1, 1), classroom.Vertical, []classroom.Square{at(1, 1), at(2, 1)}},
		// The board is not looked at: these are covered or off it.
		{at(0, 0), classroom.Upright, []classroom.Square{at(0, 0)}},
		{at(0, 2), classroom.Horizontal, []classroom.Square{at(0, 2), at(0, 3)}},
		{at(2, 0), classroom.Vertical, []classroom.Square{at(2, 0), at(3, 0)}},
		{at(-1, 9), classroom.Vertical, []classroom.Square{at(-1, 9), at(0, 9)}},
	}
	board := must(must(classroom.NewHermit(3)).Move('R', at(0, 0), 'U'))
	before := board.String()
	for _, test := range tests {
		got, err := board.Positions(test.at, test.placement)
		if !slices.Equal(got, test.want) || err != nil {
			t.Errorf("%v %c: %v, %v, want %v", test.at, test.placement, got, err, test.want)
		}
	}
	if board.String() != before {
		t.Errorf("board changed to\n%s", board)
	}
	if _, err := board.Positions(at(0, 0), 'X'); err == nil || err.Error() != "placement 'X': want U, H or V" {
		t.Errorf("unknown placement: error %v", err)
	}
}

func TestHermitIsValid(t *testing.T) {
	// . . . .
	// . R R .
	// . . . .
	// B . . .
	board := must(classroom.NewHermit(4))
	must(must(board.Move('R', at(1, 1), 'H')).Move('B', at(3, 0), 'U'))
	tests := []struct {
		name  string
		color classroom.Color
		at    classroom.Square
		want  bool
	}{
		{"covered by its color", 'R', at(1, 1), false},
		{"covered by another color", 'Y', at(1, 1), false},
		{"beside its color", 'R', at(1, 0), false},
		{"below its color", 'R', at(2, 1), false},
		{"diagonal to its color", 'R', at(0, 3), false},
		{"diagonal to its color, at the edge", 'B', at(2, 1), false},
		{"next to other colors only", 'Y', at(2, 1), true},
		{"two squares from its color", 'R', at(3, 1), true},
		{"in a corner", 'B', at(0, 3), true},
		{"above the board", 'Y', at(-1, 0), false},
		{"below the board", 'Y', at(4, 0), false},
		{"left of the board", 'Y', at(0, -1), false},
		{"right of the board", 'Y', at(0, 4), false},
		{"far off the board", 'Y', at(math.MaxInt, math.MinInt), false},
		{"unknown color", 'G', at(0, 3), false},
		{"no color", 0, at(0, 3), false},
	}
	for _, test := range tests {
		if got := board.IsValid(test.color, test.at); got != test.want {
			t.Errorf("%s: %c at %v is %t, want %t", test.name, test.color, test.at, got, test.want)
		}
	}
}

func TestHermitRefusals(t *testing.T) {
	tests := []struct {
		name      string
		color     classroom.Color
		at        classroom.Square
		placement classroom.Placement
	}{
		{"covered", 'B', at(1, 1), 'U'},
		{"first square covered", 'B', at(1, 1), 'H'},
		{"second square covered", 'B', at(1, 0), 'H'},
		{"lower square covered", 'B', at(0, 1), 'V'},
		{"touches its color", 'R', at(2, 2), 'U'},
		{"second square touches its color", 'R', at(2, 3), 'H'},
		{"right half off the board", 'B', at(0, 4), 'H'},
		{"lower half off the board", 'B', at(4, 0), 'V'},
		{"left half off the board", 'B', at(3, -1), 'H'},
		{"upper half off the board", 'B', at(-1, 3), 'V'},
		{"off the board", 'B', at(5, 5), 'U'},
		{"off the numbers", 'B', at(math.MaxInt, math.MaxInt), 'V'},
		{"unknown color", 'G', at(3, 3), 'U'},
		{"color in lower case", 'b', at(3, 3), 'U'},
		{"dot as a color", '.', at(3, 3), 'U'},
		{"no color", 0, at(3, 3), 'U'},
		{"unknown placement", 'B', at(3, 3), 'X'},
	}
	board := must(must(must(classroom.NewHermit(5)).Move('R', at(1, 1), 'U')).Move('R', at(2, 4), 'V'))
	before := board.String()
	for _, test := range tests {
		got, err := board.Move(test.color, test.at, test.placement)
		if !errors.Is(err, classroom.ErrInvalidMove) || err.Error() != "invalid move" {
			t.Errorf("%s: error %v, want invalid move", test.name, err)
		}
		if got != board {
			t.Errorf("%s: returned another board", test.name)
		}
		if board.String() != before {
			t.Fatalf("%s: changed the board to\n%s", test.name, board)
		}
	}
}

// TestHermitBlocksOwnSquares places blocks whose squares would forbid each
// other if they were blocks of their own.
func TestHermitBlocksOwnSquares(t *testing.T) {
	board := must(must(must(classroom.NewHermit(3)).Move('R', at(0, 0), 'V')).Move('B', at(2, 1), 'H'))
	if got := board.String(); got != "R . .\nR . .\n. B B" {
		t.Errorf("board\n%s", got)
	}
}

// TestHermitHasNoTurns places three blocks of one color in a row.
func TestHermitHasNoTurns(t *testing.T) {
	board := must(classroom.NewHermit(5))
	must(must(must(board.Move('Y', at(0, 0), 'U')).Move('Y', at(0, 2), 'U')).Move('Y', at(0, 4), 'U'))
	if got := strings.Split(board.String(), "\n")[0]; got != "Y . Y . Y" {
		t.Errorf("row 0 is %s, want Y . Y . Y", got)
	}
}

func TestHermitPossibleMoves(t *testing.T) {
	for n := 1; n <= 5; n++ {
		moves := must(classroom.NewHermit(n)).PossibleMoves()
		if got, want := len(moves), 3*(n*n+2*n*(n-1)); got != want {
			t.Errorf("an empty board of size %d has %d moves, want %d", n, got, want)
		}
	}
	board := must(must(classroom.NewHermit(2)).Move('R', at(0, 0), 'U'))
	const want = "Y(0, 1)U Y(0, 1)V B(0, 1)U B(0, 1)V Y(1, 0)U Y(1, 0)H B(1, 0)U B(1, 0)H Y(1, 1)U B(1, 1)U"
	if got := strings.Join(each(board.PossibleMoves(), classroom.Block.String), " "); got != want {
		t.Errorf("moves\n%s, want\n%s", got, want)
	}
}
