package environment

import (
	"fmt"

	"thera/game"
)

// board numbers the squares of a rectangle as cells, row by row from a1.
type board struct {
	files, ranks int
	squares      [game.MaxFiles * game.MaxRanks]game.Square // by cell
}

func newBoard(files, ranks int) board {
	b := board{files: files, ranks: ranks}
	for cell := range b.cells() {
		b.squares[cell] = game.At(cell%files, cell/files)
	}
	return b
}

// check returns an error for a position's board of another size.
func (b *board) check(files, ranks int) error {
	if files != b.files || ranks != b.ranks {
		return fmt.Errorf("a board of %dx%d: want %dx%d", files, ranks, b.files, b.ranks)
	}
	return nil
}

func (b *board) cells() int             { return b.files * b.ranks }
func (b *board) cell(s game.Square) int { return b.files*s.Rank() + s.File() }

// write writes a plane with the squares of a set. It gathers as many whole rows as fit
// into a word, because writing words is what costs time.
func (b *board) write(w *bitWriter, set game.Squares) {
	if set.IsEmpty() {
		w.repeat(false, b.cells())
		return
	}
	row := uint64(1)<<b.files - 1
	for left := b.ranks; left > 0; {
		word, n := uint64(0), 0
		for ; left > 0 && n+b.files <= 64; left-- {
			word |= (set.Lo & row) << (n & 63)
			n += b.files
			set = set.Down(game.Stride)
		}
		w.write(word, n)
	}
}

// plane is a set of cells of a board: bit i%64 of word i/64 is cell i.
type plane [2]uint64

// plane returns the cells of a set of squares.
func (b *board) plane(set game.Squares) (p plane) {
	b.write(&bitWriter{words: p[:]}, set)
	return p
}

// flip adds a cell that is not in the set, and removes one that is.
func (p *plane) flip(cell int) { p[cell>>6&1] ^= 1 << (cell & 63) }

// plane appends a plane of n cells.
func (w *bitWriter) plane(p plane, n int) {
	w.write(p[0], min(n, 64))
	if n > 64 {
		w.write(p[1], n-64)
	}
}

// permute returns where a symmetry of the board takes each cell.
func (b *board) permute(y game.Symmetry) []int32 {
	cells := make([]int32, b.cells())
	for cell := range cells {
		cells[cell] = int32(b.cell(y.Square(b.squares[cell])))
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
