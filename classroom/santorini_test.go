package classroom_test

import (
	"errors"
	"strings"
	"testing"

	"thera/classroom"
)

// village returns a board with the workers
//
//	A B . . .
//	. C . . .
//	. . . . .
//	. . . . .
//	. . . . D
//
// and builds what is asked for, one step each: "B:E" lets B build to the east.
func village(steps ...string) *classroom.Santorini {
	board := must(classroom.NewSantorini([]classroom.Square{at(0, 0), at(0, 1), at(1, 1), at(4, 4)}))
	for _, step := range steps {
		letter, direction, _ := strings.Cut(step, ":")
		must(board.BuildTower([]rune(letter)[0], direction))
	}
	return board
}

func TestNewSantorini(t *testing.T) {
	squares := []classroom.Square{
		at(0, 0), at(4, 4), at(0, 4), at(4, 0), at(2, 2), at(1, 2), at(3, 2), at(2, 3), at(2, 1), at(0, 1),
	}
	tests := []struct {
		name      string
		positions []classroom.Square
		workers   string
		err       string
	}{
		{"two players", squares[:4], "A(0, 0) B(4, 4) C(0, 4) D(4, 0)", ""},
		{"three players", squares[:6], "A(0, 0) B(4, 4) C(0, 4) D(4, 0) E(2, 2) F(1, 2)", ""},
		{"four players", squares[:8], "A(0, 0) B(4, 4) C(0, 4) D(4, 0) E(2, 2) F(1, 2) G(3, 2) H(2, 3)", ""},
		{"nobody", nil, "", "workers at []: want 4, 6 or 8 positions, not 0"},
		{"one player", squares[:2], "", "workers at [(0, 0) (4, 4)]: want 4, 6 or 8 positions, not 2"},
		{"half a player", squares[:5], "", "want 4, 6 or 8 positions, not 5"},
		{"five players", squares, "", "want 4, 6 or 8 positions, not 10"},
		{"row off the board", []classroom.Square{at(0, 0), at(5, 0), at(1, 1), at(2, 2)}, "", "worker at (5, 0): want a row and a column from 0 to 4"},
		{"column off the board", []classroom.Square{at(0, 0), at(1, 1), at(0, -1), at(2, 2)}, "", "worker at (0, -1): want a row and a column from 0 to 4"},
		{"two on a square", []classroom.Square{at(0, 0), at(1, 1), at(2, 2), at(1, 1)}, "", "worker at (1, 1): want another square than worker B"},
	}
	for _, test := range tests {
		board, err := classroom.NewSantorini(test.positions)
		if test.err != "" {
			if board != nil || err == nil || !strings.Contains(err.Error(), test.err) {
				t.Errorf("%s: %v, error %v, want none and %s", test.name, board, err, test.err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if got := pieces(board.Workers()); got != test.workers {
			t.Errorf("%s: workers %s, want %s", test.name, got, test.workers)
		}
	}
}

// TestSantoriniKeepsNothingOfTheCaller changes the slices given and returned.
func TestSantoriniKeepsNothingOfTheCaller(t *testing.T) {
	positions := []classroom.Square{at(0, 0), at(0, 1), at(1, 1), at(4, 4)}
	board := must(classroom.NewSantorini(positions))
	positions[0].Row = 3
	board.Workers()[0].Square.Row = 3
	if got := board.Workers()[0].Square; got != at(0, 0) {
		t.Errorf("worker A at %v, want (0, 0)", got)
	}
}

func TestSantoriniString(t *testing.T) {
	board := village("C:W", "C:SE", "C:SE", "D:N", "D:N", "D:N", "D:W", "D:W", "D:W", "D:W")
	must(board.MoveWorker('A', "S")) // onto level 1
	const want = "0B000\nAC000\n00200\n00003\n0004D"
	if got := board.String(); got != want {
		t.Errorf("board\n%s\nwant\n%s", got, want)
	}
}

func TestLevel(t *testing.T) {
	board := village("C:W")
	must(board.MoveWorker('A', "S"))
	for letter, want := range map[rune]int{'A': 1, 'B': 0, 'D': 0} {
		if got, err := board.Level(letter); got != want || err != nil {
			t.Errorf("level of %c: %d, %v, want %d", letter, got, err, want)
		}
	}
	for _, letter := range []rune{'E', 'a', 0} {
		if _, err := board.Level(letter); err == nil || !strings.HasSuffix(err.Error(), ": want one of the 4 letters from A") {
			t.Errorf("level of %q: error %v", letter, err)
		}
	}
}

func TestMoveWorker(t *testing.T) {
	tests := []struct {
		name      string
		board     *classroom.Santorini
		letter    rune
		direction string
		legal     bool
	}{
		{"along the ground", village(), 'A', "S", true},
		{"diagonally", village(), 'D', "NW", true},
		{"up one", village("C:W"), 'A', "S", true},
		{"up two", village("C:W", "C:W"), 'A', "S", false},
		{"up three", village("C:W", "C:W", "C:W"), 'A', "S", false},
		{"off the board", village(), 'A', "N", false},
		{"off the corner", village(), 'D', "SE", false},
		{"onto a worker", village(), 'A', "E", false},
		{"onto a dome", village("C:W", "C:W", "C:W", "C:W"), 'A', "S", false},
		{"from 1 along", onLevel(1, 1), 'A', "E", true},
		{"from 1 up to 2", onLevel(1, 2), 'A', "E", true},
		{"from 1 up to 3", onLevel(1, 3), 'A', "E", false},
		{"from 2 along", onLevel(2, 2), 'A', "E", true},
		{"from 2 up to 3", onLevel(2, 3), 'A', "E", true},
		{"from 2 down to 0", onLevel(2, 0), 'A', "E", true},
		{"from 3 down to 0", onLevel(3, 0), 'A', "E", true},
		{"from 3 down to 1", onLevel(3, 1), 'A', "E", true},
		{"from 3 along", onLevel(3, 3), 'A', "E", true},
		{"from 3 onto a dome", onLevel(3, 4), 'A', "E", false},
		{"unknown worker", village(), 'E', "N", false},
		{"worker in lower case", village(), 'd', "N", false},
		{"no letter", village(), 0, "N", false},
		{"unknown direction", village(), 'D', "X", false},
		{"no direction", village(), 'D', "", false},
		{"Dutch direction", village(), 'D', "NO", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			before := test.board.String()
			got, err := test.board.MoveWorker(test.letter, test.direction)
			checkTurn(t, test.board, got, err, before, test.legal)
		})
	}
}

func TestBuildTower(t *testing.T) {
	tests := []struct {
		name      string
		board     *classroom.Santorini
		letter    rune
		direction string
		legal     bool
	}{
		{"first block", village(), 'A', "S", true},
		{"second block", village("A:S"), 'A', "S", true},
		{"third block, from the ground", village("A:S", "A:S"), 'A', "S", true},
		{"dome", village("A:S", "A:S", "A:S"), 'A', "S", true},
		{"on a dome", village("A:S", "A:S", "A:S", "A:S"), 'A', "S", false},
		{"below a worker", village(), 'A', "E", false},
		{"off the board", village(), 'A', "W", false},
		{"off the corner", village(), 'A', "NW", false},
		{"unknown worker", village(), 'E', "S", false},
		{"no letter", village(), 0, "S", false},
		{"unknown direction", village(), 'A', "down", false},
		{"no direction", village(), 'A', "", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			before := test.board.String()
			got, err := test.board.BuildTower(test.letter, test.direction)
			checkTurn(t, test.board, got, err, before, test.legal)
		})
	}
}

// checkTurn checks what a move or a build returned and whether it changed the
// board.
func checkTurn(t *testing.T, board, returned *classroom.Santorini, err error, before string, legal bool) {
	t.Helper()
	if returned != board {
		t.Error("returned another board")
	}
	if legal {
		if err != nil || board.String() == before {
			t.Errorf("error %v, board\n%s\nbefore\n%s", err, board, before)
		}
		return
	}
	if !errors.Is(err, classroom.ErrInvalidMove) || err.Error() != "invalid move" {
		t.Errorf("error %v, want invalid move", err)
	}
	if board.String() != before {
		t.Errorf("changed the board to\n%s\nfrom\n%s", board, before)
	}
}

// onLevel returns a board where worker A has climbed to a level at (2, 2) and
// the tower to the east of it has a level too. Worker B, at (1, 2), built all.
func onLevel(own, east int) *classroom.Santorini {
	board := must(classroom.NewSantorini([]classroom.Square{at(2, 2-own%2), at(1, 2), at(0, 0), at(4, 4)}))
	for level := 1; level <= own; level++ {
		move, build := "W", "SW" // between (2, 1) and (2, 2), to end at the latter
		if (own-level)%2 == 0 {
			move, build = "E", "S"
		}
		for range min(level, 2) {
			must(board.BuildTower('B', build))
		}
		must(board.MoveWorker('A', move))
	}
	for range east {
		must(board.BuildTower('B', "SE"))
	}
	return board
}

func TestOnLevel(t *testing.T) {
	for own := range 4 {
		board := onLevel(own, 2)
		if got := must(board.Level('A')); got != own || board.Workers()[0].Square != at(2, 2) {
			t.Errorf("A on level %d, want %d at (2, 2):\n%s", got, own, board)
		}
	}
}

func TestWinningWorker(t *testing.T) {
	board := onLevel(2, 3)
	expect := func(when string, want rune) {
		t.Helper()
		if got, ok := board.WinningWorker(); got != want || ok != (want != 0) {
			t.Errorf("%s: winning worker %q, %t, want %q", when, got, ok, want)
		}
	}
	expect("on level 2", 0)
	must(board.MoveWorker('A', "E"))
	expect("on level 3", 'A')
	must(board.MoveWorker('A', "E"))
	expect("down again", 'A')

	// B climbs to level 3 as well: it steps on level 1, then 2, then 3.
	must(board.BuildTower('B', "W"))
	must(board.MoveWorker('B', "W"))
	must(board.BuildTower('B', "E"))
	must(board.BuildTower('B', "E"))
	must(board.MoveWorker('B', "E"))
	must(board.MoveWorker('B', "SE"))
	if got := must(board.Level('B')); got != 3 {
		t.Errorf("B on level %d, want 3", got)
	}
	expect("another worker on level 3", 'A')
	must(board.BuildTower('B', "W"))
	expect("play goes on", 'A')
}
