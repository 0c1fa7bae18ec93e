package environment

import (
	"fmt"

	"thera/game"
)

// board numbers the squares of a rectangle as cells, row by row from a1.
type board struct{ files, ranks int }

// check returns an error for a position's board of another size.
func (b board) check(files, ranks int) error {
	if files != b.files || ranks != b.ranks {
		return fmt.Errorf("a board of %dx%d: want %dx%d", files, ranks, b.files, b.ranks)
	}
	return nil
}

func (b board) cells() int                  { return b.files * b.ranks }
func (b board) cell(s game.Square) int      { return b.files*s.Rank() + s.File() }
func (b board) square(cell int) game.Square { return game.At(cell%b.files, cell/b.files) }

// write writes a plane with the squares of a set.
func (b board) write(w *bitWriter, set game.Squares) {
	row := uint64(1)<<b.files - 1
	for range b.ranks {
		w.write(set.Lo&row, b.files)
		set = set.Down(game.Stride)
	}
}

// permute returns where a symmetry of the board takes each cell.
func (b board) permute(y game.Symmetry) []int32 {
	cells := make([]int32, b.cells())
	for cell := range cells {
		cells[cell] = int32(b.cell(y.Square(b.square(cell))))
	}
	return cells
}

// identity returns the permutation of n numbers that changes nothing.
func identity(n int) []int32 {
	same := make([]int32, n)
	for i := range same {
		same[i] = int32(i)
	}
	return same
}
