package hermit

import (
	"errors"
	"fmt"
	"strings"

	"thera/game"
)

// Color is the color of a block.
type Color uint8

// The colors, in the order in which moves are listed.
//
// rules/hermit.md 1.1
const (
	Red Color = iota
	Yellow
	Blue
)

// NumColors is the number of colors.
const NumColors = 3

const letters = "RYB"

// String returns the letter that stands for the color in all texts.
func (c Color) String() string { return letters[c : c+1] }

// Placement is how a block is put on the board.
type Placement uint8

// The placements, in the order in which moves are listed.
const (
	Upright    Placement = iota // on one square
	Horizontal                  // on a square and the one east of it
	Vertical                    // on a square and the one south of it
)

// Move is a block put on the board: bits 9–10 hold its color, bits 7–8 its placement,
// bits 0–6 the square it covers, the left or upper one of two. So codes ascend by
// color, then placement, then square.
type Move uint32

// NewMove packs a move, which must not extend beyond the largest board.
func NewMove(color Color, placement Placement, first game.Square) Move {
	return Move(color)<<9 | Move(placement)<<7 | Move(first)
}

// Color returns the color of the block.
func (m Move) Color() Color { return Color(m >> 9) }

// Placement returns how the block is put on the board.
func (m Move) Placement() Placement { return Placement(m >> 7 & 3) }

// First returns the square the block covers, the left or upper one of two.
func (m Move) First() game.Square { return game.Square(m & 0x7f) }

// Last returns the square the block covers, the right or lower one of two.
func (m Move) Last() game.Square {
	switch m.Placement() {
	case Horizontal:
		return m.First() + 1
	case Vertical:
		return m.First() - game.Stride
	}
	return m.First()
}

// String returns the canonical text: "Ya3" for a yellow block upright on a3,
// "Ya3-b3" for one on two squares, the left or upper one first.
func (m Move) String() string {
	var text [len("Ya10-b10")]byte
	return string(m.Append(text[:0]))
}

// Append appends the canonical text to a text.
func (m Move) Append(text []byte) []byte {
	text = m.First().Append(append(text, letters[m.Color()]))
	if m.Placement() != Upright {
		text = m.Last().Append(append(text, '-'))
	}
	return text
}

// ParseMove reads a move's canonical text, "Ya3" or "Ya3-b3". The color may also be in
// lower case, spaces may follow it or replace the hyphen, and two squares may come in
// either order: "y b3 a3". The color is always there and always first, so a small b
// cannot be mistaken for a file.
func ParseMove(text string) (Move, error) {
	n := min(1, len(text))
	color := strings.Index(letters, strings.ToUpper(text[:n]))
	squares := strings.TrimLeft(text[n:], " ")
	for _, pattern := range [...]string{"#", "#-#", "# #"} {
		if s, ok := game.ScanSquares(squares, pattern); ok && color >= 0 {
			return place(Color(color), s)
		}
	}
	return 0, errors.New("want a color R, Y or B and one or two squares, as in Ya3 or Ya3-b3")
}

// place returns the move that puts a block on one or two squares.
func place(color Color, squares []game.Square) (Move, error) {
	if len(squares) == 1 {
		return NewMove(color, Upright, squares[0]), nil
	}
	switch a, b := squares[0], squares[1]; b {
	case a + 1:
		return NewMove(color, Horizontal, a), nil
	case a - 1:
		return NewMove(color, Horizontal, b), nil
	case a - game.Stride:
		return NewMove(color, Vertical, a), nil
	case a + game.Stride:
		return NewMove(color, Vertical, b), nil
	default:
		return 0, fmt.Errorf("block on %s and %s: want two squares that share a side", a, b)
	}
}

// Image returns the image of a legal move.
func (m Move) Image(y game.Symmetry) Move {
	squares := []game.Square{y.Square(m.First())}
	if m.Placement() != Upright {
		squares = append(squares, y.Square(m.Last()))
	}
	moved, err := place(Color(y.Kind(int(m.Color()))), squares)
	if err != nil {
		return m // a block that extends beyond the board, which is not legal
	}
	return moved
}

// AppendMoves appends the legal moves, ascending by color, then placement,
// then square.
//
// rules/hermit.md 2.2
func (p *Position) AppendMoves(moves []Move) []Move {
	for color, open := range p.Spots() {
		for placement := Upright; placement <= Vertical; placement++ {
			prefix := NewMove(Color(color), placement, 0)
			first := room(open, placement)
			for lo := first.Lo; lo != 0; lo &= lo - 1 {
				moves = append(moves, prefix|Move(game.Squares{Lo: lo}.First()))
			}
			for hi := first.Hi; hi != 0; hi &= hi - 1 {
				moves = append(moves, prefix|Move(game.Squares{Hi: hi}.First()))
			}
		}
	}
	return moves
}

// CountMoves returns the number of legal moves without listing them.
func (p *Position) CountMoves() int {
	n := 0
	for _, open := range p.Spots() {
		for placement := Upright; placement <= Vertical; placement++ {
			n += room(open, placement).Len()
		}
	}
	return n
}

// room returns where a block fits on the squares open to its color: its square, or the
// left or upper one of two. The squares of a block do not exclude each other, so it
// fits on any two that are open.
//
// rules/hermit.md 2.2, 2.3
func room(open game.Squares, placement Placement) game.Squares {
	switch placement {
	case Horizontal:
		return open.And(open.Down(1))
	case Vertical:
		return open.And(open.Up(game.Stride))
	default:
		return open
	}
}

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
