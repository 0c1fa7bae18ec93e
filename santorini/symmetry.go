package santorini

import "thera/game"

// Image returns the image of a space. [Nowhere] is its own image.
func (s Space) Image(y game.Symmetry) Space { return at(y.Place(s.File(), s.Rank())) }

// Image returns the image of a turn. If several codes lead to the same position, the image
// of the canonical code may be another one.
func (m Move) Image(y game.Symmetry) Move {
	from, to, build := m.Spaces()
	if m.IsPlacement() {
		return PackPlacement(from.Image(y), to.Image(y))
	}
	image := PackMove(from.Image(y), to.Image(y), build.Image(y))
	switch extra, more, end := m.Extra(); extra {
	case Plain, Domed:
		return image.with(extra, 0)
	case Both:
		return image.withWalk(more.Image(y), end.Image(y))
	default:
		return image.with(extra, more.Image(y))
	}
}
