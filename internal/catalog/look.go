// Package look says how boards are painted in pictures, apart from how these are
// drawn: whoever only names a look, as package catalog does, has no font with it.
//
//	entry.Look = look.Wood
package catalog

// Color is red, green, blue and opacity, a byte each: 0xc9483cff. The zero value
// is nothing to be seen.
type Color uint32

// Parts returns the parts of a color, from 0 to 255; the opacity is not multiplied
// into the others.
func (c Color) Parts() (red, green, blue, opacity uint8) {
	return uint8(c >> 24), uint8(c >> 16), uint8(c >> 8), uint8(c)
}

// Look is the colors of a board, and how its squares are set off. Those
// of the page, of which they are the usual ones, are in web/src/looks/styles.ts.
type BoardStyle struct {
	// Squares are the colors of light and dark squares.
	Squares [2]Color
	// Rim is the color around them, and Names that of the coordinates on it.
	Rim, Names Color
	// Lined says that lines are drawn between the squares.
	Lined bool
}

// SeatColors are the colors of the players' pieces where a game has none of its own, by
// seat: those of the page in web/src/looks/seats.ts.
var SeatColors = [4]Color{0x3f78b5ff, 0xd9772bff, 0x5b9a46ff, 0xa45aa8ff}

// The looks that there are.
var (
	// WoodLook is a chessboard of light wood.
	Wood = BoardStyle{Squares: [2]Color{0xefe4cdff, 0xd3bd97ff}, Rim: 0x6f5230ff, Names: 0xf6ead2ff}
	// Meadow is grass to build on.
	Meadow = BoardStyle{
		Squares: [2]Color{0xb1c494ff, 0xa1b883ff}, Rim: 0x5f7645ff, Names: 0xf3f7e9ff, Lined: true,
	}
	// Stone is pale, for colored blocks.
	Stone = BoardStyle{
		Squares: [2]Color{0xe8e5deff, 0xdad6ccff}, Rim: 0xc4bdaeff, Names: 0x3f3a32ff, Lined: true,
	}
)
