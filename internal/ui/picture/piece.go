package picture

import (
	"math/bits"

	"thera/game"
	"thera/internal/catalog"
)

// piece draws a piece around the middle of its square.
func (d *drawing) piece(at Point, cell game.Cell, barred bool) {
	seat := bits.TrailingZeros8(uint8(cell.Owner)) % len(catalog.SeatColors)
	switch {
	case cell.Kind == "" || patterns[cell.Kind].body != 0:
		return
	case cell.Kind == "amazon":
		d.amazon(at, seat)
	case cell.Kind == "arrow":
		d.add(
			Shape{Outline: disc{22}, At: at, Fill: 0x6b5346ff},
			Shape{
				Outline: path("M-8 8 L8 -8 M-1 -8 L8 -8 L8 1"), At: at,
				Stroke: 0xa58d7dff, Width: 4,
			},
		)
	case cell.Kind == "worker":
		paint := Shape{At: at, Fill: catalog.SeatColors[seat], Stroke: ink, Width: 4}
		paint.Outline = path("M-20 26 L-13 -2 L13 -2 L20 26 Z")
		d.add(paint)
		paint.Outline = heads[seat]
		if seat == 0 {
			paint.At.Y -= 11
		}
		d.add(paint, lettered(string(rune(cell.Piece)), at.plus(Point{0, 22}), 22, ink, 4))
	default:
		d.add(
			Shape{Outline: disc{30}, At: at, Fill: catalog.SeatColors[seat], Stroke: ink, Width: 4},
			lettered(string(rune(cell.Piece)), at.plus(Point{0, 8}), 22, ink, 4),
		)
	}
	if barred {
		d.add(Shape{Outline: path("M-24 -36 L24 -36"), At: at, Stroke: 0xa3271cff, Width: 7})
	}
}

// heads distinguish workers without their colors.
var heads = [len(catalog.SeatColors)]outline{
	disc{14},
	box{-13, -25, 26, 26, 3},
	path("M-18 2 L0 -29 L18 2 Z"),
	path("M0 -29 L17 -11 L0 7 L-17 -11 Z"),
}

// lettered draws white text with a line around it.
func lettered(text string, at Point, size float64, around catalog.Color, width float64) Shape {
	return Shape{Outline: letters{text, size}, At: at, Fill: white, Stroke: around, Width: width, Under: true}
}

// amazon draws a crown.
func (d *drawing) amazon(at Point, seat int) {
	paint := Shape{At: at, Fill: 0xfbf8f0ff, Stroke: 0x2e2a25ff, Width: 4}
	base, width := catalog.Color(0x2e2a25ff), 5.0
	if seat > 0 {
		paint.Fill, paint.Stroke, paint.Width = 0x2b2926ff, 0xf0e9daff, 2
		base, width = 0x2b2926ff, 7
	}
	paint.Outline = path("M-30 -18 L-16 -4 L-10 -26 L0 -10 L10 -26 L16 -4 L30 -18 L21 21 Q0 15 -21 21 Z")
	d.add(paint, Shape{Outline: path("M-22 29 Q0 22 22 29"), At: at, Stroke: base, Width: width})
	paint.Outline = disc{4.5}
	for _, tip := range []Point{{-31, -21}, {-10, -30}, {10, -30}, {31, -21}} {
		paint.At = at.plus(tip)
		d.add(paint)
	}
}

// tower draws the levels from above, with their number, or the dome.
func (d *drawing) tower(at Point, level int) {
	storeys := []struct {
		side float64
		fill catalog.Color
	}{{86, 0xdcc69cff}, {68, 0xeab593ff}, {50, 0xfffdf6ff}}
	for _, s := range storeys[:min(level, len(storeys))] {
		d.add(Shape{Outline: box{-s.side / 2, -s.side / 2, s.side, s.side, 7}, At: at, Fill: s.fill, Stroke: 0x8b8577ff, Width: 2.5})
	}
	switch {
	case level > len(storeys):
		d.add(
			Shape{Outline: disc{22}, At: at, Fill: 0x2f5f9eff, Stroke: 0x173a68ff, Width: 4},
			Shape{Outline: path("M-12 -6 Q-9 -15 2 -15"), At: at, Stroke: 0xb9d2f1ff, Width: 5},
		)
	case level > 0:
		d.add(Shape{
			Outline: letters{string(rune('0' + level)), 19}, At: at.plus(Point{32, -25}),
			Fill: 0x3d382dff, Stroke: 0xf6f2e7ff, Width: 4, Under: true,
		})
	}
}
