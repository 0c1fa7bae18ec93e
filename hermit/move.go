package hermit

import (
	"errors"
	"fmt"
	"strings"

	"thera/game"
)

// Color is the color of a block.
type Color uint8

// The colors, in the order in which moves are listed.
//
// rules/hermit.md 1.1
const (
	Red Color = iota
	Yellow
	Blue
)

// NumColors is the number of colors.
const NumColors = 3

// letters holds the letter of each color.
const letters = "RYB"

// String returns the letter that stands for the color in all texts.
func (c Color) String() string { return letters[c : c+1] }

// Placement is how a block is put on the board.
type Placement uint8

// The placements, in the order in which moves are listed.
const (
	Upright    Placement = iota // on one square
	Horizontal                  // on a square and the one east of it
	Vertical                    // on a square and the one south of it
)

// Move is a block put on the board: bits 9–10 hold its color, bits 7–8 its placement,
// bits 0–6 the square it covers, the left or upper one of two. So codes ascend by
// color, then placement, then square.
type Move uint32

// NewMove packs a move. A block on two squares must not extend beyond the largest
// board.
func NewMove(color Color, placement Placement, first game.Square) Move {
	return Move(color)<<9 | Move(placement)<<7 | Move(first)
}

// Color returns the color of the block.
func (m Move) Color() Color { return Color(m >> 9) }

// Placement returns how the block is put on the board.
func (m Move) Placement() Placement { return Placement(m >> 7 & 3) }

// First returns the square the block covers, the left or upper one of two.
func (m Move) First() game.Square { return game.Square(m & 0x7f) }

// Last returns the square the block covers, the right or lower one of two.
func (m Move) Last() game.Square {
	switch m.Placement() {
	case Horizontal:
		return m.First() + 1
	case Vertical:
		return m.First() - game.Stride
	}
	return m.First()
}

// String returns the canonical text: "Ya3" for a yellow block upright on a3,
// "Ya3-b3" for one on two squares, the left or upper one first.
func (m Move) String() string {
	text := m.Color().String() + m.First().String()
	if m.Placement() != Upright {
		text += "-" + m.Last().String()
	}
	return text
}

// ParseMove reads a move's canonical text, "Ya3" or "Ya3-b3". The color may also be in
// lower case, spaces may follow it or replace the hyphen, and two squares may come in
// either order: "y b3 a3". The color is always there and always first, so a small b
// cannot be mistaken for a file.
func ParseMove(text string) (Move, error) {
	n := min(1, len(text))
	color := strings.Index(letters, strings.ToUpper(text[:n]))
	squares := strings.TrimLeft(text[n:], " ")
	for _, pattern := range [...]string{"#", "#-#", "# #"} {
		if s, ok := game.ScanSquares(squares, pattern); ok && color >= 0 {
			return place(Color(color), s)
		}
	}
	return 0, errors.New("want a color R, Y or B and one or two squares, as in Ya3 or Ya3-b3")
}

// place returns the move that puts a block on one or two squares.
func place(color Color, squares []game.Square) (Move, error) {
	if len(squares) == 1 {
		return NewMove(color, Upright, squares[0]), nil
	}
	switch a, b := squares[0], squares[1]; b {
	case a + 1:
		return NewMove(color, Horizontal, a), nil
	case a - 1:
		return NewMove(color, Horizontal, b), nil
	case a - game.Stride:
		return NewMove(color, Vertical, a), nil
	case a + game.Stride:
		return NewMove(color, Vertical, b), nil
	default:
		return 0, fmt.Errorf("block on %s and %s: want two squares that share a side", a, b)
	}
}

// image returns the image of a move.
func image(m Move, y game.Symmetry) Move {
	squares := []game.Square{y.Square(m.First())}
	if m.Placement() != Upright {
		squares = append(squares, y.Square(m.Last()))
	}
	moved, err := place(Color(y.Kind(int(m.Color()))), squares)
	if err != nil {
		return m // a block that extends beyond the board, which is not legal
	}
	return moved
}
