package match

import (
	"thera/game"
	"thera/internal/symmetry"
)

// symmetries are the ways to lay the board of a start onto itself after which it
// is the same: what is played there may be laid in the same way and is nothing
// new. The first changes nothing.
func symmetries(g game.Game, start game.Position) []symmetry.Symmetry {
	board := start.Board()
	all := symmetry.All(board, nil)
	known := all[:1:1]
	for _, y := range all[1:] {
		if pos, err := g.Compose(y.Board(board), start.Turn()); err == nil && pos.String() == start.String() {
			known = append(known, y)
		}
	}
	return known
}

// key returns a text that positions have in common which are the same but for
// their symmetry.
func key(g game.Game, pos game.Position, all []symmetry.Symmetry) (string, error) {
	least, _, err := symmetry.Least(g, pos, all)
	if err != nil {
		return "", err
	}
	return least.String(), nil
}
