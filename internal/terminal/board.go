package terminal

import (
	"strconv"
	"strings"

	"thera/game"
)

// mark says what is special about a square. A square shows the last of its
// marks in this order.
type mark uint8

const (
	noMark     mark = iota
	lastMark        // part of the last move
	offerMark       // can be chosen next
	hintMark        // part of the move that is proposed
	stepMark        // part of the turn that is being entered
	cursorMark      // where the keyboard is
)

// looks are what marks look like: characters on both sides of a square's
// content, and a style.
var looks = [...]struct {
	sides string
	style style
}{
	noMark:     {"  ", ground},
	lastMark:   {"<>", groundLast},
	offerMark:  {"  ", groundOffer},
	hintMark:   {"{}", groundHint},
	stepMark:   {"()", groundStep},
	cursorMark: {"[]", groundCursor},
}

// picture is a board with marks, ready to be drawn.
type picture struct {
	board game.Board
	marks map[game.Square]mark
	// offers are the squares that can be chosen next: they show a dot where
	// they are empty, whatever their mark.
	offers map[game.Square]bool
}

// strokes are the characters of lines and dots.
type strokes struct {
	corners    [3]string // upper, inner and lower: left, middle and right
	flat, tall string
	dot        string // on an empty square that can be chosen
}

var (
	lineStrokes  = strokes{[3]string{"┌┬┐", "├┼┤", "└┴┘"}, "─", "│", "·"}
	asciiStrokes = strokes{[3]string{"+++", "+++", "+++"}, "-", "|", "+"}
)

// draw draws the picture in a grid.
func (p picture) draw(s *screen, g grid, st strokes) {
	if sizes[g.size].lines > 0 {
		g.drawLines(s, st)
	}
	for rank := range g.ranks {
		for file := range g.files {
			p.drawSquare(s, g, st, game.At(file, rank))
		}
	}
	bottom := g.y + g.height() - 1
	for rank := range g.ranks {
		z := g.zone(game.At(0, rank))
		name := strconv.Itoa(rank + 1)
		s.put(g.x+2-len(name), z.y+z.height/2, faint, name)
	}
	for file := range g.files {
		z := g.zone(game.At(file, 0))
		s.put(z.x+(z.width-1)/2, bottom, faint, string(rune('a'+file)))
	}
}

// drawLines draws the lines between and around all squares.
func (g grid) drawLines(s *screen, st strokes) {
	dx, dy := g.pitch()
	columns, rows := g.inner()
	third := func(i, n int) int { // 0 at the first, 2 at the last, 1 between
		switch i {
		case 0:
			return 0
		case n:
			return 2
		}
		return 1
	}
	for i := range g.ranks + 1 {
		corners := []rune(st.corners[third(i, g.ranks)])
		for j := range g.files + 1 {
			x, y := g.x+rankNames+j*dx, g.y+i*dy
			s.put(x, y, faint, string(corners[third(j, g.files)]))
			if j < g.files {
				s.put(x+1, y, faint, strings.Repeat(st.flat, columns))
			}
			for row := 1; i < g.ranks && row <= rows; row++ {
				s.put(x, y+row, faint, st.tall)
			}
		}
	}
}

func (p picture) drawSquare(s *screen, g grid, st strokes, square game.Square) {
	cell, z := *p.board.At(square), g.zone(square)
	under := p.groundOf(square)
	around, look := under, looks[p.marks[square]]
	if p.marks[square] != noMark {
		around = look.style
	} else if cell.Kind != "" && !p.board.Storeys {
		around = pieceStyle(cell)
	}
	s.fill(z, around)
	y := z.y + z.height/2
	s.put(z.x, y, around, look.sides[:1])
	s.put(z.x+z.width-1, y, around, look.sides[1:])

	x := z.x + (z.width-g.content)/2
	if p.board.Storeys {
		x = s.put(x, y, around, levelText(cell.Level, g.size))
	}
	switch {
	case cell.Kind != "":
		s.put(x, y, pieceStyle(cell), string(rune(cell.Piece)))
	case p.offers[square]:
		s.put(x, y, around, st.dot)
	case g.size == 0 && !p.board.Storeys:
		s.put(x, y, around, ".")
	}
}

// levelText is what stands for a level: nothing for the ground, unless there
// are no lines that show where the square is.
func levelText(level, size int) string {
	if level == 0 && size > 0 {
		return " "
	}
	return strconv.Itoa(level)
}

// groundOf returns the style of a square without marks and pieces.
func (p picture) groundOf(s game.Square) style {
	if level := p.board.At(s).Level; level > 0 {
		return [...]style{ground, storey1, storey2, storey3, dome}[min(level, 4)]
	}
	if (s.File()+s.Rank())%2 == 0 {
		return groundDark
	}
	return ground
}

// kindStyles are the styles of what has no owner, by its kind; all else fills
// its square for good.
var kindStyles = map[string]style{"red": red, "yellow": yellow, "blue": blue}

// pieceStyle returns the style of what stands on a square.
func pieceStyle(c game.Cell) style {
	for seat := range c.Owner.All() {
		return seat1 + style(seat)
	}
	if s, ok := kindStyles[c.Kind]; ok {
		return s
	}
	return block
}
