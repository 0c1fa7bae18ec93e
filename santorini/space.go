package santorini

import "thera/game"

const (
	// Size is the number of files and of ranks.
	Size = 5
	// NumSpaces is the number of spaces of the board.
	NumSpaces = Size * Size
)

// Space is a square of the 5×5 board as this game numbers it: 5·file + rank, both
// counted from 0, so a1 is 0, a2 is 1, b1 is 5 and e5 is 24. Spaces ascend by name,
// which is the order in texts. (The rule book calls squares spaces.) Five bits hold one
// and 32 bits a set of them, instead of the 128 of [game.Squares].
type Space uint8

// SpaceOf returns the space of a square. It reports false for squares that are not on
// the board.
func SpaceOf(s game.Square) (Space, bool) {
	return at(s.File(), s.Rank()), s.File() < Size && s.Rank() < Size
}

func at(file, rank int) Space { return Space(Size*file + rank) }

// File returns the file, 0 for a to 4 for e.
func (s Space) File() int { return int(s) / Size }

// Rank returns the rank from 0.
func (s Space) Rank() int { return int(s) % Size }

// Square returns the space as all games number squares.
func (s Space) Square() game.Square { return game.At(s.File(), s.Rank()) }

// String returns the square's name, "a1" to "e5".
func (s Space) String() string { return s.Square().String() }

// PerSpace is a table by space. It has room for all values of five bits, so no lookup
// needs a bounds check.
type PerSpace[T any] [32]T

// Neighbors returns the up to eight spaces around one.
func Neighbors(s Space) Spaces { return neighbors[s] }

var neighbors = func() (table PerSpace[Spaces]) {
	for s := range Space(NumSpaces) {
		table[s] = Single(s).Spread() &^ Single(s)
	}
	return table
}()
