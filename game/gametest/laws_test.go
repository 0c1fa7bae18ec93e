package gametest_test

import (
	"errors"
	"strings"
	"testing"

	"thera/game"
	"thera/game/gametest"
)

// row is the game of the rows packed: the smallest kernel that there can be.
type row struct {
	stones uint16 // bit i for a stone on file i
	files  uint8
	turn   game.Seat
}

// stone is a move: the file it is put on.
type stone uint32

func (m stone) String() string { return game.At(int(m), 0).String() }

func (p *row) Turn() game.Seat   { return p.turn }
func (p *row) Seats() game.Seats { return game.Only(0) | game.Only(1) }
func (p *row) Hash() uint64 {
	return game.Mix(uint64(p.stones)<<16 | uint64(p.files)<<8 | uint64(p.turn))
}

func (p *row) Winners() game.Seats {
	var buffer [10]stone
	if len(p.AppendMoves(buffer[:0])) == 0 {
		return game.Only(1 - p.turn)
	}
	return 0
}

func (p *row) AppendMoves(moves []stone) []stone {
	near := p.stones | p.stones<<1 | p.stones>>1
	for file := range stone(p.files) {
		if near>>file&1 == 0 {
			moves = append(moves, file)
		}
	}
	return moves
}

func (p *row) Play(m stone) {
	p.stones |= 1 << m
	p.turn = 1 - p.turn
}

func (p *row) String() string {
	text := []byte(strings.Repeat(".", int(p.files)))
	for file := range text {
		if p.stones>>file&1 != 0 {
			text[file] = '#'
		}
	}
	return string(text) + " " + p.turn.String()
}

func (p *row) Board() game.Board {
	b := game.NewBoard(int(p.files), 1, 2)
	for file := range int(p.files) {
		if p.stones>>file&1 != 0 {
			*b.At(game.At(file, 0)) = game.Cell{Kind: "stone", Piece: '#'}
		}
	}
	return b
}

func parseRow(text string) (p row, err error) {
	squares, seat, ok := strings.Cut(text, " ")
	if !ok || len(squares) < 1 || len(squares) > 10 || strings.Trim(squares, ".#") != "" || seat != "1" && seat != "2" {
		return p, errors.New(`want a row and the seat to move, as in "..#. 1"`)
	}
	p.files, p.turn = uint8(len(squares)), game.Seat(seat[0]-'1')
	for file, c := range squares {
		if c == '#' {
			p.stones |= 1 << file
		}
	}
	return p, nil
}

func composeRow(b game.Board, turn game.Seat) (row, error) {
	p := row{files: uint8(b.Files), turn: turn}
	for s, cell := range b.All() {
		if cell.Kind != "" {
			p.stones |= 1 << s.File()
		}
	}
	return p, nil
}

// rows is the game as package game describes games.
var rows = game.Rules[row, stone]{
	Name:     "rows",
	Variants: []game.Variant{{Name: "5", Start: "..... 1"}, {Name: "10", Start: ".......... 1"}},
	Parse:    parseRow,
	ParseMove: func(text string) (stone, error) {
		s, err := game.ParseSquare(text)
		return stone(s.File()), err
	},
	Compose: composeRow,
}

// TestLaws wants the smallest game to pass, with nothing but what every kernel
// must have.
func TestLaws(t *testing.T) { gametest.Laws(t, rows, gametest.Options{Reference: naive{}}) }
