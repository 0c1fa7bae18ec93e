package browser

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"thera/game"
	"thera/internal/catalog"
)

// composeParams ask for the position with what a person has put on a board.
type composeParams struct {
	Game  string `json:"game"`
	Seats int    `json:"seats"`
	Turn  int    `json:"turn"`
	Files int    `json:"files"`
	Ranks int    `json:"ranks"`
	Cells []cell `json:"cells"` // rank by rank from a1
}

// compose returns the position, or the error that the rules have against it.
func compose(p composeParams) (positionView, error) {
	if p.Files < 1 || p.Files > game.MaxFiles || p.Ranks < 1 || p.Ranks > game.MaxRanks || len(p.Cells) != p.Files*p.Ranks {
		return positionView{}, fmt.Errorf("board of %d×%d with %d cells: want at most %d×%d and a cell for each square",
			p.Files, p.Ranks, len(p.Cells), game.MaxFiles, game.MaxRanks)
	}
	entry, err := catalog.Find(p.Game)
	if err != nil {
		return positionView{}, err
	}
	text := p.text(func(c cell) string {
		if c.Piece == "" {
			return "."
		}
		return c.Piece
	}) + " " + strconv.Itoa(p.Turn+1)
	switch entry.Game.Name() {
	case "amazons":
		text = p.amazonsText()
	case "santorini":
		text = p.santoriniText()
	}
	pos, err := entry.Game.Parse(text)
	if err != nil {
		return positionView{}, err
	}
	return viewOf(p.Game, pos), nil
}

// text writes the ranks from the top, cell by cell.
func (p composeParams) text(of func(cell) string) string {
	var ranks []string
	for row := range slices.Chunk(p.Cells, p.Files) {
		var rank strings.Builder
		for _, c := range row {
			rank.WriteString(of(c))
		}
		ranks = append(ranks, rank.String())
	}
	slices.Reverse(ranks)
	return strings.Join(ranks, "/")
}

// amazonsText counts runs of empty squares.
func (p composeParams) amazonsText() string {
	text := p.text(func(c cell) string {
		if c.Piece == "" {
			return "."
		}
		return c.Piece
	})
	for n := game.MaxFiles; n > 0; n-- {
		text = strings.ReplaceAll(text, strings.Repeat(".", n), strconv.Itoa(n))
	}
	if p.Turn == 1 {
		return text + " b"
	}
	return text + " w"
}

func (p composeParams) santoriniText() string {
	workers := make([]string, min(max(p.Seats, 2), 4))
	for file := range p.Files {
		for rank := range p.Ranks {
			if c := p.Cells[file+p.Files*rank]; c.Owner >= 0 && c.Owner < len(workers) {
				workers[c.Owner] += game.At(file, rank).String()
			}
		}
	}
	for i, w := range workers {
		if w == "" {
			workers[i] = "-"
		}
	}
	levels := p.text(func(c cell) string { return strconv.Itoa(c.Level) })
	return levels + " " + strings.Join(workers, ",") + " " + strconv.Itoa(p.Turn+1)
}
