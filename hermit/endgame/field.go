package endgame

import (
	"fmt"
	"math/bits"

	"thera/engine"
	"thera/game"
	"thera/hermit"
)

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
	// Blocks on a square, with its eastern neighbor, and with its northern neighbor.
	blocks [3][64]footprint
	room   [3]uint64 // the squares that can be the lowest of a block of each kind
	step   [3]uint   // from a block's lowest square to the other one, if width is not 0
}

// footprint is a block on a field: the squares it covers, and those it takes away from
// its color. A block that does not fit covers nothing.
type footprint struct{ covers, takes uint64 }

// NewField returns the field of a Hermit position. At most [MaxField] of its squares
// may be open to any color; with more, the error wraps [engine.ErrUnsupported]. The
// field is the smallest rectangle around them if that has at most MaxField squares.
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
			return nil, fmt.Errorf("position %q with %d open squares is %w: want at most %d", pos, n, engine.ErrUnsupported, MaxField)
		}
		for ; !open.IsEmpty(); open = open.WithoutFirst() {
			f.squares = append(f.squares, open.First())
		}
	}
	f.connect()
	return f, nil
}

// layRectangle makes the field the smallest rectangle around the open squares, if it fits.
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
			if all.Has(other) {
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

// grid is a rectangle of at most MaxField squares, not wider than high, as bits: the
// square in column x of row y is bit x + width·y.
type grid struct {
	width, height     int
	notFirst, notLast uint64 // all squares except those of the first or last column
	rowOf             [64]uint8
	images            [numImages]permutation
}

func newGrid(width, height int) grid {
	g := grid{width: width, height: height}
	squares := width * height
	for s := range squares {
		g.rowOf[s] = uint8(s / width)
		if s%width > 0 {
			g.notFirst |= 1 << s
			g.notLast |= 1 << (s - 1)
		}
	}
	for kind := range g.images {
		if kind&transposed != 0 {
			// Anything higher than the grid is wide cannot be transposed.
			squares = min(squares, width*width)
		}
		g.images[kind] = newPermutation(squares, func(s int) int {
			x, y := s%width, s/width
			if kind&transposed != 0 {
				x, y = y, x
			}
			if kind&flipped != 0 {
				x = width - 1 - x
			}
			if kind&turned != 0 {
				x, y = width-1-x, height-1-y
			}
			return x + width*y
		})
	}
	return g
}

// spread returns the squares and their king neighbors, perhaps some beyond the last row.
func (g *grid) spread(x uint64) uint64 {
	x |= x<<1&g.notFirst | x>>1&g.notLast
	return x | x<<(g.width&63) | x>>(g.width&63)
}

// box returns the smallest rectangle around squares: first square, width and height.
func (g *grid) box(x uint64) (corner uint, width, height int) {
	low := int(g.rowOf[bits.TrailingZeros64(x)&63])
	height = int(g.rowOf[(63-bits.LeadingZeros64(x))&63]) - low + 1
	fold := x
	for n := g.width; n < g.width*g.height; n *= 2 {
		fold |= fold >> (n & 63)
	}
	fold &= 1<<g.width - 1
	left := bits.TrailingZeros64(fold)
	return uint(low*g.width + left), bits.Len64(fold) - left, height
}

// The images of a rectangle are numbered by what is done to it: first
// transposed, then flipped, then turned, or not.
const (
	flipped    = 1 << iota // left and right exchanged
	turned                 // by 180°
	transposed             // files and ranks exchanged
	numImages  = 8
)

// permutation says where squares come to, for each set of six of them.
type permutation [MaxField / 6][64]uint64

// newPermutation returns the one that moves square s to to(s), as far as both exist.
func newPermutation(squares int, to func(s int) int) (p permutation) {
	for s := range squares {
		moved := uint64(1) << to(s)
		for set := range p[s/6] {
			if set>>(s%6)&1 != 0 {
				p[s/6][set] |= moved
			}
		}
	}
	return p
}

// apply moves squares. Most parts end before square 24, once they are in the corner.
func (p *permutation) apply(x uint64) uint64 {
	moved := p[0][x&63] | p[1][x>>6&63] | p[2][x>>12&63] | p[3][x>>18&63]
	if x >>= 24; x != 0 {
		moved |= p[4][x&63] | p[5][x>>6&63] | p[6][x>>12&63]
	}
	return moved
}

// shape knows the images of what lies in the corner of a grid and is so wide
// and so high.
type shape struct {
	*grid
	back [4]uint // from an image of the grid back to the corner, by how it is flipped and turned
	// The images that are not wider than high: they begin with from and end before to.
	from, to int
}

func (g *grid) shape(w, h int) shape {
	s := shape{grid: g, to: numImages}
	if w > h {
		s.from = transposed
	}
	if w < h {
		s.to = transposed
	}
	aside, above := uint(g.width-min(w, h)), uint((g.height-max(w, h))*g.width)
	s.back = [...]uint{0, aside, above + aside, above}
	return s
}

// image returns an image in the corner.
func (s *shape) image(x uint64, kind int) uint64 {
	return s.images[kind].apply(x) >> (s.back[kind&(flipped|turned)] & 63)
}

// least returns the first and the last of the images that are not wider than
// high and as small as any, as a number.
func (s *shape) least(x uint64) (first, last int) {
	low, high := ^uint64(0), ^uint64(0)
	for kind := s.from; kind < s.to; kind++ {
		image := s.image(x, kind) * numImages
		low, high = min(low, image|uint64(kind)), min(high, image|uint64(kind^(numImages-1)))
	}
	return int(low % numImages), int(high%numImages) ^ (numImages - 1)
}

// Mirrored reports whether the seat to move loses because the board is symmetric: a
// half turn leaves the spots as they are, and no move excludes its own image, so the
// other seat can always answer with it.
func Mirrored(p *hermit.Position) bool {
	left := p.Spots()
	return mirrored(p, &left)
}

// mirrored reports whether rotating the board by 180° leaves the spots as they are and
// no block excludes its own image. That holds again after each move and its image, so
// the seat to move runs out of moves first. A block can exclude its image only if one
// of its squares is or touches its own image: the one, two or four squares at the
// center of the board.
func mirrored(p *hermit.Position, s *hermit.Spots) bool {
	files, ranks := p.Size()
	last := game.At(files-1, ranks-1)
	for _, open := range s {
		for rest := open; !rest.IsEmpty(); rest = rest.WithoutFirst() {
			square := rest.First()
			image := last - square
			if !open.Has(image) || game.Single(square).Spread().Has(image) {
				return false
			}
		}
	}
	return true
}
