package terminal

import (
	"strconv"
	"strings"

	"thera/game"
)

// Mark says what is special about a square. A square shows its strongest mark.
type Mark uint8

// The marks, from the weakest to the strongest.
const (
	noMark     Mark = iota
	LastMark        // part of the last move
	OfferMark       // can be chosen next
	HintMark        // part of the suggested move
	StepMark        // part of the turn being entered
	CursorMark      // where the keyboard is
)

// looks show marks: characters on both sides of a square's content, and a style.
var looks = [...]struct {
	sides string
	style Style
}{
	noMark:     {"  ", ground},
	LastMark:   {"<>", groundLast},
	OfferMark:  {"  ", groundOffer},
	HintMark:   {"{}", groundHint},
	StepMark:   {"()", groundStep},
	CursorMark: {"[]", groundCursor},
}

// Picture is a board with marks, ready to draw.
type Picture struct {
	Board game.Board
	Marks map[game.Square]Mark
	// offers are the squares that can be chosen next. If empty, they show a dot,
	// whatever their mark.
	Offers map[game.Square]bool
}

// Strokes are the characters of lines and dots.
type Strokes struct {
	corners    [3]string // upper, inner and lower: left, middle and right
	flat, tall string
	dot        string // on an empty square that can be chosen
}

// The strokes: with lines, and for terminals that can't draw them.
var (
	LineStrokes  = Strokes{[3]string{"┌┬┐", "├┼┤", "└┴┘"}, "─", "│", "·"}
	ASCIIStrokes = Strokes{[3]string{"+++", "+++", "+++"}, "-", "|", "+"}
)

// Draw draws the picture in a grid.
func (p Picture) Draw(s *Screen, g Grid, st Strokes) {
	if sizes[g.size].lines > 0 {
		g.drawLines(s, st)
	}
	for rank := range g.ranks {
		for file := range g.files {
			p.drawSquare(s, g, st, game.At(file, rank))
		}
	}
	bottom := g.y + g.Height() - 1
	for rank := range g.ranks {
		z := g.Zone(game.At(0, rank))
		name := strconv.Itoa(rank + 1)
		s.Put(g.x+2-len(name), z.Y+z.Height/2, Faint, name)
	}
	for file := range g.files {
		z := g.Zone(game.At(file, 0))
		s.Put(z.X+(z.Width-1)/2, bottom, Faint, string(rune('a'+file)))
	}
}

func (g Grid) drawLines(s *Screen, st Strokes) {
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
			s.Put(x, y, Faint, string(corners[third(j, g.files)]))
			if j < g.files {
				s.Put(x+1, y, Faint, strings.Repeat(st.flat, columns))
			}
			for row := 1; i < g.ranks && row <= rows; row++ {
				s.Put(x, y+row, Faint, st.tall)
			}
		}
	}
}

func (p Picture) drawSquare(s *Screen, g Grid, st Strokes, square game.Square) {
	cell, z := *p.Board.At(square), g.Zone(square)
	under := p.groundOf(square)
	around, look := under, looks[p.Marks[square]]
	if p.Marks[square] != noMark {
		around = look.style
	} else if cell.Kind != "" && !p.Board.HasLevels {
		around = pieceStyle(cell)
	}
	s.fill(z, around)
	y := z.Y + z.Height/2
	s.Put(z.X, y, around, look.sides[:1])
	s.Put(z.X+z.Width-1, y, around, look.sides[1:])

	x := z.X + (z.Width-g.content)/2
	if p.Board.HasLevels {
		x = s.Put(x, y, around, levelText(cell.Level, g.size))
	}
	switch {
	case cell.Kind != "":
		s.Put(x, y, pieceStyle(cell), string(rune(cell.Piece)))
	case p.Offers[square]:
		s.Put(x, y, around, st.dot)
	case g.size == 0 && !p.Board.HasLevels:
		s.Put(x, y, around, ".")
	}
}

// levelText returns the text of a level: nothing for the ground, unless there are no
// lines to show where the square is.
func levelText(level, size int) string {
	if level == 0 && size > 0 {
		return " "
	}
	return strconv.Itoa(level)
}

// groundOf returns the style of a square without marks and pieces.
func (p Picture) groundOf(s game.Square) Style {
	if level := p.Board.At(s).Level; level > 0 {
		return [...]Style{ground, level1, level2, level3, dome}[min(level, 4)]
	}
	if (s.File()+s.Rank())%2 == 0 {
		return groundDark
	}
	return ground
}

// kindStyles are the styles of pieces without an owner, by kind. Others fill their
// square for good.
var kindStyles = map[string]Style{"red": red, "yellow": yellow, "blue": blue}

func pieceStyle(c game.Cell) Style {
	if c.Owner != 0 {
		return seat1 + Style(c.Owner.First())
	}
	if s, ok := kindStyles[c.Kind]; ok {
		return s
	}
	return block
}

// Grid is where a board is on the screen: the names of ranks on its left, of files
// below, and squares in one of three sizes.
type Grid struct {
	x, y         int // upper left corner, with the names
	files, ranks int
	content      int // characters in a square, without marks: 1 or 2
	size         int // index into sizes
	Flipped      bool
}

// sizes are the sizes of squares, the smallest first: rows, columns for a content of
// one and of two characters, and the width of the lines between squares. They look
// roughly square, since characters are twice as high as wide.
var sizes = [...]struct {
	rows    int
	columns [2]int
	lines   int
}{{1, [2]int{3, 4}, 0}, {1, [2]int{3, 4}, 1}, {3, [2]int{7, 7}, 1}}

// rankNames is the width of the names of ranks.
const rankNames = 3

// NewGrid returns the grid of a board in the largest size that fits a width and a
// height, or else in the smallest.
func NewGrid(b game.Board, width, height int) Grid {
	g := Grid{files: b.Files, ranks: b.Ranks, content: 1}
	if b.HasLevels {
		g.content = 2
	}
	for g.size = len(sizes) - 1; g.size > 0 && (g.Width() > width || g.Height() > height); g.size-- {
	}
	return g
}

func (g Grid) inner() (columns, rows int) {
	return sizes[g.size].columns[g.content-1], sizes[g.size].rows
}

func (g Grid) pitch() (dx, dy int) {
	columns, rows := g.inner()
	return columns + sizes[g.size].lines, rows + sizes[g.size].lines
}

// Width returns the number of columns, the names of ranks included.
func (g Grid) Width() int {
	dx, _ := g.pitch()
	return rankNames + g.files*dx + sizes[g.size].lines
}

// Height returns the number of rows, the names of files included.
func (g Grid) Height() int {
	_, dy := g.pitch()
	return g.ranks*dy + sizes[g.size].lines + 1
}

// Zone returns where a square is drawn, without the lines around it.
func (g Grid) Zone(s game.Square) Zone {
	column, row := s.File(), g.ranks-1-s.Rank()
	if g.Flipped {
		column, row = g.files-1-column, g.ranks-1-row
	}
	dx, dy := g.pitch()
	columns, rows := g.inner()
	lines := sizes[g.size].lines
	return Zone{g.x + rankNames + column*dx + lines, g.y + row*dy + lines, columns, rows}
}

// Square returns the square at a place on the screen, if there is one.
func (g Grid) Square(x, y int) (game.Square, bool) {
	for rank := range g.ranks {
		for file := range g.files {
			if s := game.At(file, rank); g.Zone(s).Has(x, y) {
				return s, true
			}
		}
	}
	return 0, false
}

// Step returns the square next to s in a direction on the screen, or s at the edge of
// the board.
func (g Grid) Step(s game.Square, right, up int) game.Square {
	if g.Flipped {
		right, up = -right, -up
	}
	file := min(max(s.File()+right, 0), g.files-1)
	rank := min(max(s.Rank()+up, 0), g.ranks-1)
	return game.At(file, rank)
}
