package game

import (
	"fmt"
	"strings"
)

// Board is a position's board as data for drawing, the same for all games.
// The caller owns it.
type Board struct {
	Files, Ranks int
	// Cells holds the squares rank by rank from a1: file + Files·rank.
	Cells []Cell
	// Storeys says that the game builds upward and levels are to be drawn.
	Storeys bool
}

// Cell is what stands on one square.
type Cell struct {
	// Piece is the letter for what stands there, 0 if nothing does.
	Piece byte
	// Owner is the seat the piece belongs to; nobody for arrows and blocks.
	Owner Seats
	// Level is the number of storeys, 4 with the dome.
	Level int
}

// NewBoard returns an empty board.
func NewBoard(files, ranks int) Board {
	return Board{Files: files, Ranks: ranks, Cells: make([]Cell, files*ranks)}
}

// At returns the cell of a square, to read or to fill in.
func (b Board) At(s Square) *Cell { return &b.Cells[s.Rank()*b.Files+s.File()] }

// String draws the board as plain text, the highest rank first, with a dot
// for an empty square, the level before the piece where there are storeys,
// and the names of ranks and files around it. It ends with a newline.
func (b Board) String() string {
	var out strings.Builder
	for rank := b.Ranks - 1; rank >= 0; rank-- {
		fmt.Fprintf(&out, "%2d", rank+1)
		for file := range b.Files {
			out.WriteString(" " + b.At(At(file, rank)).text(b.Storeys))
		}
		out.WriteByte('\n')
	}
	out.WriteString("  ")
	for file := range b.Files {
		fmt.Fprintf(&out, " %c", 'a'+file)
		if b.Storeys && file < b.Files-1 {
			out.WriteByte(' ')
		}
	}
	out.WriteByte('\n')
	return out.String()
}

func (c Cell) text(storeys bool) string {
	piece := c.Piece
	if piece == 0 {
		piece = '.'
	}
	if storeys {
		return fmt.Sprintf("%d%c", c.Level, piece)
	}
	return string(rune(piece))
}
