package classroom

import "slices"

// vectors are single steps in the eight directions, clockwise from north.
var vectors = [8]Square{
	{-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1},
}

// vector returns the single step in the direction with that name, if there is one.
func (l Language) vector(direction string) (step Square, ok bool) {
	names := l.directions()
	i := slices.Index(names[:], direction)
	if i < 0 {
		return Square{}, false
	}
	return vectors[i], true
}
