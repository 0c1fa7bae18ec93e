package terminal

import (
	"testing"

	"thera/game"
)

func TestGrid(t *testing.T) {
	for _, test := range []struct {
		files, ranks  int
		hasLevels     bool
		width, height int
		size          int
	}{
		{10, 10, false, 44, 22, 1}, // what 80x24 leaves
		{10, 10, false, 43, 22, 0},
		{10, 10, false, 44, 21, 0},
		{10, 10, false, 84, 42, 2},
		{5, 5, true, 44, 22, 2},
		{6, 6, false, 44, 22, 1},
		{3, 3, false, 44, 22, 2},
		{1, 1, false, 0, 0, 0},
	} {
		board := game.NewBoard(test.files, test.ranks, 2)
		board.HasLevels = test.hasLevels
		g := NewGrid(board, test.width, test.height)
		if g.size != test.size {
			t.Errorf("%+v: size %d", test, g.size)
		}
		if g.size > 0 && (g.Width() > test.width || g.Height() > test.height) {
			t.Errorf("%+v: %dx%d", test, g.Width(), g.Height())
		}
		for _, g.Flipped = range []bool{false, true} {
			squares := map[game.Square]int{}
			for y := range g.Height() {
				for x := range g.Width() {
					if s, ok := g.Square(x, y); ok {
						squares[s]++
					}
				}
			}
			columns, rows := g.inner()
			if len(squares) != test.files*test.ranks || squares[0] != columns*rows {
				t.Errorf("%+v: %d squares, a1 has %d places", test, len(squares), squares[0])
			}
		}
	}
}
