package endgame

import (
	"math/bits"

	"thera/hermit"
)

// CanonicalKey returns the key of the canonical form that a part shares with all its
// images: moved, rotated, reflected and with colors exchanged. Candidates are the
// images in the corner of the field that are not wider than high. The canonical form is
// the one with the smallest set of squares that an odd number of colors may cover, as a
// number, and among those the one with the smallest sets of colors in ascending order.
func (f *Field) CanonicalKey(p *Part) (hi, lo uint64) {
	if f.width == 0 {
		return key(sorted(p[hermit.Red], p[hermit.Yellow], p[hermit.Blue]))
	}
	corner, w, h := f.grid.box(p.squares())
	red, yellow, blue := p[hermit.Red]>>(corner&63), p[hermit.Yellow]>>(corner&63), p[hermit.Blue]>>(corner&63)
	shape := f.grid.shape(w, h)
	first, last := shape.least(red ^ yellow ^ blue)
	r, y, b := sorted(shape.image(red, first), shape.image(yellow, first), shape.image(blue, first))
	for kind := first + 1; kind <= last; kind++ {
		if !shape.has(kind) || shape.image(red^yellow^blue, kind) != shape.image(red^yellow^blue, first) {
			continue
		}
		r1, y1, b1 := sorted(shape.image(red, kind), shape.image(yellow, kind), shape.image(blue, kind))
		if r1 < r || r1 == r && y1 < y { // these two determine the third
			r, y, b = r1, y1, b1
		}
	}
	return key(r, y, b)
}

// sorted returns sets of squares in ascending order.
func sorted(a, b, c uint64) (x, y, z uint64) {
	a, b = min(a, b), max(a, b)
	b, c = min(b, c), max(b, c)
	return min(a, b), max(a, b), c
}

// IsZero reports whether a part is its own image under a rotation or reflection,
// possibly with two colors exchanged, and no move excludes its own image. Then the seat
// to move loses: the other one answers each move with its image, which restores the
// symmetry. It works on rectangular fields only.
func (f *Field) IsZero(p *Part) bool {
	covered := p.squares()
	// No square may be its own image.
	if f.width == 0 || bits.OnesCount64(covered)%2 != 0 {
		return false
	}
	corner, w, h := f.grid.box(covered)
	shape := f.grid.shape(w, h)
	moved := Part{p[hermit.Red] >> (corner & 63), p[hermit.Yellow] >> (corner & 63), p[hermit.Blue] >> (corner & 63)}
	covered >>= corner & 63
	for _, kind := range [...]int{turned, flipped, flipped | turned, transposed, transposed | turned} {
		if kind&transposed != 0 && w != h {
			break
		}
		if shape.image(covered, kind) == covered && f.answers(&moved, &shape, kind) {
			return true
		}
	}
	return false
}

// answers reports whether each move can be answered with its image, for some
// exchange of colors.
func (f *Field) answers(p *Part, shape *shape, kind int) bool {
	for _, exchange := range [...][hermit.NumColors]hermit.Color{
		{hermit.Red, hermit.Yellow, hermit.Blue}, {hermit.Yellow, hermit.Red, hermit.Blue}, {hermit.Blue, hermit.Yellow, hermit.Red}, {hermit.Red, hermit.Blue, hermit.Yellow},
	} {
		same := true
		for color, open := range p {
			same = same && shape.image(open, kind) == p[exchange[color]]
		}
		if same && f.apart(p, shape, kind, exchange) {
			return true
		}
	}
	return false
}

// apart reports whether no move excludes its own image.
func (f *Field) apart(p *Part, shape *shape, kind int, exchange [hermit.NumColors]hermit.Color) bool {
	var buffer [3 * hermit.NumColors * MaxField]Placing
	for _, m := range f.AppendMoves(buffer[:0], p) {
		block := &f.blocks[m>>6&3][m&63]
		color := hermit.Color(m >> 8)
		far := shape.image(block.covers, kind)
		if far&block.covers != 0 || exchange[color] == color && far&block.takes != 0 {
			return false
		}
	}
	return true
}
