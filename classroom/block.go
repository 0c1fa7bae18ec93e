package classroom

import "fmt"

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
