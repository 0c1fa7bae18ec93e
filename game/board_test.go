package game_test

import (
	"testing"

	"thera/game"
)

// TestBoardString draws boards letter by letter; no line ends in a blank.
func TestBoardString(t *testing.T) {
	levels := game.NewBoard(2, 1, 2)
	levels.HasLevels = true
	*levels.At(game.At(1, 0)) = game.Cell{Level: 3, Piece: 'A'}
	for _, test := range []struct {
		board game.Board
		want  string
	}{
		{game.NewBoard(1, 1, 2), " 1 .\n   a\n"},
		{game.NewBoard(2, 2, 2), " 2 . .\n 1 . .\n   a b\n"},
		{levels, " 1 0. 3A\n   a  b\n"},
	} {
		if got := test.board.String(); got != test.want {
			t.Errorf("drawn\n%q, want\n%q", got, test.want)
		}
	}
}

// TestBoardCheck asks about the smallest and the largest boards, and those one
// step beyond.
func TestBoardCheck(t *testing.T) {
	for _, test := range []struct {
		files, ranks, cells int
		want                bool
	}{
		{1, 1, 1, true},
		{1, 10, 10, true},
		{10, 1, 10, true},
		{10, 10, 100, true},
		{0, 1, 0, false},
		{1, 0, 0, false},
		{0, 0, 0, false},
		{11, 1, 11, false},
		{1, 11, 11, false},
		{2, 2, 3, false},
		{2, 2, 5, false},
	} {
		b := game.Board{Files: test.files, Ranks: test.ranks, Cells: make([]game.Cell, test.cells)}
		if err := b.Check(); (err == nil) != test.want {
			t.Errorf("%d×%d with %d cells: %v", test.files, test.ranks, test.cells, err)
		}
	}
}

// TestMix compares with the numbers that the authors of splitmix64 give for
// the seed 0.
func TestMix(t *testing.T) {
	const golden = uint64(0x9e3779b97f4a7c15)
	for i, want := range []uint64{0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f, 0xf88bb8a8724c81ec} {
		if got := game.Mix(uint64(i) * golden); got != want {
			t.Errorf("number %d: %#x, want %#x", i, got, want)
		}
	}
}

// TestRectangle counts the squares of all boards and looks at their edges.
func TestRectangle(t *testing.T) {
	for files := range game.MaxFiles + 1 {
		for ranks := range game.MaxRanks + 1 {
			board := game.Rectangle(files, ranks)
			if board.Len() != files*ranks {
				t.Errorf("%d×%d has %d squares", files, ranks, board.Len())
			}
			for s := range game.Square(game.NumSquares) {
				if want := s.File() < files && s.Rank() < ranks; board.Has(s) != want {
					t.Errorf("%d×%d has %s: %v", files, ranks, s, !want)
				}
			}
		}
	}
}
