package catalog

import "thera/game"

// Presentation is how people see a game.
type Presentation struct {
	// Style is how its boards are painted.
	Style BoardStyle
	// Opponents are the names of the levels from 1, by which people know them: one
	// word each, a proper name, the same in all languages and in one game only.
	Opponents [MaxLevel]string
	// Territory returns for each cell of a position's board the seats that get
	// there first, none where no seat can. It is nil if the game has no territory.
	Territory func(game.Position) []game.Seats
	// Mobility returns for each cell of a position's board the seats with a piece
	// that can go there in one turn, and nil if that can't be told. It is nil where
	// pieces don't move.
	Mobility func(game.Position) []game.Seats
	// Power describes one of the Cards or None. It is nil for a game without powers.
	Power func(name string) Power
}

// Color is red, green, blue and opacity, a byte each: 0xc9483cff. The zero
// value is transparent.
type Color uint32

// Parts returns the parts of a color, from 0 to 255; the color values are not
// multiplied by the opacity.
func (c Color) Parts() (red, green, blue, opacity uint8) {
	return uint8(c >> 24), uint8(c >> 16), uint8(c >> 8), uint8(c)
}

// BoardStyle is how a board is painted. The page's styles, of which these are
// the defaults, are in web/src/looks/styles.ts.
type BoardStyle struct {
	// Squares are the colors of light and dark squares.
	Squares [2]Color
	// Rim is the color around the squares, and Names that of the coordinates on it.
	Rim, Names Color
	// Lined draws lines between the squares.
	Lined bool
}

// SeatColors are the colors of the players' pieces, by seat, where a game has
// none of its own: those of the page in web/src/looks/seats.ts.
var SeatColors = [4]Color{0x3f78b5ff, 0xd9772bff, 0x5b9a46ff, 0xa45aa8ff}

// The board styles.
var (
	// Wood is a chessboard of light wood.
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
