package endgame

import (
	"math/bits"

	"thera/hermit"
)

// Placing is a block put on a [Field]: bits 8–9 hold its color, bits 6–7 its kind, bits
// 0–5 the lowest square it covers.
type Placing uint16

// AppendMoves appends the moves of a part. Those that cover most come first, because
// what they leave is the most likely to be known already.
func (f *Field) AppendMoves(moves []Placing, p *Part) []Placing {
	for kind := len(f.blocks) - 1; kind >= 0; kind-- {
		for color, open := range p {
			code := Placing(color<<8 | kind<<6)
			for fits := f.fits(kind, open); fits != 0; fits &= fits - 1 {
				moves = append(moves, code|Placing(bits.TrailingZeros64(fits)))
			}
		}
	}
	return moves
}

// fits returns the lowest squares of the blocks of a kind that cover only squares of a
// set.
func (f *Field) fits(kind int, open uint64) uint64 {
	if f.width > 0 || kind == int(hermit.Upright) {
		return open & (open >> (f.step[kind] & 63)) & f.room[kind]
	}
	fits := uint64(0)
	for rest := open & f.room[kind]; rest != 0; rest &= rest - 1 {
		square := bits.TrailingZeros64(rest)
		if f.blocks[kind][square&63].covers&^open == 0 {
			fits |= 1 << square
		}
	}
	return fits
}

// Hardness estimates the work of finding the nimber of a part, by the formula that was
// seen to order moves best: moves count once, squares twice.
func (f *Field) Hardness(p *Part) int {
	n := 2 * bits.OnesCount64(p[hermit.Red]|p[hermit.Yellow]|p[hermit.Blue])
	for _, open := range p {
		n += bits.OnesCount64(open) + bits.OnesCount64(f.fits(1, open)) + bits.OnesCount64(f.fits(2, open))
	}
	return n
}

// Key returns a 126-bit number that is different for all parts of the field.
func (f *Field) Key(p *Part) (hi, lo uint64) {
	return key(p[hermit.Red], p[hermit.Yellow], p[hermit.Blue])
}

func key(red, yellow, blue uint64) (hi, lo uint64) {
	const half = MaxField / 2
	return red | yellow<<MaxField&(1<<63-1), blue | yellow>>half<<MaxField
}

// AppendCut cuts what is open into independent parts and appends them. It leaves out
// the parts with a single square, in which any move is the last, and returns the nimber
// of their sum, 0 or 1.
func (f *Field) AppendCut(parts []Part, open Part) (all []Part, nimber int) {
	return f.appendCut(parts, open[hermit.Red], open[hermit.Yellow], open[hermit.Blue], open[hermit.Red], open[hermit.Yellow], open[hermit.Blue])
}

// AppendLeft makes a move in a connected part, and cuts and appends what it leaves, as
// AppendCut does.
func (f *Field) AppendLeft(parts []Part, p *Part, m Placing) (all []Part, nimber int) {
	block := &f.blocks[m>>6&3][m&63]
	red, yellow, blue := p[hermit.Red]&^block.covers, p[hermit.Yellow]&^block.covers, p[hermit.Blue]&^block.covers
	// Any piece that came apart was connected to what is gone.
	edgeRed, edgeYellow, edgeBlue := red&block.takes, yellow&block.takes, blue&block.takes
	edge := f.spread(p[m>>8]&block.takes) &^ block.takes
	switch hermit.Color(m >> 8) {
	case hermit.Red:
		red, edgeRed = red&^block.takes, red&edge
	case hermit.Yellow:
		yellow, edgeYellow = yellow&^block.takes, yellow&edge
	case hermit.Blue:
		blue, edgeBlue = blue&^block.takes, blue&edge
	}
	return f.appendCut(parts, red, yellow, blue, edgeRed, edgeYellow, edgeBlue)
}

// appendCut cuts what is open into parts. The edge is a subset that has a spot of every
// part.
//
// A part is the flood fill of one edge square over three layers, one for each color. A
// spot spreads to touching spots of its own color, and through its square to the other
// colors:
//
//	red     . r r .      r spreads to touching r,
//	            |        and through its square
//	yellow  . . y y      to y, which spreads on
//
// Each round grows r, y and b by one king step within their layer, and adds the squares
// reached so far in any layer. There are two ways to end: when nothing grows, the part
// is complete; when all of the edge has been reached, everything that is open is one
// part, and the rest of the fill can be skipped.
func (f *Field) appendCut(parts []Part, red, yellow, blue, edgeRed, edgeYellow, edgeBlue uint64) (all []Part, nimber int) {
	if f.width == 0 {
		return f.appendCutFree(parts, Part{red, yellow, blue}, Part{edgeRed, edgeYellow, edgeBlue})
	}
	// The solver spends most of its time here: the unrolled spread stays in registers.
	notFirst, notLast, up := f.grid.notFirst, f.grid.notLast, uint(f.grid.width)&63
	for edgeRed|edgeYellow|edgeBlue != 0 {
		edge := edgeRed | edgeYellow | edgeBlue
		squares := edge & -edge
		var r, y, b uint64
		for {
			// A king step is one step sideways, here, and then one up or down.
			r1 := r | r<<1&notFirst | r>>1&notLast
			y1 := y | y<<1&notFirst | y>>1&notLast
			b1 := b | b<<1&notFirst | b>>1&notLast
			r1 = (squares | r1 | r1<<(up&63) | r1>>(up&63)) & red
			y1 = (squares | y1 | y1<<(up&63) | y1>>(up&63)) & yellow
			b1 = (squares | b1 | b1<<(up&63) | b1>>(up&63)) & blue
			if edgeRed&^r1|edgeYellow&^y1|edgeBlue&^b1 == 0 {
				// All of the edge is reached, so there is no other part.
				r, y, b = red, yellow, blue
				break
			}
			if r1 == r && y1 == y && b1 == b {
				break
			}
			r, y, b = r1, y1, b1
			squares = r | y | b
		}
		if squares = r | y | b; squares&(squares-1) == 0 {
			nimber ^= 1
		} else {
			parts = append(parts, Part{r, y, b})
		}
		red, yellow, blue = red&^r, yellow&^y, blue&^b
		edgeRed, edgeYellow, edgeBlue = edgeRed&red, edgeYellow&yellow, edgeBlue&blue
	}
	return parts, nimber
}

// appendCutFree is appendCut on fields that are not rectangles.
func (f *Field) appendCutFree(parts []Part, open, edge Part) (all []Part, nimber int) {
	for edge.squares() != 0 {
		var part Part
		for squares := edge.squares() & -edge.squares(); ; squares = part.squares() {
			var grown Part
			out := uint64(0) // the part of the edge that has not been reached
			for color := range open {
				grown[color] = (squares | f.spread(part[color])) & open[color]
				out |= edge[color] &^ grown[color]
			}
			if out == 0 {
				grown, part = open, open
			}
			if grown == part {
				break
			}
			part = grown
		}
		if squares := part.squares(); squares&(squares-1) == 0 {
			nimber ^= 1
		} else {
			parts = append(parts, part)
		}
		for color := range open {
			open[color] &^= part[color]
			edge[color] &= open[color]
		}
	}
	return parts, nimber
}

// squares returns the squares of a part.
func (p *Part) squares() uint64 { return p[hermit.Red] | p[hermit.Yellow] | p[hermit.Blue] }
