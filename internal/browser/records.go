package browser

import (
	"fmt"
	"strings"

	"thera/game"
	"thera/internal/catalog"
	"thera/record"
)

// readParams are a text that may be a record in any format or a position, of
// Game if it could be of several.
type readParams struct {
	Game string `json:"game"`
	Text string `json:"text"`
}

// gameText is a game as it was played.
type gameText struct {
	Game    string     `json:"game"`
	Start   string     `json:"start"`
	Tags    []tag      `json:"tags"`
	Turns   []turnText `json:"turns"`
	Winners []int      `json:"winners"`
	Reason  string     `json:"reason,omitempty"`
}

type tag struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type turnText struct {
	Move    game.Move `json:"move"`
	Comment string    `json:"comment,omitempty"`
}

// found is what a text holds: games, or one game without turns where the text
// is a position.
type found struct {
	Format string     `json:"format"` // a format of records, or "position"
	Games  []gameText `json:"games"`
	// Error says why reading ended before the end of the text.
	Error string `json:"error,omitempty"`
}

// maxGames is how many games are read from one text: what a person picks from.
const maxGames = 200

func read(p readParams) (found, error) {
	text := strings.TrimSpace(p.Text)
	if text == "" {
		return found{}, fmt.Errorf("an empty text: want a record (%v) or a position", record.Formats())
	}
	format, err := record.Detect([]byte(text))
	if err != nil {
		return readPosition(p.Game, text)
	}
	f := found{Format: string(format)}
	for g, err := range record.Read(format, strings.NewReader(text), rules()...) {
		if err != nil {
			if len(f.Games) == 0 {
				return found{}, err
			}
			f.Error = err.Error()
			break
		}
		f.Games = append(f.Games, textOf(g))
		if len(f.Games) == maxGames {
			f.Error = fmt.Sprintf("only the first %d games were read", maxGames)
			break
		}
	}
	if len(f.Games) == 0 {
		return found{}, fmt.Errorf("no game in the text: want a record (%v) or a position", record.Formats())
	}
	return f, nil
}

// readPosition tries the game that is likely and then the others. The error is
// that of the first.
func readPosition(likely, text string) (found, error) {
	var first error
	for _, name := range append([]string{likely}, catalog.Names()...) {
		pos, err := viewParams{name, text}.parse()
		if err == nil {
			g := gameText{Game: name, Start: pos.String(), Tags: []tag{}, Turns: []turnText{}, Winners: seatList(pos.Winners())}
			return found{Format: "position", Games: []gameText{g}}, nil
		}
		if first == nil {
			first = err
		}
	}
	return found{}, fmt.Errorf("neither a record (%v) nor a position: %w", record.Formats(), first)
}

func rules() []game.Game {
	var all []game.Game
	for _, entry := range catalog.Games() {
		all = append(all, entry.Game)
	}
	return all
}

func textOf(g record.Game) gameText {
	t := gameText{Game: g.Game, Start: g.Start, Winners: seatList(g.Winners), Reason: g.Reason, Tags: []tag{}, Turns: []turnText{}}
	for _, from := range g.Tags {
		t.Tags = append(t.Tags, tag(from))
	}
	for _, from := range g.Turns {
		t.Turns = append(t.Turns, turnText{from.Move, from.Comment})
	}
	return t
}

// writeParams ask for a game in a format.
type writeParams struct {
	Format string `json:"format"`
	gameText
}

func write(p writeParams) (string, error) {
	g := record.Game{Game: p.Game, Start: p.Start, Reason: p.Reason}
	for _, from := range p.Tags {
		g.Tags = append(g.Tags, record.Tag(from))
	}
	for _, from := range p.Turns {
		g.Turns = append(g.Turns, record.Turn{Move: from.Move, Comment: from.Comment})
	}
	for _, seat := range p.Winners {
		g.Winners |= game.Only(game.Seat(seat))
	}
	var text strings.Builder
	if err := record.Write(record.Format(p.Format), &text, g); err != nil {
		return "", err
	}
	return text.String(), nil
}
