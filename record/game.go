package record

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"thera/game"
)

// Game is a game as it was played, with everything said about it.
type Game struct {
	Game  string // the game's name, "amazons"
	Start string // text of the position it started from
	// Tags holds everything else, in the order of the file. Names are an ASCII letter
	// and then letters, digits, '.', '_' or '-'; values are any text. All formats share
	// Event, Site, Round, Date, TimeControl, Comment and, followed by the seat's
	// number, Player, Rating and Team, as in Player1. Properties that only one format
	// knows have that format's prefix, as in SGF.KM. The fields of Game are not
	// repeated here.
	Tags  []Tag
	Turns []Turn
	// Winners is what the record says. Read takes it from the board only if the record
	// says nothing and the game is over there.
	Winners game.Seats
	// Reason is in any words. Other formats have letters for the constants below.
	Reason string
}

// Reasons.
const (
	ByResignation = "resignation"
	OnTime        = "time"
	ByForfeit     = "forfeit"
	ByAgreement   = "agreement" // on the score
)

// Tag is a named piece of text about a game or a turn.
type Tag struct{ Name, Value string }

// Turn is a move and what is known about it; zero fields are not recorded. Times are
// exact to the nanosecond in all formats that have them.
type Turn struct {
	Move  game.Move
	Clock time.Duration // left to the player after the move
	Spent time.Duration // on this move
	// Score is the player's evaluation in the text and unit of its program. thera's
	// engines write centilogits, "+23", and proven results in plies, "#9" for a win and
	// "#-4" for a loss.
	Score string
	Depth int // in plies
	// Out lists the seats whose players gave up after this turn and before the next, in
	// that order, in games that at least two others continued, or that one other won by
	// that.
	Out     []game.Seat
	Comment string
	Tags    []Tag // other properties, named like those of Game
	// Variations are lines, at least one turn each, that could have replaced Move.
	Variations [][]Turn
}

// Tag returns the value of the first tag with that name, or "".
func (g Game) Tag(name string) string {
	for _, t := range g.Tags {
		if t.Name == name {
			return t.Value
		}
	}
	return ""
}

// Record returns what is needed to replay the game.
func (g Game) Record() game.Record {
	r := game.Record{Game: g.Game, Start: g.Start}
	for i, t := range g.Turns {
		r.Moves = append(r.Moves, t.Move)
		if len(t.Out) > 0 {
			if r.Out == nil {
				r.Out = map[int][]game.Seat{}
			}
			r.Out[i+1] = t.Out
		}
	}
	return r
}

var (
	tagName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9._-]*$`)

	gameFields = []string{"Game", "Variant", "Start", "Result", "Reason"}
	turnFields = []string{"score", "depth", "spent", "clock", "out"}
)

// check refuses games that no format can express.
func (g Game) check() error {
	if g.Game == "" || g.Start == "" {
		return fmt.Errorf("game %q from %q: want a game's name and a start position", g.Game, g.Start)
	}
	if err := checkTags(g.Tags, gameFields); err != nil {
		return err
	}
	return checkTurns(g.Turns, 1)
}

func checkTurns(turns []Turn, number int) error {
	for i, t := range turns {
		if err := checkTags(t.Tags, turnFields); err != nil {
			return fmt.Errorf("turn %d: %w", number+i, err)
		}
		if t.Clock < 0 || t.Spent < 0 || t.Depth < 0 {
			return fmt.Errorf("turn %d: clock %v, spent %v, depth %d: want none below 0", number+i, t.Clock, t.Spent, t.Depth)
		}
		for _, line := range t.Variations {
			if len(line) == 0 {
				return fmt.Errorf("turn %d: variation without a turn: want one at least", number+i)
			}
			if err := checkTurns(line, number+i); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkTags refuses names that cannot be read back, and names of fields, which would be
// written twice.
func checkTags(tags []Tag, fields []string) error {
	for _, t := range tags {
		if !tagName.MatchString(t.Name) {
			return fmt.Errorf("tag name %q: want a letter, then letters, digits, '.', '_' or '-'", t.Name)
		}
		if slices.Contains(fields, t.Name) {
			return fmt.Errorf("tag %q: want the field of that name to be set", t.Name)
		}
	}
	return nil
}

// set adds a tag or, if it has the name of a field, sets the field.
func (g *Game) set(t Tag) (err error) {
	switch t.Name {
	case "Game", "Variant", "Start":
		return fmt.Errorf("want no tag %s here", t.Name)
	case "Result":
		g.Winners, err = parseSeats(t.Value)
	case "Reason":
		g.Reason = t.Value
	default:
		g.Tags = append(g.Tags, t)
	}
	return err
}

// Fields returns everything known about the turn except the move, the comment and the
// variations, as tags of thera's record.
func (t Turn) Fields() []Tag {
	var fields []Tag
	if t.Score != "" {
		fields = append(fields, Tag{"score", t.Score})
	}
	if t.Depth != 0 {
		fields = append(fields, Tag{"depth", strconv.Itoa(t.Depth)})
	}
	if t.Spent != 0 {
		fields = append(fields, Tag{"spent", t.Spent.String()})
	}
	if t.Clock != 0 {
		fields = append(fields, Tag{"clock", t.Clock.String()})
	}
	if len(t.Out) > 0 {
		fields = append(fields, Tag{"out", formatOut(t.Out)})
	}
	return append(fields, t.Tags...)
}

// Set is the inverse of Fields, for one of them. It refuses values that thera's record
// cannot have.
func (t *Turn) Set(f Tag) (err error) {
	switch f.Name {
	case "score":
		t.Score = f.Value
	case "depth":
		if t.Depth, err = strconv.Atoi(f.Value); err != nil || t.Depth < 0 {
			return fmt.Errorf("want a number of plies")
		}
	case "spent":
		t.Spent, err = parseTime(f.Value)
	case "clock":
		t.Clock, err = parseTime(f.Value)
	case "out":
		t.Out, err = parseOut(f.Value)
	default:
		t.Tags = append(t.Tags, f)
	}
	return err
}

// joinComments puts comments on the same thing below each other, except for empty ones.
func joinComments(comments []string) string {
	comments = slices.DeleteFunc(comments, func(text string) bool { return text == "" })
	return strings.Join(comments, "\n")
}

// draft is a game as read from a file, not yet known to be legal. A parser knows the
// grammar of its format and fills a draft; replay then checks the rules, once for all
// formats.
type draft struct {
	Game
	rules   game.Game
	first   game.Seat // the seat that moves first, if the format names the colors
	startAt place     // where the game or its start position is in the file
	sources []source  // of the turns

	resultAt place // where the winners stand, if they do
}

// source is the place and the original text of a turn, so that an error quotes an
// illegal move in the form of the file, not in the form that thera writes.
type source struct {
	at         place
	text       string
	variations [][]source
}

// maxNesting is how deeply variations may be nested.
const maxNesting = 500

func (d *draft) addTurn(t Turn, at place, text string) {
	d.Turns = append(d.Turns, t)
	d.sources = append(d.sources, source{at: at, text: text})
}

// replay plays the game by its rules. It replaces the start position and the moves by
// their canonical texts, and fills in the winners of a finished game.
func (d *draft) replay() error {
	start, err := d.rules.Parse(d.Start)
	if err != nil {
		return d.startAt.fail(d.Start, err)
	}
	d.Start = start.String()
	for seat := range d.Winners.All() {
		if seats := start.Board().Seats; int(seat) >= seats {
			at := d.startAt
			if d.resultAt != (place{}) {
				at = d.resultAt
			}
			return at.failf("Result "+d.Winners.String(), "want winners among the seats 1 to %d", seats)
		}
	}
	last, err := replayLine(start, d.Turns, d.sources, 1)
	if err == nil && d.Winners == 0 {
		d.Winners = last.Winners()
	}
	return err
}

// replayLine plays numbered turns with their variations and returns the last position.
func replayLine(pos game.Position, turns []Turn, sources []source, number int) (game.Position, error) {
	for i := range turns {
		from := sources[i]
		next, err := playTurn(pos, &turns[i], number+i)
		if err != nil {
			return nil, from.at.fail(from.text, err)
		}
		for k, line := range turns[i].Variations {
			if _, err := replayLine(pos, line, from.variations[k], number+i); err != nil {
				return nil, err
			}
		}
		pos = next
	}
	return pos, nil
}

func playTurn(pos game.Position, t *Turn, number int) (game.Position, error) {
	m, err := pos.Read(string(t.Move))
	if err != nil {
		return nil, fmt.Errorf("move %d: %w", number, err)
	}
	t.Move = m
	next, err := pos.Play(m)
	if err != nil {
		return nil, fmt.Errorf("move %d: %w", number, err)
	}
	for _, seat := range t.Out {
		if next, err = game.Eliminate(next, seat); err != nil {
			return nil, fmt.Errorf("after move %d: %w", number, err)
		}
	}
	return next, nil
}
