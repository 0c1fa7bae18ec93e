package record

import (
	"fmt"
	"regexp"

	"thera/amazons"
	"thera/game"
)

// The formats of the Game of the Amazons.
const (
	SGF     Format = "sgf"
	GGF     Format = "ggf"
	Botzone Format = "botzone"
)

// amazonsFormats are the formats for Amazons only. GGF also has other games, which it
// names with a word, and SGF with a number. This file is the only one that knows
// the rules; the others have the grammar of one format each.
var amazonsFormats = []codec{
	{SGF, regexp.MustCompile(`^\(`), parseSGF, writeSGF},
	{GGF, regexp.MustCompile(`^(\d+\s*)?\(\s*;[^()]*?GM\s*\[\s*[A-Za-z]`), parseGGF, writeGGF},
	{Botzone, regexp.MustCompile(`^(\d+[ \t]*\r?\n)?(-?\d+[ \t]+){5}-?\d+[ \t]*(\r?\n|$)`), parseBotzone, writeBotzone},
}

func newDraft(at place) draft { return draft{startAt: at, rules: amazons.Rules()} }

// The cells of an Amazons board: seat 1 is White, who moves first.
var (
	white = game.Cell{Kind: amazons.KindAmazon, Piece: 'Q', Owner: game.Only(amazons.White)}
	black = game.Cell{Kind: amazons.KindAmazon, Piece: 'q', Owner: game.Only(amazons.Black)}
	arrow = game.Cell{Kind: amazons.KindArrow, Piece: '*'}
	empty = game.Cell{}
)

func positionText(b game.Board, turn game.Seat) (string, error) {
	pos, err := amazons.Rules().Compose(b, turn)
	if err != nil {
		return "", err
	}
	return pos.String(), nil
}

// blackWhite are the colors of the seats in SGF and GGF, where Black moves first.
var blackWhite = [2]string{"B", "W"}

// mover returns the seat that makes a turn, counted from 0, if first begins.
func mover(first game.Seat, turn int) game.Seat { return first ^ game.Seat(turn&1) }

func standardStart(files, ranks int) (game.Position, error) {
	return amazons.Rules().Start(fmt.Sprintf("%dx%d", files, ranks))
}

// startOf returns the start position of a game, which must be Amazons.
func startOf(g Game) (game.Position, error) {
	rules := amazons.Rules()
	if g.Game != rules.Name() {
		return nil, fmt.Errorf("game %q: want %s", g.Game, rules.Name())
	}
	return rules.Parse(g.Start)
}

// turnOf returns a turn given its squares: from, to and arrow.
func turnOf(squares [3]game.Square) Turn {
	return Turn{Move: game.Move(amazons.NewMove(squares[0], squares[1], squares[2]).String())}
}

func readTurn(text string) (Turn, error) {
	m, err := amazons.ParseMove(text)
	return Turn{Move: game.Move(m.String())}, err
}

// moveOf returns the squares of a move of Amazons: from, to and arrow, which must be on
// the board. Errors name the turn, which is counted from 0.
func moveOf(text game.Move, turn int, b game.Board) ([3]game.Square, error) {
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
