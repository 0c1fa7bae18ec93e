package amazons

import (
	"fmt"

	"thera/game"
)

// compose returns the position with the given board. Any number of amazons is allowed,
// and either side may be to move.
func compose(b game.Board, turn game.Seat) (Position, error) {
	p := Position{files: uint8(b.Files), ranks: uint8(b.Ranks), turn: turn}
	if turn > Black {
		return p, fmt.Errorf("seat %s to move: want 1 or 2", turn)
	}
	for s, cell := range b.All() {
		switch {
		case cell.Kind == "":
			p.empty = p.empty.With(s)
		case cell.Kind == KindAmazon && cell.Owner == game.Only(White):
			p.amazons[White] = p.amazons[White].With(s)
		case cell.Kind == KindAmazon && cell.Owner == game.Only(Black):
			p.amazons[Black] = p.amazons[Black].With(s)
		case cell.Kind != KindArrow:
			return p, fmt.Errorf("square %s: %q of seat %s: want an amazon of seat 1 or 2, an arrow or nothing", s, cell.Kind, cell.Owner)
		}
	}
	p.hash = p.freshHash()
	return p, nil
}
