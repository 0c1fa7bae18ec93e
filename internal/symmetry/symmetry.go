package symmetry

import (
	"fmt"
	"slices"
	"strings"

	"thera/game"
)

// Kind is a kind of pieces, as a board and as the text of a move have it.
type Kind struct {
	Name   string // of a [game.Cell]
	Letter byte   // with which moves begin that put one down
}

// Symmetry is a way to lay a board onto itself: first mirrored from left to right,
// then from top to bottom, then along the diagonal, with kinds of pieces exchanged.
type Symmetry struct {
	width, height          int // of the board
	files, ranks, diagonal bool
	from, to               []Kind
}

// All returns the ways to lay a board onto itself, with each exchange of the kinds
// that are alike. The first changes nothing. With powers there is no other.
func All(b game.Board, alike []Kind) []Symmetry {
	all := []Symmetry{}
	for _, to := range orders(alike) {
		for i := range 8 {
			y := Symmetry{b.Files, b.Ranks, i&1 != 0, i&2 != 0, i&4 != 0, alike, to}
			if !y.diagonal || b.Files == b.Ranks {
				all = append(all, y)
			}
		}
	}
	if b.Powers != nil {
		return all[:1]
	}
	return all
}

// orders returns all orders of some kinds, the given one first.
func orders(kinds []Kind) [][]Kind {
	if len(kinds) < 2 {
		return [][]Kind{kinds}
	}
	var all [][]Kind
	for i, first := range kinds {
		for _, rest := range orders(slices.Delete(slices.Clone(kinds), i, i+1)) {
			all = append(all, append([]Kind{first}, rest...))
		}
	}
	return all
}

// Inverse returns the way back.
func (y Symmetry) Inverse() Symmetry {
	y.from, y.to = y.to, y.from
	if y.diagonal {
		y.files, y.ranks = y.ranks, y.files
	}
	return y
}

// Square returns where a square lies afterwards.
func (y Symmetry) Square(s game.Square) game.Square {
	file, rank := s.File(), s.Rank()
	if y.files {
		file = y.width - 1 - file
	}
	if y.ranks {
		rank = y.height - 1 - rank
	}
	if y.diagonal {
		file, rank = rank, file
	}
	return game.At(file, rank)
}

// Board returns the board as it lies afterwards. The letters of exchanged pieces
// stay: they are for drawing alone.
func (y Symmetry) Board(b game.Board) game.Board {
	laid := b
	laid.Cells = make([]game.Cell, len(b.Cells))
	for s, cell := range b.All() {
		if i := slices.IndexFunc(y.from, func(k Kind) bool { return k.Name == cell.Kind }); i >= 0 {
			cell.Kind = y.to[i].Name
		}
		*laid.At(y.Square(s)) = cell
	}
	return laid
}

// squareIn returns where the first square of a text begins and ends, from an index
// on. Names are read as far as they go: a10 is one square.
func squareIn(text string, from int) (start, end int, ok bool) {
	for i := from; i+1 < len(text); i++ {
		if text[i] < 'a' || text[i] > 'j' || text[i+1] < '1' || text[i+1] > '9' {
			continue
		}
		if strings.HasPrefix(text[i+1:], "10") {
			return i, i + 3, true
		}
		return i, i + 2, true
	}
	return 0, 0, false
}

// Move returns what a move is in the image of its position. The error is for a text
// that is no move there.
func (y Symmetry) Move(m game.Move, image game.Position) (game.Move, error) {
	text, rest := "", string(m)
	for start, end, ok := squareIn(rest, 0); ok; start, end, ok = squareIn(rest, 0) {
		text += rest[:start]
		if s, err := game.ParseSquare(rest[start:end]); err != nil || s.File() >= y.width || s.Rank() >= y.height {
			text += "?" // which no rules read
		} else {
			text += y.Square(s).String()
		}
		rest = rest[end:]
	}
	text += rest
	if i := slices.IndexFunc(y.from, func(k Kind) bool { return text != "" && text[0] == k.Letter }); i >= 0 {
		text = string(rune(y.to[i].Letter)) + text[1:]
	}
	laid, err := image.Read(text)
	if err == nil {
		return laid, nil
	}
	// Two squares of a text may have to stand in the order of their names.
	if swapped, ok := swap(text); ok {
		if laid, err := image.Read(swapped); err == nil {
			return laid, nil
		}
	}
	return "", fmt.Errorf("move %q, as %q: %w", m, text, err)
}

// swap exchanges the squares of a text with two of them.
func swap(text string) (string, bool) {
	start, end, ok := squareIn(text, 0)
	next, last, second := squareIn(text, end)
	if _, _, third := squareIn(text, last); !ok || !second || third {
		return "", false
	}
	return text[:start] + text[next:last] + text[end:next] + text[start:end] + text[last:], true
}

// Least returns the position that all images of a position have in common, the one
// with the least text, and the ways that lead there, at least one.
func Least(g game.Game, pos game.Position, all []Symmetry) (least game.Position, ways []Symmetry, err error) {
	least, ways = pos, all[:1:1]
	text, board := pos.String(), pos.Board()
	for _, y := range all[1:] {
		laid, err := g.Compose(y.Board(board), pos.Turn())
		if err != nil {
			return nil, nil, fmt.Errorf("position %q, mirrored: %w", pos, err)
		}
		switch other := laid.String(); {
		case other < text:
			least, text, ways = laid, other, []Symmetry{y}
		case other == text:
			ways = append(ways, y)
		}
	}
	return least, ways, nil
}
