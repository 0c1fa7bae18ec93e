package santorini

import "thera/game"

const (
	size       = 5 // files and ranks of the board
	numSquares = size * size
)

// square is a square of the 5×5 board: 5·file + rank, both from 0, so that a1
// is 0, a2 is 1 and e5 is 24. Going up the files rather than along the ranks
// makes squares ascend as their names do, which is the order of the text.
type square uint8

func at(file, rank int) square { return square(size*file + rank) }

func (s square) file() int { return int(s) / size }
func (s square) rank() int { return int(s) % size }

// String returns the square's name, "a1" to "e5".
func (s square) String() string { return s.wide().String() }

// wide returns the square as other packages number it.
func (s square) wide() game.Square { return game.At(s.file(), s.rank()) }

// narrow is the reverse of wide. It reports whether s is on the board.
func narrow(s game.Square) (square, bool) {
	return at(s.File(), s.Rank()), s.File() < size && s.Rank() < size
}

// perSquare is a table by square. With room for all values of five bits, no
// look-up needs a bounds check.
type perSquare[T any] [32]T

// neighbors holds the up to eight squares around each square.
var neighbors = func() (table perSquare[squares]) {
	for s := range square(numSquares) {
		table[s] = single(s).spread() &^ single(s)
	}
	return table
}()
