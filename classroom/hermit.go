package classroom

import (
	"fmt"
	"slices"
)

// Hermit is a board of the game of Hermit: n×n squares and the blocks that cover some
// of them. Use [NewHermit]; the zero value is a board without squares.
type Hermit struct {
	size    int
	covered map[Square]Color // an empty square is absent
}

// NewHermit returns an empty n×n board. A size less than 1 is an error.
func NewHermit(n int) (*Hermit, error) {
	if n < 1 {
		return nil, fmt.Errorf("board of size %d: want 1 or more", n)
	}
	return &Hermit{size: n, covered: make(map[Square]Color)}, nil
}

// Positions returns the squares that a block covers when it is placed at a square: that
// one first and, if the block lies on its side, the next one to the right (horizontal)
// or below (vertical). The squares may be covered already or off the board. An unknown
// placement is an error.
func (b *Hermit) Positions(at Square, placement Placement) ([]Square, error) {
	switch placement {
	case Upright:
		return []Square{at}, nil
	case Horizontal:
		return []Square{at, at.plus(Square{0, 1})}, nil
	case Vertical:
		return []Square{at, at.plus(Square{1, 0})}, nil
	}
	return nil, fmt.Errorf("placement %q: want U, H or V", placement)
}

// IsValid reports whether a block of a color may cover a square: it is on the board and
// empty, and none of its eight neighbors has that color. It is false for an unknown
// color.
func (b *Hermit) IsValid(color Color, s Square) bool {
	return slices.Contains(colors[:], color) && s.on(b.size) && b.covered[s] == 0 &&
		!slices.ContainsFunc(vectors[:], func(step Square) bool {
			return b.covered[s.plus(step)] == color
		})
}

// Move places a block of a color at a square and returns the board. The move is refused
// if a square it would cover is not valid for the color, or if there is no such color
// or placement.
func (b *Hermit) Move(color Color, at Square, placement Placement) (*Hermit, error) {
	squares, ok := b.room(color, at, placement)
	if !ok {
		return b, ErrInvalidMove
	}
	for _, s := range squares {
		b.covered[s] = color
	}
	return b, nil
}

// PossibleMoves returns every block that Move would place, row by row. Its running time
// grows with the square of the board's size.
func (b *Hermit) PossibleMoves() []Block {
	var moves []Block
	for row := range b.size {
		for col := range b.size {
			at := Square{row, col}
			for _, color := range colors {
				for _, placement := range placements {
					if _, ok := b.room(color, at, placement); ok {
						moves = append(moves, Block{color, at, placement})
					}
				}
			}
		}
	}
	return moves
}

// String returns one line per row with a space between the squares: the letter of the
// color that covers the square, or a dot. There is no final newline.
func (b *Hermit) String() string {
	return draw(b.size, " ", func(s Square) rune {
		if color, ok := b.covered[s]; ok {
			return rune(color)
		}
		return '.'
	})
}

// room returns the squares that a block would cover, if all are valid for its color. A
// block's own squares do not exclude each other.
func (b *Hermit) room(color Color, at Square, placement Placement) (squares []Square, ok bool) {
	squares, err := b.Positions(at, placement)
	if err != nil {
		return nil, false
	}
	for _, s := range squares {
		if !b.IsValid(color, s) {
			return nil, false
		}
	}
	return squares, true
}
