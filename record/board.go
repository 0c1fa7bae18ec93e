package record

import (
	"fmt"
	"strconv"
	"strings"

	"thera/amazons"
	"thera/game"
)

// The pieces of an Amazons board, as amazons.Position.Board has them: seat 1
// is White, who moves first.
const (
	white = 'Q'
	black = 'q'
	arrow = '*'
	empty = 0
)

// positionText returns the text of an Amazons position.
func positionText(b game.Board, turn game.Seat) string {
	var ranks []string
	for rank := b.Ranks - 1; rank >= 0; rank-- {
		text, run := "", 0
		for file := range b.Files {
			piece := b.At(game.At(file, rank)).Piece
			if piece == empty {
				run++
				continue
			}
			if run > 0 {
				text += strconv.Itoa(run)
			}
			text, run = text+string(piece), 0
		}
		if run > 0 {
			text += strconv.Itoa(run)
		}
		ranks = append(ranks, text)
	}
	return strings.Join(ranks, "/") + [...]string{" w", " b"}[turn]
}

// blackWhite are the colors of the seats in SGF and GGF, where Black moves
// first.
var blackWhite = [2]string{"B", "W"}

// mover returns the seat that makes a turn, counted from 0, if first makes the
// first one.
func mover(first game.Seat, turn int) game.Seat { return (first + game.Seat(turn%2)) % 2 }

// standardStart returns the start position of Amazons on a board of that size.
func standardStart(files, ranks int) (game.Position, error) {
	return amazons.Rules().Start(fmt.Sprintf("%dx%d", files, ranks))
}

// startOf returns the start position of a game that must be of Amazons.
func startOf(g Game) (game.Position, error) {
	rules := amazons.Rules()
	if g.Game != rules.Name() {
		return nil, fmt.Errorf("game %q: want %s", g.Game, rules.Name())
	}
	return rules.Parse(g.Start)
}

// moveOf returns the squares of a turn of Amazons, from, to and arrow, which
// must be on the board.
func moveOf(g Game, turn int, b game.Board) ([3]game.Square, error) {
	text := g.Turns[turn].Move
	m, err := amazons.ParseMove(string(text))
	if err != nil {
		return [3]game.Square{}, fmt.Errorf("turn %d: move %q: %w", turn+1, text, err)
	}
	squares := [3]game.Square{m.From(), m.To(), m.Arrow()}
	for _, s := range squares {
		if s.File() >= b.Files || s.Rank() >= b.Ranks {
			return squares, fmt.Errorf("turn %d: move %q: want squares of a board of %dx%d", turn+1, text, b.Files, b.Ranks)
		}
	}
	return squares, nil
}
