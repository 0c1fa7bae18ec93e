package hermit

import "math/bits"

// grid is a rectangle of at most 64 squares, not wider than high, as bits:
// square x + width·y is bit x + width·y.
type grid struct {
	width, height     int
	notFirst, notLast uint64 // all squares but those of a file at the edge
	columns           [maxWidth]uint64
	columnOf          [1 << maxWidth]uint64 // by a rank's bits: the same squares along the first file
	reversed          [1 << maxWidth]uint8  // by a rank's bits: left and right exchanged
	rowOf             [64]uint8
}

// maxWidth is the width of the largest square grid of at most MaxField squares.
const maxWidth = 6

// newGrid returns a grid of width×height squares.
func newGrid(width, height int) grid {
	g := grid{width: width, height: height}
	all := uint64(1)<<(width*height) - 1
	for s := range width * height {
		g.columns[s%width] |= 1 << s
		g.rowOf[s] = uint8(s / width)
	}
	g.notFirst, g.notLast = all&^g.columns[0], all&^g.columns[width-1]
	for row := range 1 << width {
		for x := range width {
			g.columnOf[row] |= uint64(row) >> x & 1 << (x * width & 63)
			g.reversed[row] |= uint8(row >> x & 1 << (width - 1 - x))
		}
	}
	return g
}

// spread returns the squares and their king neighbors, some of these perhaps
// past the last rank.
func (g *grid) spread(x uint64) uint64 {
	x |= x<<1&g.notFirst | x>>1&g.notLast
	return x | x<<g.width | x>>g.width
}

// flip mirrors left and right.
func (g *grid) flip(x uint64) (y uint64) {
	for c, d := 0, g.width-1; d >= 0; c, d = c+1, d-2 {
		y |= x & g.columns[c] << (d & 63)
		if d > 0 {
			y |= x >> (d & 63) & g.columns[c]
		}
	}
	return y
}

// turn turns by 180°.
func (g *grid) turn(x uint64) uint64 { return bits.Reverse64(x) >> (64 - g.width*g.height) }

// transpose mirrors at the diagonal through the first square. It wants no
// squares beyond a height of width.
func (g *grid) transpose(x uint64) (y uint64) {
	row := uint64(1)<<g.width - 1
	for r := 0; x != 0; r++ {
		y |= g.columnOf[x&row&(1<<maxWidth-1)] << (r & 63)
		x >>= g.width
	}
	return y
}

// box returns the smallest rectangle around squares: its first square, its
// width and its height.
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
