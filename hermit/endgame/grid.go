package endgame

import "math/bits"

// grid is a rectangle of at most MaxField squares, not wider than high, as bits: the
// square in column x of row y is bit x + width·y.
type grid struct {
	width, height     int
	notFirst, notLast uint64 // all squares except those of the first or last column
	rowOf             [64]uint8
	images            [numImages]permutation
}

// newGrid returns a grid of width×height squares.
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

// spread returns the squares and their king neighbors, some of them possibly beyond the
// last row.
func (g *grid) spread(x uint64) uint64 {
	x |= x<<1&g.notFirst | x>>1&g.notLast
	return x | x<<(g.width&63) | x>>(g.width&63)
}

// box returns the smallest rectangle around squares: its first square, its width and
// its height.
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
