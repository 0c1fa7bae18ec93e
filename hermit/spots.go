package hermit

import "thera/game"

// spots is a set of spots, as a set of squares for each color. A spot is a
// square together with a color that may cover it: the square is empty and
// touches no block of the color. The legal moves follow from the spots alone,
// and a move only ever takes spots away.
type spots [numColors]game.Squares

// spots returns the spots of the position.
func (p *Position) spots() (s spots) {
	empty := game.Rectangle(int(p.files), int(p.ranks))
	for _, blocks := range p.covered {
		empty = empty.AndNot(blocks)
	}
	for color, blocks := range p.covered {
		s[color] = empty.AndNot(blocks.Spread())
	}
	return s
}

// squares returns the squares of the spots of any color.
func (s spots) squares() game.Squares { return s[Red].Or(s[Yellow]).Or(s[Blue]) }

func (s spots) isEmpty() bool { return s.squares().IsEmpty() }

func (s spots) len() int { return s[Red].Len() + s[Yellow].Len() + s[Blue].Len() }

// cutPart takes one part out of the spots and returns it. Two spots exclude
// each other if they have the same square, or the same color and squares that
// touch; a part is all that hangs together in this way, so that a move in one
// part leaves the others as they are. There must be a spot to begin with.
func (s *spots) cutPart() (part spots) {
	squares := game.Single(s.squares().First())
	for {
		var grown spots
		for color := range s {
			grown[color] = squares.Or(part[color].Spread()).And(s[color])
		}
		if grown == part {
			break
		}
		part, squares = grown, grown.squares()
	}
	for color := range s {
		s[color] = s[color].AndNot(part[color])
	}
	return part
}
