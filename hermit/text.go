package hermit

import (
	"errors"
	"fmt"
	"strings"

	"thera/game"
)

// Parse reads a position's text: ranks from the top with . for an empty square and R, Y
// or B for the color of a block, then the seat to move, 1 or 2. Either seat may be to
// move on any board, because a game may start from a board that was set up.
func Parse(text string) (Position, error) {
	fields := strings.Fields(text)
	if len(fields) != 2 {
		return Position{}, errors.New("want a board and the seat to move, as in \"RRB./..YR/BB.R/.RYY 1\"")
	}
	var p Position
	if err := p.parseBoard(fields[0]); err != nil {
		return Position{}, err
	}
	switch fields[1] {
	case "1":
		p.turn = 0
	case "2":
		p.turn = 1
	default:
		return Position{}, fmt.Errorf("seat to move %q: want 1 or 2", fields[1])
	}
	p.hash = p.freshHash()
	return p, nil
}

// parseBoard reads the board's size and blocks.
func (p *Position) parseBoard(text string) error {
	rows := strings.Split(text, "/")
	if len(rows) > game.MaxRanks {
		return fmt.Errorf("%d ranks: want at most %d", len(rows), game.MaxRanks)
	}
	if n := len(rows[0]); n < 1 || n > game.MaxFiles {
		return fmt.Errorf("rank %q has %d squares: want 1 to %d", rows[0], n, game.MaxFiles)
	}
	p.files, p.ranks = uint8(len(rows[0])), uint8(len(rows))
	for i, row := range rows {
		rank := len(rows) - 1 - i
		if len(row) != int(p.files) {
			return fmt.Errorf("rank %d %q: want %d squares as in the ranks above", rank+1, row, p.files)
		}
		for file, c := range row {
			s := game.At(file, rank)
			if color := strings.IndexRune(letters, c); color >= 0 {
				p.covered[color] = p.covered[color].With(s)
			} else if c != '.' {
				return fmt.Errorf("character %q on %s: want ., R, Y or B", c, s)
			}
		}
	}
	return p.checkBlocks()
}

// checkBlocks returns an error if squares of one color that touch cannot be one block.
// If each touches at most one other and shares a side with it, every block is on one
// square or two.
func (p *Position) checkBlocks() error {
	for color, set := range p.covered {
		for rest := set; !rest.IsEmpty(); rest = rest.WithoutFirst() {
			square := rest.First()
			s := game.Single(square)
			sides := s.Up(1).Or(s.Down(1)).Or(s.Up(game.Stride)).Or(s.Down(game.Stride))
			touching := s.Spread().And(set).Without(square)
			if touching.Len() > 1 || !touching.AndNot(sides).IsEmpty() {
				return fmt.Errorf("%s on %s touches another block of its color: want blocks of one color apart, each on one square or on two that share a side", Color(color), square)
			}
		}
	}
	return nil
}

// String returns the canonical text.
func (p *Position) String() string {
	var out strings.Builder
	board := p.Board()
	for rank := board.Ranks - 1; rank >= 0; rank-- {
		for file := range board.Files {
			piece := board.At(game.At(file, rank)).Piece
			if piece == 0 {
				piece = '.'
			}
			out.WriteByte(piece)
		}
		if rank > 0 {
			out.WriteByte('/')
		}
	}
	return out.String() + " " + p.turn.String()
}
