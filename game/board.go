package game

import (
	"fmt"
	"iter"
	"strings"
)

// Board is what stands on a position's board, in the same form for all games, for
// drawing and for setting up positions. The caller owns it.
type Board struct {
	Files, Ranks int
	// Seats is the number of players at the start of the game.
	Seats int
	// Cells holds the squares rank by rank from a1: file + Files·rank.
	Cells []Cell
	// HasLevels is set if the game builds upward, so that diagrams show levels.
	HasLevels bool
	// Teams is set if the seats play in two teams: seats 1 and 3 against 2 and 4.
	Teams bool
	// Powers holds for each seat its special power, and whether that is in effect, as
	// the position's text writes it. It is nil if no seat has one.
	Powers []string
}

// Cell is what stands on one square.
type Cell struct {
	// Kind is the rule book's word for what stands there, such as "amazon" or "arrow",
	// and "" for nothing. Each rules package lists its kinds.
	Kind string
	// Piece is the letter used in plain-text diagrams, 0 for nothing.
	Piece byte
	// Owner is the seat that owns the piece; arrows and blocks have no owner.
	Owner Seats
	// Level is the height of the building, 4 with a dome.
	Level int
}

// NewBoard returns an empty board for a number of players.
func NewBoard(files, ranks, seats int) Board {
	return Board{Files: files, Ranks: ranks, Seats: seats, Cells: make([]Cell, files*ranks)}
}

// Allies returns the seats that win and lose together with a seat, itself included.
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

// Check returns an error for a board that no game has: larger than [MaxFiles] by
// [MaxRanks], or without one cell for each square.
func (b Board) Check() error {
	if b.Files < 1 || b.Files > MaxFiles || b.Ranks < 1 || b.Ranks > MaxRanks || len(b.Cells) != b.Files*b.Ranks {
		return fmt.Errorf("board of %d×%d with %d cells: want at most %d×%d and a cell for each square",
			b.Files, b.Ranks, len(b.Cells), MaxFiles, MaxRanks)
	}
	return nil
}

// At returns the cell of a square of the board, which the caller may read or modify.
func (b Board) At(s Square) *Cell { return &b.Cells[s.Rank()*b.Files+s.File()] }

// All yields the squares and their cells, rank by rank from a1.
func (b Board) All() iter.Seq2[Square, Cell] {
	return func(yield func(Square, Cell) bool) {
		for i, c := range b.Cells {
			if !yield(At(i%b.Files, i/b.Files), c) {
				return
			}
		}
	}
}

// String draws the board as plain text, the highest rank first: a dot for an empty
// square, the level before the piece if the game builds upward, and the names of ranks
// and files around it. It ends with a newline.
func (b Board) String() string {
	var out strings.Builder
	for rank := b.Ranks - 1; rank >= 0; rank-- {
		fmt.Fprintf(&out, "%2d", rank+1)
		for file := range b.Files {
			out.WriteString(" " + b.At(At(file, rank)).text(b.HasLevels))
		}
		out.WriteByte('\n')
	}
	out.WriteString("  ")
	for file := range b.Files {
		fmt.Fprintf(&out, " %c", 'a'+file)
		if b.HasLevels && file < b.Files-1 {
			out.WriteByte(' ')
		}
	}
	out.WriteByte('\n')
	return out.String()
}

func (c Cell) text(hasLevels bool) string {
	piece := c.Piece
	if piece == 0 {
		piece = '.'
	}
	if hasLevels {
		return fmt.Sprintf("%d%c", c.Level, piece)
	}
	return string(rune(piece))
}

// Eliminate returns the position without a seat, for a player who resigns, leaves or
// runs out of time while at least two others play on, or one other who wins because of
// it. In games for two it returns an error: there, the other seat has won, and the
// position stays as it is.
func Eliminate(pos Position, seat Seat) (Position, error) {
	switch x, ok := pos.(interface{ eliminate(Seat) (Position, bool) }); {
	case pos.Winners() != 0:
		return nil, fmt.Errorf("eliminate seat %s: the game is over in %s", seat, pos)
	case !pos.Seats().Has(seat):
		return nil, fmt.Errorf("eliminate seat %s: in play are %s in %s", seat, pos.Seats(), pos)
	case ok:
		if next, ok := x.eliminate(seat); ok {
			return next, nil
		}
	}
	return nil, fmt.Errorf("eliminate seat %s: the rules do not provide for that in %s", seat, pos)
}

func (x *position[P, M, K]) eliminate(seat Seat) (Position, bool) {
	next := x.packed
	if x.rules.Eliminate == nil || !x.rules.Eliminate(&next, seat) {
		return nil, false
	}
	return &position[P, M, K]{x.rules, next}, true
}
