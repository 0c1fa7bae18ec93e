package whole

import (
	"fmt"
	"strings"

	"thera/game"
	"thera/internal/catalog"
	"thera/internal/ui/browser"
	"thera/record"
)

// ReadParams are a text that may be a record in any format or a position, of
// Game if several are possible.
type ReadParams struct {
	Game string `json:"game"`
	Text string `json:"text"`
}

// GameText is a game as it was played. A game that continued after a player gave up
// begins there: the page plays by the rules alone, which have no such thing.
type GameText struct {
	Game    string `json:"game"`
	Start   string `json:"start"`
	Tags    []Tag  `json:"tags"`
	Turns   []Turn `json:"turns"`
	Winners []int  `json:"winners"`
	Reason  string `json:"reason,omitempty"`
}

// Tag is what a record says besides the moves.
type Tag struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Turn is a move with its comments and variations.
type Turn struct {
	Move       game.Move `json:"move"`
	Comment    string    `json:"comment,omitempty"`
	Fields     []Tag     `json:"fields,omitempty" doc:"Other fields, named as in thera's record"`
	Variations [][]Turn  `json:"variations,omitempty" doc:"Alternatives to the move"`
}

// Found is the content of a text: games, or one game without turns if the text
// is a position.
type Found struct {
	Format string     `json:"format" doc:"A format of records, or position"`
	Games  []GameText `json:"games"`
	Error  string     `json:"error,omitempty" doc:"Why reading ended before the end of the text"`
}

// maxGames is how many games are read from one text, for a person to pick from.
const maxGames = 200

func read(p ReadParams) (Found, error) {
	text := strings.TrimSpace(p.Text)
	if text == "" {
		err := fmt.Errorf("an empty text: want a record (%s) or a position", record.FormatNames())
		return Found{}, browser.WithFault(err, browser.NoText, "", "")
	}
	format, err := record.Detect([]byte(text))
	if err != nil {
		return readPosition(p.Game, text)
	}
	f := Found{Format: string(format)}
	for g, err := range record.Read(format, strings.NewReader(text), catalog.AllRules()...) {
		if err != nil {
			if len(f.Games) == 0 {
				return Found{}, browser.WithFault(err, browser.BadRecord, text, "")
			}
			f.Error = err.Error()
			break
		}
		g, err := afterLastOut(g)
		if err != nil {
			return Found{}, err
		}
		f.Games = append(f.Games, textOf(g))
		if len(f.Games) == maxGames {
			f.Error = fmt.Sprintf("only the first %d games were read", maxGames)
			break
		}
	}
	if len(f.Games) == 0 {
		err := fmt.Errorf("no game in the text: want a record (%s) or a position", record.FormatNames())
		return Found{}, browser.WithFault(err, browser.BadText, text, "")
	}
	return f, nil
}

// readPosition tries the likely game and then the others. The error is that of the first.
func readPosition(likely, text string) (Found, error) {
	var first error
	for _, name := range append([]string{likely}, catalog.Names()...) {
		_, pos, err := browser.PositionParams{Game: name, Position: text}.Find(catalog.Games())
		if err == nil {
			g := GameText{Game: name, Start: pos.String(), Tags: []Tag{}, Turns: []Turn{}, Winners: pos.Winners().Numbers()}
			return Found{Format: "position", Games: []GameText{g}}, nil
		}
		if first == nil {
			first = err
		}
	}
	// The fault of a position would say too little.
	err := fmt.Errorf("neither a record (%s) nor a position: %s", record.FormatNames(), first.Error())
	return Found{}, browser.WithFault(err, browser.BadText, text, "")
}

// afterLastOut returns the part of a game after the last player gave up in it,
// which is all of it in most games.
func afterLastOut(g record.Game) (record.Game, error) {
	for i := len(g.Turns) - 2; i >= 0; i-- {
		if len(g.Turns[i].Out) == 0 {
			continue
		}
		entry, err := catalog.Find(g.Game)
		if err != nil {
			return g, err
		}
		positions, err := g.Record().Replay(entry.Game)
		if err != nil {
			return g, err
		}
		g.Start, g.Turns = positions[i+1].String(), g.Turns[i+1:]
		break
	}
	return g, nil
}

func textOf(g record.Game) GameText {
	t := GameText{Game: g.Game, Start: g.Start, Winners: g.Winners.Numbers(), Reason: g.Reason, Tags: []Tag{}, Turns: []Turn{}}
	for _, from := range g.Tags {
		t.Tags = append(t.Tags, Tag(from))
	}
	t.Turns = append(t.Turns, turnsOf(g.Turns)...)
	return t
}

func turnsOf(line []record.Turn) (turns []Turn) {
	for _, from := range line {
		t := Turn{Move: from.Move, Comment: from.Comment}
		for _, field := range from.Fields() {
			t.Fields = append(t.Fields, Tag(field))
		}
		for _, variation := range from.Variations {
			t.Variations = append(t.Variations, turnsOf(variation))
		}
		turns = append(turns, t)
	}
	return turns
}

// recorded is the inverse of turnsOf.
func recorded(line []Turn) (turns []record.Turn, err error) {
	for _, from := range line {
		t := record.Turn{Move: from.Move, Comment: from.Comment}
		for _, field := range from.Fields {
			if err := t.Set(record.Tag(field)); err != nil {
				return nil, fmt.Errorf("%s=%q: %w", field.Name, field.Value, err)
			}
		}
		for _, variation := range from.Variations {
			side, err := recorded(variation)
			if err != nil {
				return nil, err
			}
			t.Variations = append(t.Variations, side)
		}
		turns = append(turns, t)
	}
	return turns, nil
}

// WriteParams ask for a game in a format.
type WriteParams struct {
	Format record.Format `json:"format"`
	GameText
}

func write(p WriteParams) (string, error) {
	g := record.Game{Game: p.Game, Start: p.Start, Reason: p.Reason}
	for _, from := range p.Tags {
		g.Tags = append(g.Tags, record.Tag(from))
	}
	var err error
	if g.Turns, err = recorded(p.Turns); err != nil {
		return "", err
	}
	for _, number := range p.Winners {
		seat, err := browser.SeatOf(number)
		if err != nil {
			return "", err
		}
		g.Winners |= game.Only(seat)
	}
	var text strings.Builder
	if err := record.Write(p.Format, &text, g); err != nil {
		return "", err
	}
	return text.String(), nil
}
