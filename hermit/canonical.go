package hermit

import "math/bits"

// canonical returns the form that a part shares with all its images: moved,
// turned, flipped and with the colors exchanged. Among the images in the
// corner of the field that are not wider than high it is the one that covers
// the smallest set of squares, as a number, and of several the one with the
// smallest sets of colors, ascending.
func (f *Field) canonical(p Part) Part {
	if f.width == 0 {
		return sorted(p)
	}
	corner, w, h := f.grid.box(p[Red] | p[Yellow] | p[Blue])
	for color := range p {
		p[color] >>= corner & 63
	}
	if w > h {
		p = f.transposed(p)
		w, h = h, w
	}
	s := f.shape(w, h)
	least := candidate{s.squares(p), p}
	s.improve(&least, p, false)
	if w == h {
		s.improve(&least, f.transposed(p), true)
	}
	return sorted(least.part)
}

func (f *Field) transposed(p Part) Part {
	for color, open := range p {
		p[color] = f.grid.transpose(open)
	}
	return p
}

// shape knows the images of what lies in the corner of a grid and is so wide
// and so high: how far they are to be moved back to the corner after they are
// flipped, and after they are turned, and where the last rank begins.
type shape struct {
	*grid
	flipShift, turnShift, last uint
}

func (f *Field) shape(w, h int) shape {
	side := f.width - w
	return shape{&f.grid, uint(side), uint((f.height-h)*f.width + side), uint((h - 1) * f.width)}
}

// candidate is an image of a part with the squares it covers.
type candidate struct {
	covered uint64
	part    Part
}

func (shape) squares(p Part) uint64 { return p[Red] | p[Yellow] | p[Blue] }

func (s *shape) flipped(x uint64) uint64 { return s.flip(x) >> (s.flipShift & 63) }
func (s *shape) turned(x uint64) uint64  { return s.turn(x) >> (s.turnShift & 63) }

// improve compares the images of a part that are not transposed, and the part
// if it says so, with the least image so far. Most of them need not be made:
// their last ranks, by which they compare first, are too large.
func (s *shape) improve(least *candidate, p Part, itself bool) {
	covered := s.squares(p)
	lowest, highest := covered&(1<<s.width-1), covered>>(s.last&63)
	if itself && highest <= least.covered>>(s.last&63) {
		least.compare(p)
	}
	if s.mirrored(highest) <= least.covered>>(s.last&63) {
		least.compare(Part{s.flipped(p[Red]), s.flipped(p[Yellow]), s.flipped(p[Blue])})
	}
	if s.mirrored(lowest) <= least.covered>>(s.last&63) {
		least.compare(Part{s.turned(p[Red]), s.turned(p[Yellow]), s.turned(p[Blue])})
	}
	if lowest <= least.covered>>(s.last&63) {
		least.compare(Part{s.turned(s.flipped(p[Red])), s.turned(s.flipped(p[Yellow])), s.turned(s.flipped(p[Blue]))})
	}
}

// mirrored returns a rank of the shape with left and right exchanged.
func (s *shape) mirrored(rank uint64) uint64 {
	return uint64(s.reversed[rank&(1<<maxWidth-1)]) >> (s.flipShift & 63)
}

// compare takes over an image if it is less.
func (c *candidate) compare(p Part) {
	covered := p[Red] | p[Yellow] | p[Blue]
	if covered < c.covered || covered == c.covered && less(sorted(p), sorted(c.part)) {
		*c = candidate{covered, p}
	}
}

func less(a, b Part) bool {
	for color := range a {
		if a[color] != b[color] {
			return a[color] < b[color]
		}
	}
	return false
}

// sorted returns the part with its colors in ascending order.
func sorted(p Part) Part {
	a, b, c := p[Red], p[Yellow], p[Blue]
	a, b = min(a, b), max(a, b)
	b, c = min(b, c), max(b, c)
	return Part{min(a, b), max(a, b), c}
}

// IsZero reports whether a canonical part is its own image under a turn or a
// flip, perhaps with two colors exchanged, and no move excludes its own image.
// Then whoever is to move loses: the other one answers each move with its
// image, after which all this is so again. It works on rectangular fields.
func (f *Field) IsZero(p *Part) bool {
	covered := p[Red] | p[Yellow] | p[Blue]
	// No square may be its own image.
	if f.width == 0 || bits.OnesCount64(covered)%2 != 0 {
		return false
	}
	_, w, h := f.grid.box(covered)
	s := f.shape(w, h)
	images := [...]func(uint64) uint64{
		s.turned,
		s.flipped,
		func(x uint64) uint64 { return s.turned(s.flipped(x)) },
		s.transpose,
		func(x uint64) uint64 { return s.turned(s.transpose(x)) },
	}
	n := 3
	if w == h {
		n = len(images)
	}
	for _, image := range images[:n] {
		if image(covered) == covered && f.answers(p, image) {
			return true
		}
	}
	return false
}

// answers reports whether each move can be answered with its image, for some
// exchange of colors.
func (f *Field) answers(p *Part, image func(uint64) uint64) bool {
	for _, exchange := range [...][numColors]Color{
		{Red, Yellow, Blue}, {Yellow, Red, Blue}, {Blue, Yellow, Red}, {Red, Blue, Yellow},
	} {
		same := true
		for color, open := range p {
			same = same && image(open) == p[exchange[color]]
		}
		if same && f.apart(p, image, exchange) {
			return true
		}
	}
	return false
}

// apart reports whether no move excludes its own image.
func (f *Field) apart(p *Part, image func(uint64) uint64, exchange [numColors]Color) bool {
	var buffer [3 * numColors * MaxField]Placing
	for _, m := range f.AppendMoves(buffer[:0], p) {
		block := &f.blocks[m>>6&3][m&63]
		color := Color(m >> 8)
		far := image(block.covers)
		if far&block.covers != 0 || exchange[color] == color && far&block.takes != 0 {
			return false
		}
	}
	return true
}
