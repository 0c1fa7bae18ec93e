package endgame

import (
	"errors"
	"fmt"
	"math/bits"

	"thera/game"
	"thera/hermit"
)

// ErrTooLarge is wrapped by the error for a position with more than
// [MaxField] open squares.
var ErrTooLarge = errors.New("too many to solve it")

// MaxField is the number of squares of the largest [Field]. The three sets of squares
// of a [Part] then fit a key of 126 bits.
const MaxField = 42

// Part is a set of squares of a [Field] for each color that may still cover them: bit i
// is square i of the field.
type Part [hermit.NumColors]uint64

// Field is the part of a board on which a position is still open, with its squares
// numbered from 0, and the game on the [Part]s of it: their moves, what the moves
// leave, and the canonical form in which equivalent parts are recognized. It is
// immutable and safe for concurrent use.
type Field struct {
	board   hermit.Position // the board it was made for
	squares []game.Square
	number  [game.NumSquares]uint8
	// If small enough, a field is a rectangle numbered rank by rank (or file by file,
	// so that it is not wider than high), and parts are rotated, reflected and moved to
	// one corner. Otherwise width is 0, squares are numbered in ascending order, and
	// parts stay where they are.
	width, height int
	grid          grid
	near          [64]uint64
	// Blocks on a square, on it and its eastern neighbor, and on it and its northern
	// neighbor.
	blocks [3][64]footprint
	room   [3]uint64 // the squares that can be the lowest of a block of each kind
	step   [3]uint   // from a block's lowest square to the other one, if width is not 0
}

// footprint is a block on a field: the squares it covers, and those it takes away from
// its color. A block that does not fit covers nothing.
type footprint struct{ covers, takes uint64 }

// NewField returns the field of a Hermit position. At most [MaxField] of its squares
// may be open to any color.
func NewField(pos game.Position) (*Field, error) {
	p, ok := game.KernelOf[hermit.Position](pos)
	if !ok {
		return nil, fmt.Errorf("position %q: not of Hermit", pos)
	}
	open := p.Spots().Squares()
	f := &Field{board: p}
	if open.IsEmpty() {
		return f, nil
	}
	if !f.layRectangle(open) {
		if n := open.Len(); n > MaxField {
			return nil, fmt.Errorf("position %q has %d open squares, %w: want at most %d", pos, n, ErrTooLarge, MaxField)
		}
		for ; !open.IsEmpty(); open = open.WithoutFirst() {
			f.squares = append(f.squares, open.First())
		}
	}
	f.connect()
	return f, nil
}

// layRectangle makes the field the smallest rectangle around the open squares, unless
// that is too large.
func (f *Field) layRectangle(open game.Squares) bool {
	left, right, low, high := game.MaxFiles, 0, game.MaxRanks, 0
	for ; !open.IsEmpty(); open = open.WithoutFirst() {
		s := open.First()
		left, right = min(left, s.File()), max(right, s.File())
		low, high = min(low, s.Rank()), max(high, s.Rank())
	}
	files, ranks := right-left+1, high-low+1
	if files*ranks > MaxField {
		return false
	}
	f.width, f.height = min(files, ranks), max(files, ranks)
	for y := range f.height {
		for x := range f.width {
			if files <= ranks {
				f.squares = append(f.squares, game.At(left+x, low+y))
			} else {
				f.squares = append(f.squares, game.At(left+y, low+x))
			}
		}
	}
	f.grid = newGrid(f.width, f.height)
	return true
}

// connect finds out which squares touch and where blocks fit.
func (f *Field) connect() {
	var all game.Squares
	for i, s := range f.squares {
		f.number[s] = uint8(i)
		all = all.With(s)
	}
	for i, s := range f.squares {
		f.near[i] = f.bits(game.Single(s).Spread().And(all))
	}
	for i, s := range f.squares {
		f.blocks[hermit.Upright][i] = footprint{1 << i, f.near[i]}
		f.room[hermit.Upright] |= 1 << i
		for k, other := range [...]game.Square{s + 1, s + game.Stride} {
			if other < game.NumSquares && all.Has(other) {
				j := f.number[other]
				f.blocks[1+k][i] = footprint{1<<i | 1<<j, f.near[i] | f.near[j]}
				f.room[1+k] |= 1 << i
				f.step[1+k] = uint(int(j) - i)
			}
		}
	}
}

// bits returns squares of the board as bits of the field.
func (f *Field) bits(s game.Squares) (set uint64) {
	for ; !s.IsEmpty(); s = s.WithoutFirst() {
		set |= 1 << f.number[s.First()]
	}
	return set
}

// Whole returns what is open in a position, which must be the one the field was made
// for or a later one.
func (f *Field) Whole(pos game.Position) (Part, error) {
	p, ok := game.KernelOf[hermit.Position](pos)
	files, ranks := p.Size()
	if boardFiles, boardRanks := f.board.Size(); !ok || files != boardFiles || ranks != boardRanks {
		return Part{}, fmt.Errorf("position %q: not on the board of %q", pos, &f.board)
	}
	var whole Part
	for color, open := range p.Spots() {
		if !f.board.Covered(hermit.Color(color)).AndNot(p.Covered(hermit.Color(color))).IsEmpty() {
			return Part{}, fmt.Errorf("position %q: does not come after %q", pos, &f.board)
		}
		whole[color] = f.bits(open)
	}
	return whole, nil
}

// spread returns the squares and those that touch them.
func (f *Field) spread(x uint64) uint64 {
	if f.width > 0 {
		return f.grid.spread(x)
	}
	for rest := x; rest != 0; rest &= rest - 1 {
		x |= f.near[bits.TrailingZeros64(rest)]
	}
	return x
}
