package hermit

import "math/bits"

// Placing is a block put on a [Field]: bits 8–9 hold its color, bits 6–7 how
// it lies, bits 0–5 the lowest square it covers.
type Placing uint16

// AppendMoves appends the moves of a part. Those that cover most come first:
// what they leave is the most likely to be known already.
func (f *Field) AppendMoves(moves []Placing, p *Part) []Placing {
	for kind := len(f.blocks) - 1; kind >= 0; kind-- {
		for color, open := range p {
			code := Placing(color<<8 | kind<<6)
			for rest := open; rest != 0; rest &= rest - 1 {
				square := bits.TrailingZeros64(rest)
				if covers := f.blocks[kind][square&63].covers; covers != 0 && covers&^open == 0 {
					moves = append(moves, code|Placing(square))
				}
			}
		}
	}
	return moves
}

// Play makes a move in a part. The part need not hang together afterward.
func (f *Field) Play(p *Part, m Placing) {
	block := &f.blocks[m>>6&3][m&63]
	for color := range p {
		p[color] &^= block.covers
	}
	p[m>>8] &^= block.takes
}

// Hardness estimates the work to find the nimber of a part, by what was seen
// to order moves best: moves count once, squares twice.
func (f *Field) Hardness(p *Part) int {
	n := 2 * bits.OnesCount64(p[Red]|p[Yellow]|p[Blue])
	for _, open := range p {
		n += bits.OnesCount64(open) + bits.OnesCount64(open&(open>>1)&f.grid.notLast) + bits.OnesCount64(open&(open>>f.grid.width))
	}
	return n
}

// Key returns a number of 126 bits that tells all parts of the field apart.
func (f *Field) Key(p *Part) (hi, lo uint64) {
	const half = MaxField / 2
	return p[Red] | p[Yellow]<<MaxField&(1<<63-1), p[Blue] | p[Yellow]>>half<<MaxField
}

// AppendCut cuts what is open into parts that do not influence each other and
// appends them in canonical form. It leaves out those in which any move is the
// last one and returns the nimber of their sum, 0 or 1.
func (f *Field) AppendCut(parts []Part, rest Part) (all []Part, nimber int) {
	for {
		squares := rest[Red] | rest[Yellow] | rest[Blue]
		if squares == 0 {
			return parts, nimber
		}
		var part Part
		squares &= -squares
		for {
			// Squares join their own spots, spots of a color that touch join each other.
			red := (squares | f.spread(part[Red])) & rest[Red]
			yellow := (squares | f.spread(part[Yellow])) & rest[Yellow]
			blue := (squares | f.spread(part[Blue])) & rest[Blue]
			squares = red | yellow | blue
			if red == part[Red] && yellow == part[Yellow] && blue == part[Blue] {
				break
			}
			part = Part{red, yellow, blue}
		}
		for color := range rest {
			rest[color] &^= part[color]
		}
		if squares&(squares-1) == 0 {
			nimber ^= 1
			continue
		}
		parts = append(parts, f.canonical(part))
	}
}
