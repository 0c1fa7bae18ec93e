package game

import (
	"fmt"
	"iter"
	"strings"
)

// Board is a position's board as data for drawing, the same for all games.
// The caller owns it.
type Board struct {
	Files, Ranks int
	// Seats is the number of players at the start of the game, those that are
	// out included.
	Seats int
	// Cells holds the squares rank by rank from a1: file + Files·rank.
	Cells []Cell
	// Storeys says that the game builds upward and levels are to be drawn.
	Storeys bool
	// Teams says that the seats play in two teams, every other seat in the one.
	Teams bool
	// Powers says of each seat what it may do beyond the rules that hold for
	// all, and what is in force of that, in the words of the position's text;
	// nil where nobody may.
	Powers []string
}

// Cell is what stands on one square.
type Cell struct {
	// Kind is the rule book's word for what stands there, "amazon" or "arrow",
	// and "" for nothing. Each rules package lists its kinds.
	Kind string
	// Piece is the letter that plain text draws it by, 0 for nothing.
	Piece byte
	// Owner is the seat the piece belongs to; nobody for arrows and blocks.
	Owner Seats
	// Level is the number of storeys, 4 with the dome.
	Level int
}

// NewBoard returns an empty board for a number of players.
func NewBoard(files, ranks, seats int) Board {
	return Board{Files: files, Ranks: ranks, Seats: seats, Cells: make([]Cell, files*ranks)}
}

// Allies returns the seats that play together with one, itself among them.
func (b Board) Allies(seat Seat) Seats {
	allies := Only(seat)
	if b.Teams {
		for other := range Seat(b.Seats) {
			if other%2 == seat%2 {
				allies |= Only(other)
			}
		}
	}
	return allies
}

// Check returns an error for a board that no game has: with more files or ranks
// than [MaxFiles] and [MaxRanks], or without a cell for each square.
func (b Board) Check() error {
	if b.Files < 1 || b.Files > MaxFiles || b.Ranks < 1 || b.Ranks > MaxRanks || len(b.Cells) != b.Files*b.Ranks {
		return fmt.Errorf("board of %d×%d with %d cells: want at most %d×%d and a cell for each square",
			b.Files, b.Ranks, len(b.Cells), MaxFiles, MaxRanks)
	}
	return nil
}

// At returns the cell of a square, to read or to fill in.
func (b Board) At(s Square) *Cell { return &b.Cells[s.Rank()*b.Files+s.File()] }

// All yields the squares with what stands on them, rank by rank from a1.
func (b Board) All() iter.Seq2[Square, Cell] {
	return func(yield func(Square, Cell) bool) {
		for i, c := range b.Cells {
			if !yield(At(i%b.Files, i/b.Files), c) {
				return
			}
		}
	}
}

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
