package hermit

import (
	"fmt"
	"slices"

	"thera/game"
)

// compose returns the position with the given board. Squares of one color that touch
// must be one block.
func compose(b game.Board, turn game.Seat) (Position, error) {
	p := Position{files: uint8(b.Files), ranks: uint8(b.Ranks), turn: turn}
	if turn > 1 {
		return p, fmt.Errorf("seat %s to move: want 1 or 2", turn)
	}
	for s, cell := range b.All() {
		if cell.Kind == "" {
			continue
		}
		color := slices.Index(kinds[:], cell.Kind)
		if color < 0 {
			return p, fmt.Errorf("square %s: %q: want red, yellow, blue or nothing", s, cell.Kind)
		}
		p.covered[color] = p.covered[color].With(s)
	}
	if err := p.checkBlocks(); err != nil {
		return p, err
	}
	p.hash = p.freshHash()
	return p, nil
}
