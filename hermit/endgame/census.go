package endgame

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"thera/hermit"
)

// MaxCensus is the number of squares of the largest parts that [Census] counts: there are
// 131 million of seven squares.
const MaxCensus = 7

// Tally is the number of parts with that many squares and that nimber.
type Tally struct {
	Squares int    `json:"squares"`
	Nimber  int    `json:"nimber"`
	Parts   uint64 `json:"parts"`
	// Example is the first of them: rank by rank from above, with / between, a digit for
	// each of its squares, the sum of 1 if it is open to red, 2 to yellow and 4 to blue, and
	// a dot for each other square.
	Example string `json:"example"`
}

// Census counts all parts with a number of squares, 1 to [MaxCensus], by nimber. A part
// is any connected set of spots, whether or not there is a position with it. Parts that
// are equal when they are moved, rotated, reflected or their colors exchanged count once.
// The error is that of ctx or for another number of squares.
//
// It shares nothing with [Field] and the solvers: for each shape it finds the nimbers of
// all sets of spots by trying all moves.
func Census(ctx context.Context, squares int) ([]Tally, error) {
	if squares < 1 || squares > MaxCensus {
		return nil, fmt.Errorf("census of parts of %d squares: want 1 to %d", squares, MaxCensus)
	}
	var tallies []Tally
	nimbers := make([]uint8, 1<<(hermit.NumColors*squares))
	for _, shape := range polykings(squares) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		o := newOutline(shape)
		o.solve(nimbers)
		for part := range o.parts {
			n := int(nimbers[o.spots(part)])
			for n >= len(tallies) {
				tallies = append(tallies, Tally{Squares: squares, Nimber: len(tallies)})
			}
			if tallies[n].Parts == 0 {
				tallies[n].Example = o.text(part)
			}
			tallies[n].Parts++
		}
	}
	return slices.DeleteFunc(tallies, func(t Tally) bool { return t.Parts == 0 }), nil
}

// polyking is a set of squares connected by king steps, in the corner of a board of 8×8:
// bit x + 8·y is the square in column x of row y.
type polyking uint64

const gridWidth = 8

// polykings returns the polykings of a number of squares, one of those that are images of each
// other, in ascending order.
func polykings(squares int) []polyking {
	if squares == 1 {
		return []polyking{1}
	}
	found := map[polyking]bool{}
	for _, smaller := range polykings(squares - 1) {
		// Leave room for a new square on the left and below.
		room := smaller << (gridWidth + 1)
		for s := range gridWidth * gridWidth {
			if grown := room | 1<<s; grown != room && room.touches(s) {
				found[slices.Min(grown.images())] = true
			}
		}
	}
	list := make([]polyking, 0, len(found))
	for f := range found {
		list = append(list, f)
	}
	slices.Sort(list)
	return list
}

// squares returns the numbers of the squares, ascending.
func (f polyking) squares() (list []int) {
	for ; f != 0; f &= f - 1 {
		list = append(list, bits.TrailingZeros64(uint64(f)))
	}
	return list
}

func (f polyking) touches(square int) bool {
	return slices.ContainsFunc(f.squares(), func(other int) bool { return touch(square, other) })
}

// touch reports whether a king can go from one square to the other, or they are the same.
func touch(a, b int) bool {
	columns, rows := distances(a, b)
	return max(columns, rows) <= 1
}

// distances returns how far two squares are apart in columns and in rows.
func distances(a, b int) (columns, rows int) {
	columns, rows = a%gridWidth-b%gridWidth, a/gridWidth-b/gridWidth
	return max(columns, -columns), max(rows, -rows)
}

// images returns the rotations and reflections of a polyking, each moved to the corner.
func (f polyking) images() []polyking {
	all := make([]polyking, 0, numImages)
	for kind := range numImages {
		all = append(all, f.image(kind))
	}
	return all
}

func (f polyking) image(kind int) (image polyking) {
	for _, s := range f.imageSquares(kind) {
		image |= 1 << s
	}
	return image
}

// imageSquares returns where each square of a polyking comes to in an image, in their order.
func (f polyking) imageSquares(kind int) []int {
	list := f.squares()
	left, low := gridWidth, gridWidth
	for i, s := range list {
		x, y := s%gridWidth, s/gridWidth
		if kind&transposed != 0 {
			x, y = y, x
		}
		if kind&flipped != 0 {
			x = -x
		}
		if kind&turned != 0 {
			x, y = -x, -y
		}
		left, low = min(left, x), min(low, y)
		list[i] = x + gridWidth*y
	}
	for i := range list {
		list[i] -= left + gridWidth*low
	}
	return list
}

// outline is a polyking with its squares numbered from 0, and the game on it.
type outline struct {
	squares []int                   // of the board of 8×8
	near    [1 << MaxCensus]uint8   // by set of squares: these and those that touch them
	images  [][1 << MaxCensus]uint8 // by set of squares: its images by what leaves the polyking as it is
	blocks  []outlineBlock
}

// coloring is a set of squares of an outline for each color.
type coloring [hermit.NumColors]uint8

// outlineBlock is a block on an outline: the spots it covers, and the spots it takes away.
// The spots of a color are together, those of the first color in the lowest bits.
type outlineBlock struct{ covers, takes uint32 }

func newOutline(f polyking) *outline {
	o := &outline{squares: f.squares()}
	o.near = o.forEachSet(func(i int) (near uint8) {
		for j, other := range o.squares {
			if touch(o.squares[i], other) {
				near |= 1 << j
			}
		}
		return near
	})
	for kind := range numImages {
		if f.image(kind) == f {
			to := f.imageSquares(kind)
			o.images = append(o.images, o.forEachSet(func(i int) uint8 { return 1 << slices.Index(o.squares, to[i]) }))
		}
	}
	o.addBlocks()
	return o
}

// forEachSet returns for each set of squares the union of what is given for each.
func (o *outline) forEachSet(of func(square int) uint8) (table [1 << MaxCensus]uint8) {
	for i := range o.squares {
		one := of(i)
		for set := range 1 << i {
			table[set|1<<i] = table[set] | one
		}
	}
	return table
}

func (o *outline) addBlocks() {
	for i, a := range o.squares {
		for j, b := range o.squares[:i+1] {
			if columns, rows := distances(a, b); columns+rows > 1 {
				continue
			}
			covered := uint8(1<<i | 1<<j)
			for color := range hermit.NumColors {
				var covers, takes coloring
				takes = coloring{covered, covered, covered}
				covers[color], takes[color] = covered, o.near[covered]
				o.blocks = append(o.blocks, outlineBlock{o.spots(covers), o.spots(takes)})
			}
		}
	}
}

func (o *outline) spots(c coloring) (spots uint32) {
	for color, set := range c {
		spots |= uint32(set) << (color * len(o.squares))
	}
	return spots
}

// solve finds the nimbers of all sets of spots. Those that differ by an exchange of colors
// are found together; what a move leaves comes before in this order.
func (o *outline) solve(nimbers []uint8) {
	sets := uint8(1 << len(o.squares))
	for z := range sets {
		for y := range z + 1 {
			for x := range y + 1 {
				n := o.nimber(nimbers, o.spots(coloring{x, y, z}))
				for _, c := range [...]coloring{{x, y, z}, {x, z, y}, {y, x, z}, {y, z, x}, {z, x, y}, {z, y, x}} {
					nimbers[o.spots(c)] = n
				}
			}
		}
	}
}

// nimber returns the least nimber that no move leaves.
func (o *outline) nimber(nimbers []uint8, spots uint32) uint8 {
	reached := uint64(0)
	for _, b := range o.blocks {
		if b.covers&^spots == 0 {
			reached |= 1 << nimbers[spots&^b.takes]
		}
	}
	return uint8(bits.TrailingZeros64(^reached))
}

// parts yields the parts on all squares, one of those that are images of each other: the
// least, which has its colors in ascending order.
func (o *outline) parts(yield func(coloring) bool) {
	sets := uint8(1 << len(o.squares))
	for red := range sets {
		for yellow := red; yellow < sets; yellow++ {
			for blue := yellow; blue < sets; blue++ {
				c := coloring{red, yellow, blue}
				if red|yellow|blue == sets-1 && o.isConnected(c) && o.isLeast(c) && !yield(c) {
					return
				}
			}
		}
	}
}

// isConnected reports whether all squares can be reached from each other by steps to one
// that touches and is open to the same color: such spots exclude each other, as do those
// on one square.
func (o *outline) isConnected(c coloring) bool {
	reached := uint8(1)
	for {
		grown := reached
		for _, set := range c {
			grown |= o.near[grown&set] & set
		}
		if grown == reached {
			return int(reached) == 1<<len(o.squares)-1
		}
		reached = grown
	}
}

// isLeast reports whether no image of a coloring in ascending order is less.
func (o *outline) isLeast(c coloring) bool {
	for i := range o.images {
		image := &o.images[i]
		var moved coloring
		for color, set := range c {
			moved[color] = image[set]
		}
		slices.Sort(moved[:])
		if slices.Compare(moved[:], c[:]) < 0 {
			return false
		}
	}
	return true
}

// text returns a part in the form of [Tally.Example].
func (o *outline) text(c coloring) string {
	var rows [gridWidth][gridWidth]byte
	files, ranks := 0, 0
	for i, s := range o.squares {
		files, ranks = max(files, s%gridWidth+1), max(ranks, s/gridWidth+1)
		for color, set := range c {
			rows[s/gridWidth][s%gridWidth] += set >> i & 1 << color
		}
	}
	var text strings.Builder
	for rank := ranks - 1; rank >= 0; rank-- {
		for _, colors := range rows[rank][:files] {
			text.WriteByte('0' + colors)
		}
		if rank > 0 {
			text.WriteByte('/')
		}
	}
	return strings.ReplaceAll(text.String(), "0", ".")
}
