package hermit

import "thera/game"

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

// Hash returns the hash of the covered squares with their colors, the board's size and
// the turn.
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

// ImageHash returns the least hash of all images of the position, with colors exchanged in
// all ways.
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
