package openings

import (
	"fmt"

	"thera/game"
)

// symmetry is a way to lay a board onto itself: first mirrored from left to
// right, then from top to bottom, then along the diagonal.
type symmetry struct{ files, ranks, diagonal bool }

// lay returns the board as it lies after that. With a diagonal it has to be
// square.
func (y symmetry) lay(b game.Board) game.Board {
	laid := b
	laid.Cells = make([]game.Cell, len(b.Cells))
	for s, cell := range b.All() {
		file, rank := s.File(), s.Rank()
		if y.files {
			file = b.Files - 1 - file
		}
		if y.ranks {
			rank = b.Ranks - 1 - rank
		}
		if y.diagonal {
			file, rank = rank, file
		}
		*laid.At(game.At(file, rank)) = cell
	}
	return laid
}

// symmetries are the ways to lay the board of a start onto itself after which it
// is the same: what is played there may be laid in the same way and is nothing
// new. The first changes nothing. The rules of all games are the same in all
// directions; the texts of powers are not, so with those there is no other.
func symmetries(g game.Game, start game.Position) []symmetry {
	all := []symmetry{{}}
	board := start.Board()
	for i := 1; i < 8 && board.Powers == nil; i++ {
		y := symmetry{i&1 != 0, i&2 != 0, i&4 != 0}
		if y.diagonal && board.Files != board.Ranks {
			continue
		}
		if pos, err := g.Compose(y.lay(board), start.Turn()); err == nil && pos.String() == start.String() {
			all = append(all, y)
		}
	}
	return all
}

// key returns a text that positions have in common which are the same but for
// their symmetry.
func key(g game.Game, pos game.Position, all []symmetry) (least string, err error) {
	least = pos.String()
	board := pos.Board()
	for _, y := range all[1:] {
		laid, err := g.Compose(y.lay(board), pos.Turn())
		if err != nil {
			return "", fmt.Errorf("position %q, mirrored: %w", pos, err)
		}
		least = min(least, laid.String())
	}
	return least, nil
}
