package santorini

import "thera/game"

// Symmetry is one of the eight ways to lay the board onto itself, and what is
// played on it with it. Bit 0 flips left and right, bit 1 flips up and down,
// then bit 2 exchanges files and ranks. The zero value leaves all as it is.
type Symmetry uint8

// Symmetries is the number of symmetries, which are those below it.
const Symmetries Symmetry = 8

// Space returns the image of a space.
func (y Symmetry) Space(s Space) Space {
	return at(game.Lay(int(y), s.File(), s.Rank(), Size, Size))
}

// Move returns the image of a turn. If several codes lead to the same position, the
// image of the canonical code may be another one.
func (y Symmetry) Move(m Move) Move {
	image := func(s Space) Space {
		if s == Nowhere {
			return s
		}
		return y.Space(s)
	}
	from, to, build := m.Spaces()
	if m.IsPlacement() {
		return PackPlacement(y.Space(from), y.Space(to))
	}
	turned := PackMove(image(from), image(to), image(build))
	switch extra, more, end := m.Extra(); extra {
	case Plain, Domed:
		return turned.with(extra, 0)
	case Both:
		return turned.withWalk(y.Space(more), y.Space(end))
	default:
		return turned.with(extra, y.Space(more))
	}
}

// Inverse returns the symmetry that undoes y. Flips undo themselves; what is
// first flipped and then exchanged is undone by the other flip of the two.
func (y Symmetry) Inverse() Symmetry {
	if y&4 == 0 {
		return y
	}
	return y&4 | y&1<<1 | y&2>>1
}
