package hermit

import (
	"fmt"
	"slices"
	"strings"

	"thera/game"
)

// Position is a board with the seat to move. The zero value is not a valid
// position; Parse makes one.
type Position struct {
	covered [NumColors]game.Squares // squares under blocks, by color
	hash    uint64
	files   uint8
	ranks   uint8
	turn    game.Seat
}

// Turn returns the seat to move.
func (p *Position) Turn() game.Seat { return p.turn }

// Size returns the number of files and ranks of the board.
func (p *Position) Size() (files, ranks int) { return int(p.files), int(p.ranks) }

// Covered returns the squares under the blocks of a color.
func (p *Position) Covered(c Color) game.Squares { return p.covered[c] }

// Hash returns the hash of the covered squares with their colors, the size and the turn.
func (p *Position) Hash() uint64 { return p.hash }

// Seats returns both seats: neither is eliminated before the game is over.
func (p *Position) Seats() game.Seats { return game.Only(0) | game.Only(1) }

// Winners returns the opponent of a seat to move that cannot move.
//
// rules/hermit.md 3.1
func (p *Position) Winners() game.Seats {
	if spots := p.Spots(); spots.IsEmpty() {
		return game.Only(1 - p.turn)
	}
	return 0
}

// Play makes a legal move.
//
// rules/hermit.md 2.1
func (p *Position) Play(m Move) {
	color, first, last := m.Color(), m.First(), m.Last()
	p.covered[color] = p.covered[color].With(first).With(last)
	p.hash ^= squareKeys[color][first] ^ turnKey
	if last != first {
		p.hash ^= squareKeys[color][last]
	}
	p.turn = 1 - p.turn
}

// kinds holds the kind of a [game.Cell] by the color of the block.
var kinds = [NumColors]string{"red", "yellow", "blue"}

// Board returns what stands on each square: the color of the block that covers it,
// "red", "yellow" or "blue", drawn as R, Y or B.
func (p *Position) Board() game.Board {
	b := game.NewBoard(int(p.files), int(p.ranks), 2)
	for color, set := range p.covered {
		for ; !set.IsEmpty(); set = set.WithoutFirst() {
			*b.At(set.First()) = game.Cell{Kind: kinds[color], Piece: letters[color]}
		}
	}
	return b
}

// Zobrist keys (1970): the hash is the XOR of a key for each covered square, by color,
// one for the board's size, and turnKey if seat 2 is to move. Blocks of one color do
// not touch, so the squares determine the blocks.
var (
	squareKeys = [NumColors][game.NumSquares]uint64{game.HashKeys(1), game.HashKeys(2), game.HashKeys(3)}
	turnKey    = game.Mix(4 << 8)
)

// freshHash computes the hash from the other fields.
func (p *Position) freshHash() uint64 {
	h := game.Mix(5<<8 | uint64(p.files)<<4 | uint64(p.ranks))
	for color, set := range p.covered {
		for ; !set.IsEmpty(); set = set.WithoutFirst() {
			h ^= squareKeys[color][set.First()]
		}
	}
	if p.turn == 1 {
		h ^= turnKey
	}
	return h
}

// ImageHash returns the least hash of the position's images, with all exchanges of colors.
func (p *Position) ImageHash() uint64 {
	least := p.hash
	for _, y := range game.Symmetries(p.Size()) {
		var images [NumColors]game.Squares
		for color, set := range p.covered {
			images[color] = y.Squares(set)
		}
		for _, exchange := range game.Exchanges() {
			image := *p
			for color, set := range images {
				image.covered[exchange.Kind(color)] = set
			}
			least = min(least, image.freshHash())
		}
	}
	return least
}

// rules describes the game to package game.
//
// rules/hermit.md 1.2
var rules = game.Rules[Position, Move]{
	Name: "hermit",
	Variants: []game.Variant{
		emptyBoard(6), emptyBoard(3), emptyBoard(4), emptyBoard(5), emptyBoard(7), emptyBoard(8), emptyBoard(9), emptyBoard(10),
	},
	Parse:     Parse,
	ParseMove: ParseMove,
	Compose:   compose,
	Image:     Move.Image,
	Alike:     kinds[:],
}

func emptyBoard(n int) game.Variant {
	rank := "/" + strings.Repeat(".", n)
	return game.Variant{
		Name:  fmt.Sprintf("%dx%d", n, n),
		Start: strings.Repeat(rank, n)[1:] + " 1",
	}
}

// Rules returns the game for programs, with the square boards 6x6 (the default), 3x3,
// 4x4, 5x5, 7x7, 8x8, 9x9 and 10x10 as variants.
func Rules() game.Game { return game.New(rules) }

// Spots is a set of spots, as a set of squares for each color. A spot is a square
// together with a color that may cover it: the square is empty and touches no block of
// the color. The legal moves follow from the spots alone, and a move only takes spots
// away.
type Spots [NumColors]game.Squares

// Spots returns the spots of the position.
//
// rules/hermit.md 2.2, 2.3
func (p *Position) Spots() (s Spots) {
	empty := game.Rectangle(int(p.files), int(p.ranks))
	for _, blocks := range p.covered {
		empty = empty.AndNot(blocks)
	}
	for color, blocks := range p.covered {
		s[color] = empty.AndNot(blocks.Spread())
	}
	return s
}

// Squares returns the squares of the spots of any color.
func (s Spots) Squares() game.Squares { return s[Red].Or(s[Yellow]).Or(s[Blue]) }

// IsEmpty reports whether there are no spots: the seat to move is stuck.
func (s Spots) IsEmpty() bool { return s.Squares().IsEmpty() }

// Len returns the number of spots.
func (s Spots) Len() int { return s[Red].Len() + s[Yellow].Len() + s[Blue].Len() }

// compose returns the position with the given board. Squares of one color that touch
// must be one block.
func compose(b game.Board, turn game.Seat) (Position, error) {
	p := Position{files: uint8(b.Files), ranks: uint8(b.Ranks), turn: turn}
	if turn > 1 {
		return p, fmt.Errorf("seat %s to move: want 1 or 2", turn)
	}
	for s, cell := range b.All() {
		if cell.Kind == "" {
			continue
		}
		color := slices.Index(kinds[:], cell.Kind)
		if color < 0 {
			return p, fmt.Errorf("square %s: %q: want red, yellow, blue or nothing", s, cell.Kind)
		}
		p.covered[color] = p.covered[color].With(s)
	}
	if err := p.checkBlocks(); err != nil {
		return p, err
	}
	p.hash = p.freshHash()
	return p, nil
}
