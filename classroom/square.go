package classroom

import (
	"fmt"
	"slices"
)

// Square is a square by its row, counted from the top, and its column, counted from the
// left, both from 0. It may be off the board.
type Square struct{ Row, Col int }

// String returns the square as the exercises write it: "(r, c)".
func (s Square) String() string { return fmt.Sprintf("(%d, %d)", s.Row, s.Col) }

func (s Square) plus(step Square) Square {
	return Square{s.Row + step.Row, s.Col + step.Col}
}

func (s Square) on(n int) bool {
	return 0 <= s.Row && s.Row < n && 0 <= s.Col && s.Col < n
}

// vectors are single steps in the eight directions, clockwise from north.
var vectors = [8]Square{
	{-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1},
}

func (l Language) vector(direction string) (step Square, ok bool) {
	names := l.directions()
	i := slices.Index(names[:], direction)
	if i < 0 {
		return Square{}, false
	}
	return vectors[i], true
}

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

// Color is the color of a block, by its letter.
type Color rune

// The colors of the blocks.
const (
	Yellow Color = 'Y'
	Blue   Color = 'B'
	Red    Color = 'R'
)

// Placement is how a block stands or lies on the board, by its letter.
type Placement rune

// The placements of a block.
const (
	Upright    Placement = 'U' // covers one square
	Horizontal Placement = 'H' // covers a square and the one to its right
	Vertical   Placement = 'V' // covers a square and the one below
)

var (
	colors     = [...]Color{Yellow, Blue, Red}
	placements = [...]Placement{Upright, Horizontal, Vertical}
)

// Block is a block placed, or to be placed, on a Hermit board.
type Block struct {
	Color     Color
	Square    Square // the only, left or upper square it covers
	Placement Placement
}

// String returns the block as in "Y(1, 0)U".
func (b Block) String() string {
	return fmt.Sprintf("%c%s%c", b.Color, b.Square, b.Placement)
}

// Language is the language that an Amazons board reads and answers in. Any value other
// than the two below means English.
type Language int

// The languages of the exercise.
const (
	English Language = iota
	Dutch
)

// refusal returns the board's answer to a move that it refuses.
func (l Language) refusal() RefusedError {
	if l == Dutch {
		return ErrOngeldigeZet
	}
	return ErrInvalidMove
}

// letters returns the letters of the amazons in the order of the exercise.
func (l Language) letters() string {
	if l == Dutch {
		return "AaBbCcDd"
	}
	return "ABCDabcd"
}

// directions returns the names of the eight directions, clockwise from north.
func (l Language) directions() [8]string {
	if l == Dutch {
		return [8]string{"N", "NO", "O", "ZO", "Z", "ZW", "W", "NW"}
	}
	return [8]string{"N", "NE", "E", "SE", "S", "SW", "W", "NW"}
}

// RefusedError is the error of a call that should change a board but cannot. It is in
// the board's language, and the board is unchanged.
type RefusedError string

// The refusal in each language, in the exercises' words.
const (
	ErrInvalidMove  RefusedError = "invalid move"  // English
	ErrOngeldigeZet RefusedError = "ongeldige zet" // Dutch
)

func (e RefusedError) Error() string { return string(e) }
