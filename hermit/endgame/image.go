package endgame

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

// newPermutation returns the permutation that moves square s to to(s), as far
// as there are such squares.
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

// has reports whether an image is not wider than high.
func (s *shape) has(kind int) bool { return kind >= s.from && kind < s.to }

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
