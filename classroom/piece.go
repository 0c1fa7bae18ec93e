package classroom

import (
	"fmt"
	"slices"
)

// Piece is an amazon or a worker: its letter and its square.
type Piece struct {
	Letter rune
	Square Square
}

// String returns the piece as in "a(6, 0)".
func (p Piece) String() string { return fmt.Sprintf("%c%s", p.Letter, p.Square) }

// find returns the index of the piece with that letter, or -1.
func find(pieces []Piece, letter rune) int {
	return slices.IndexFunc(pieces, func(p Piece) bool { return p.Letter == letter })
}
