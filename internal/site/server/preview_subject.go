package server

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"thera/game"
	"thera/internal/catalog"
	"thera/internal/catalog/answer"
	"thera/internal/site/httpkit"
	"thera/record"
)

// Line is a game in an address. The names are those in the page's addresses.
type Line struct {
	Game     string `query:"game" required:"true" maxLength:"40" example:"amazons" doc:"The game's name"`
	Variant  string `query:"variant" maxLength:"80" example:"6x6" doc:"Start at the start of this variant; of the game's first if this and position are missing"`
	Position string `query:"position" maxLength:"400" doc:"Start at the position with this text; _ stands for a space"`
	Moves    string `query:"moves" maxLength:"8000" example:"d1-d7(g7)_a7-d4(d1)" doc:"Play these moves from there, separated by _"`
}

// maxMoves is how many moves an address may have.
const maxMoves = 400

// moves returns the moves in the address.
func (l Line) moves() []game.Move {
	var moves []game.Move
	for _, word := range strings.FieldsFunc(l.Moves, func(r rune) bool { return r == '_' || r == ' ' }) {
		moves = append(moves, game.Move(word))
	}
	return moves
}

// position returns the text of the position to start at.
func (l Line) position() string { return strings.ReplaceAll(l.Position, "_", " ") }

// subject is what is shown.
type subject struct {
	entry     catalog.Entry
	positions []game.Position
	moves     []game.Move // between them
	title     string      // one line for people
	open      bool        // whether more moves can come
	page      string      // its address on the page, from # on
	query     url.Values  // how pictures, previews and boards are requested
	id        string      // of a game on the server, else ""
	puzzle    string      // ID of a puzzle, else ""
}

// line returns the subject of an address. The error is a problem.
func (s *Previews) line(l Line) (subject, error) {
	moves := l.moves()
	if len(moves) > maxMoves {
		return subject{}, httpkit.NewProblem(http.StatusUnprocessableEntity, "invalid", "%d moves: want at most %d", len(moves), maxMoves)
	}
	entry, pos, err := answer.Start{Game: l.Game, Variant: l.Variant, Position: l.position()}.Find(s.Games)
	if err != nil {
		return subject{}, httpkit.NewProblem(http.StatusUnprocessableEntity, "invalid", "%v", err)
	}
	positions, err := game.Record{Game: l.Game, Start: pos.String(), Moves: moves}.Replay(entry.Game)
	if err != nil {
		return subject{}, httpkit.NewProblem(http.StatusUnprocessableEntity, "invalid", "%v", err)
	}
	title := capital(l.Game)
	if n := len(moves); n > 0 {
		title = fmt.Sprintf("%s: move %d, %s", title, n, moves[n-1])
	}
	query := url.Values{"game": {l.Game}}
	page := "#/analysis?game=" + l.Game
	if start := pos.String(); l.Position != "" || l.Variant != "" {
		query.Set("position", start)
		page += "&start=" + escape(start)
	}
	if len(moves) > 0 {
		query.Set("moves", joined(moves))
		page += "&moves=" + escape(joined(moves))
	}
	return subject{entry: entry, positions: positions, moves: moves, title: title, page: page, query: query}, nil
}

// asPuzzle returns the line as the puzzle with an ID. Only the page knows which puzzles
// exist.
func (of subject) asPuzzle(id string) subject {
	name := of.entry.Game.Name()
	of.title = capital(name) + " puzzle"
	of.page = "#/puzzles/" + name + "?id=" + id
	of.puzzle = id
	return of
}

// played returns the subject of a game on the server. The error is a problem.
func (s *Previews) played(ctx context.Context, id string) (subject, error) {
	if s.Played == nil {
		return subject{}, httpkit.NewProblem(http.StatusNotFound, "no-game", "game %q: not found", id)
	}
	sheet, over, err := s.Played(ctx, id)
	if err != nil {
		return subject{}, err
	}
	entry, err := catalog.Among(s.Games, sheet.Game)
	if err != nil {
		return subject{}, err
	}
	kept := sheet.Record()
	positions, err := kept.Replay(entry.Game)
	if err != nil {
		return subject{}, err
	}
	return subject{
		entry: entry, positions: positions, moves: kept.Moves, title: titleOf(sheet), open: !over,
		page: "#/game/" + url.PathEscape(id), query: url.Values{"served": {id}}, id: id,
	}, nil
}

// titleOf says who plays what, and who has won.
func titleOf(g record.Game) string {
	var names, winners []string
	for seat := range game.Seat(4) {
		name := g.Tag("Player" + seat.String())
		if name == "" {
			continue
		}
		names = append(names, name)
		if g.Winners.Has(seat) {
			winners = append(winners, name)
		}
	}
	title := capital(g.Game)
	if len(names) > 0 {
		title = strings.Join(names, " – ") + " · " + title
	}
	switch len(winners) {
	case 0:
		return title
	case 1:
		return title + " · " + winners[0] + " won"
	}
	return title + " · " + strings.Join(winners, " and ") + " won"
}

func capital(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

func joined(moves []game.Move) string {
	words := make([]string, len(moves))
	for i, m := range moves {
		words[i] = string(m)
	}
	return strings.Join(words, "_")
}

// escape writes a text as the page's addresses have it.
func escape(text string) string { return url.QueryEscape(strings.ReplaceAll(text, " ", "_")) }
