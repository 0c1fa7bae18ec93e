package picture

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"thera/game"
	"thera/internal/catalog"
)

// Scene is what to draw.
type Scene struct {
	Board game.Board
	// Last is the move that led to the board. Its squares are marked; "" marks none.
	Last game.Move
	Look catalog.BoardStyle
	// Flipped puts the last rank at the bottom.
	Flipped bool
}

// Picture is a drawing with a width and height in units.
type Picture struct {
	Width, Height float64
	// Shapes are drawn in this order.
	Shapes []Shape
}

const unit = 100.0

// Of draws a scene.
func Of(s Scene) Picture {
	rim := 14 + 2*float64(max(s.Board.Files, s.Board.Ranks))
	d := drawing{Scene: s, rim: rim}
	d.Width = unit*float64(s.Board.Files) + 2*rim
	d.Height = unit*float64(s.Board.Ranks) + 2*rim
	if s.Board.Powers != nil {
		d.Height += caption
	}
	d.ground()
	if s.Board.HasLevels {
		for square, cell := range s.Board.All() {
			d.tower(d.middle(square), cell.Level)
		}
	}
	d.blocks()
	barred := barredSeats(s.Board)
	for square, cell := range s.Board.All() {
		d.piece(d.middle(square), cell, cell.Owner&barred != 0)
	}
	d.marks()
	d.powers()
	return d.Picture
}

type drawing struct {
	Scene
	Picture
	rim float64
}

func (d *drawing) add(s ...Shape) { d.Shapes = append(d.Shapes, s...) }

// corner returns the upper left corner of a square.
func (d *drawing) corner(s game.Square) Point {
	column, row := s.File(), d.Board.Ranks-1-s.Rank()
	if d.Flipped {
		column, row = d.Board.Files-1-s.File(), s.Rank()
	}
	return Point{d.rim + unit*float64(column), d.rim + unit*float64(row)}
}

func (d *drawing) middle(s game.Square) Point { return d.corner(s).plus(Point{unit / 2, unit / 2}) }

// square is the outline of a square from its corner.
var square = box{0, 0, unit, unit, 0}

// ground draws the squares, and their names along the edge.
func (d *drawing) ground() {
	d.add(Shape{Outline: box{0, 0, d.Width, d.Height, 0}, Fill: d.Look.Rim})
	for s := range d.Board.All() {
		shape := Shape{Outline: square, At: d.corner(s), Fill: d.Look.Squares[(s.File()+s.Rank()+1)%2]}
		if d.Look.Lined {
			shape.Stroke, shape.Width = 0x7d776a55, 2
		}
		d.add(shape)
	}
	size := 0.66 * d.rim
	name := func(text string, at Point) {
		d.add(Shape{Outline: letters{text, size}, At: at.plus(Point{0, 0.36 * size}), Fill: d.Look.Names})
	}
	for file := range d.Board.Files {
		at := d.middle(game.At(file, 0))
		name(string(rune('a'+file)), Point{at.X, 1.5*d.rim + unit*float64(d.Board.Ranks)})
	}
	for rank := range d.Board.Ranks {
		at := d.middle(game.At(0, rank))
		name(strconv.Itoa(rank+1), Point{d.rim / 2, at.Y})
	}
}

// marks frames the squares of the last move: where pieces moved, and where something
// was put, which is in parentheses in the move's text. A block, whose move begins with
// its letter, gets one frame.
func (d *drawing) marks() {
	put := false
	block := d.Last != "" && d.Last[0] >= 'A' && d.Last[0] <= 'Z'
	var all []Point
	for rest := string(d.Last); rest != ""; {
		switch rest[0] {
		case '(':
			put = true
		case ')':
			put = false
		}
		end := 1
		for end < len(rest) && rest[end] >= '0' && rest[end] <= '9' {
			end++
		}
		if s, err := game.ParseSquare(rest[:end]); err == nil && s.File() < d.Board.Files && s.Rank() < d.Board.Ranks {
			all = append(all, d.corner(s))
			if !block {
				d.mark(put, d.corner(s), d.corner(s))
			}
		}
		rest = rest[end:]
	}
	if block && len(all) > 0 {
		d.mark(false, all[0], all[len(all)-1])
	}
}

// mark draws a frame just inside two squares with these corners, or inside one if they
// are the same.
func (d *drawing) mark(put bool, a, b Point) {
	line := catalog.Color(0x6f8a00e6)
	if put {
		line = 0xb34e1de6
	}
	const inset = 5
	frame := box{inset, inset, unit - 2*inset + math.Abs(a.X-b.X), unit - 2*inset + math.Abs(a.Y-b.Y), 4}
	d.add(Shape{Outline: frame, At: Point{min(a.X, b.X), min(a.Y, b.Y)}, Stroke: line, Width: 6})
}

// caption is the height of the line of powers below the board.
const caption = 56.0

func (d *drawing) powers() {
	for seat, name := range d.Board.Powers {
		name = strings.TrimSuffix(name, "^")
		width := d.Width / float64(len(d.Board.Powers))
		at := Point{width * (float64(seat) + 0.5), d.Height - caption/2 - 6}
		if name == "" {
			continue
		}
		half := 9 * float64(len(name))
		d.add(
			Shape{Outline: disc{15}, At: at.minus(Point{half + 14, 0}), Fill: catalog.SeatColors[seat%len(catalog.SeatColors)], Stroke: ink, Width: 3},
			Shape{
				Outline: letters{catalog.Title(name), 30}, At: at.plus(Point{12, 11}), Fill: d.Look.Names,
			},
		)
	}
}

// barredSeats returns the seats whose workers may not move up because of a rival's
// power.
func barredSeats(b game.Board) (barred game.Seats) {
	all := game.Seats(1<<b.Seats - 1)
	for seat, power := range b.Powers {
		if strings.HasSuffix(power, "^") {
			barred |= all &^ b.Allies(game.Seat(seat))
		}
	}
	return barred
}

func (d *drawing) piece(at Point, cell game.Cell, barred bool) {
	seat := int(cell.Owner.First()) % len(catalog.SeatColors)
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
	levels := []struct {
		side float64
		fill catalog.Color
	}{{86, 0xdcc69cff}, {68, 0xeab593ff}, {50, 0xfffdf6ff}}
	for _, s := range levels[:min(level, len(levels))] {
		d.add(Shape{Outline: box{-s.side / 2, -s.side / 2, s.side, s.side, 7}, At: at, Fill: s.fill, Stroke: 0x8b8577ff, Width: 2.5})
	}
	switch {
	case level > len(levels):
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

// pattern marks the blocks of a color, so that colors can be told apart without seeing
// them.
type pattern struct {
	body, edge, lines catalog.Color
	width             float64
	// fill returns the path of the pattern in a rectangle with its corner at the
	// origin.
	fill func(width, height float64) path
}

var patterns = map[string]pattern{
	"red":    {0xc9483cff, 0x7d2119ff, 0xe88a80ff, 4, hatched},
	"yellow": {0xe6b93dff, 0x7f6009ff, 0xb98a14ff, 6, dotted},
	"blue":   {0x3d6fb4ff, 0x1c3c6bff, 0x8fb4e6ff, 3, waved},
}

func hatched(width, height float64) path {
	var p strings.Builder
	for c := 16.0; c < width+height; c += 16 { // x + y on the line
		fmt.Fprintf(&p, "M%s %s L%s %s ", number(min(c, width)), number(c-min(c, width)), number(c-min(c, height)), number(min(c, height)))
	}
	return path(p.String())
}

// dotted draws dots: lines of no length with round ends.
func dotted(width, height float64) path {
	var p strings.Builder
	for row, y := 0, 6.0; y <= height-4; row, y = row+1, y+10 {
		for x := 6.0 + 10*float64(row%2); x <= width-4; x += 20 {
			fmt.Fprintf(&p, "M%s %s L%s %s ", number(x), number(y), number(x), number(y))
		}
	}
	return path(p.String())
}

func waved(width, height float64) path {
	var p strings.Builder
	for y := 8.0; y <= height-4; y += 12 {
		fmt.Fprintf(&p, "M2 %s ", number(y))
		for x, up := 2.0, 1.0; x+10 <= width; x, up = x+10, -up {
			fmt.Fprintf(&p, "Q%s %s %s %s ", number(x+5), number(y-7*up), number(x+10), number(y))
		}
	}
	return path(p.String())
}

// blocks draws the blocks; two neighbors of one color are one block.
func (d *drawing) blocks() {
	done := map[game.Square]bool{}
	for s, cell := range d.Board.All() {
		painted, ok := patterns[cell.Kind]
		if !ok || done[s] {
			continue
		}
		from, to := d.corner(s), d.corner(s)
		for _, next := range []game.Square{game.At(s.File()+1, s.Rank()), game.At(s.File(), s.Rank()+1)} {
			if next.File() < d.Board.Files && next.Rank() < d.Board.Ranks && d.Board.At(next).Kind == cell.Kind {
				done[next] = true
				other := d.corner(next)
				from = Point{min(from.X, other.X), min(from.Y, other.Y)}
				to = Point{max(to.X, other.X), max(to.Y, other.Y)}
			}
		}
		d.block(from, to.plus(Point{unit, unit}), painted, string(rune(cell.Piece)))
	}
}

func (d *drawing) block(from, to Point, painted pattern, letter string) {
	const inset, inner = 7, 13
	size := to.minus(from)
	d.add(
		Shape{
			Outline: box{inset, inset, size.X - 2*inset, size.Y - 2*inset, 11}, At: from,
			Fill: painted.body, Stroke: painted.edge, Width: 4,
		},
		Shape{
			Outline: painted.fill(size.X-2*inner, size.Y-2*inner), At: from.plus(Point{inner, inner}),
			Stroke: painted.lines, Width: painted.width,
		},
		lettered(letter, from.to(to, 0.5).plus(Point{0, 12}), 34, 0x26201aff, 6),
	)
}

const (
	ink   catalog.Color = 0x1c1a18ff
	white catalog.Color = 0xffffffff
)
