package picture

import (
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
	Look catalog.Look
	// Flipped puts the last rank at the bottom.
	Flipped bool
}

// Picture is a drawing with a width and height in units.
type Picture struct {
	Width, Height float64
	// Shapes are drawn in this order.
	Shapes []Shape
}

// unit is the width of a square.
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
	if s.Board.Storeys {
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

// drawing is a picture being drawn.
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

// powers names the powers of the seats below the board.
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
				Outline: letters{strings.ToUpper(name[:1]) + name[1:], 30}, At: at.plus(Point{12, 11}), Fill: d.Look.Names,
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
