package match

import "thera/game"

// symmetries returns the symmetries of the board that leave a start position unchanged:
// images of an opening under these are not new openings. The first changes nothing.
func symmetries(start game.Position) []game.Symmetry {
	all := start.Board().Symmetries()
	known := all[:1:1]
	for _, y := range all[1:] {
		if pos, err := game.Image(start, y); err == nil && pos.String() == start.String() {
			known = append(known, y)
		}
	}
	return known
}
