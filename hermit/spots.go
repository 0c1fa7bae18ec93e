package hermit

import "thera/game"

// Spots is a set of spots, as a set of squares for each color. A spot is a square
// together with a color that may cover it: the square is empty and touches no block of
// the color. The legal moves follow from the spots alone, and a move only takes spots
// away.
type Spots [NumColors]game.Squares

// Spots returns the spots of the position.
//
// rules/hermit.md 2.2, 2.3
func (p *Position) Spots() (s Spots) {
	empty := game.Rectangle(int(p.files), int(p.ranks))
	for _, blocks := range p.covered {
		empty = empty.AndNot(blocks)
	}
	for color, blocks := range p.covered {
		s[color] = empty.AndNot(blocks.Spread())
	}
	return s
}

// Squares returns the squares of the spots of any color.
func (s Spots) Squares() game.Squares { return s[Red].Or(s[Yellow]).Or(s[Blue]) }

// IsEmpty reports whether there are no spots: the seat to move is stuck.
func (s Spots) IsEmpty() bool { return s.Squares().IsEmpty() }

// Len returns the number of spots.
func (s Spots) Len() int { return s[Red].Len() + s[Yellow].Len() + s[Blue].Len() }
