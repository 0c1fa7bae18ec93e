package opening

import (
	"slices"

	"thera/game"
	"thera/santorini"
)

// Inner returns the placements of workers on the nine inner squares, or all moves if
// there is nothing to place. By searches of 150,000 nodes, the first player's chances
// are 47% to 62% after all pairs of inner placements, and 45% to 68% after forty random
// placements on the whole board.
func Inner(pos game.Position) []game.Move {
	all := pos.Moves()
	inner := slices.DeleteFunc(slices.Clone(all), func(m game.Move) bool {
		placement, err := parsePlacement(string(m))
		if err != nil {
			return true
		}
		a, b, _ := placement.Spaces()
		return !isInner(a) || !isInner(b)
	})
	if len(inner) == 0 {
		return all
	}
	return inner
}

// isInner reports whether a space has neighbors on all sides.
func isInner(s santorini.Space) bool { return santorini.Single(s).Spread().Len() == 9 }
