package terminal

import "thera/game"

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
	if b.Storeys {
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
