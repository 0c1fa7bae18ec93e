package textgame

import (
	"strings"

	"thera/game"
)

// dump returns the board between two lines ===, the highest rank first.
func dump(b game.Board) string {
	var out strings.Builder
	out.WriteString("===\n")
	for rank := b.Ranks - 1; rank >= 0; rank-- {
		out.WriteString("  ")
		for file := range b.Files {
			out.WriteByte(' ')
			out.WriteByte(symbol(*b.At(game.At(file, rank))))
		}
		out.WriteByte('\n')
	}
	out.WriteString("===\n")
	return out.String()
}

func symbol(c game.Cell) byte {
	switch {
	case c.Piece == 0:
		return '-'
	case c.Owner == 0:
		return 'S'
	case c.Owner.Has(white):
		return 'W'
	}
	return 'B'
}
