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

// Game is a game as it was played and what is said about it.
type Game struct {
	Game  string // the game's name, "amazons"
	Start string // text of the position it started from
	// Tags says the rest, in the order of the file. Names are an ASCII letter
	// and then letters, digits, '.', '_' or '-'; values are any text. All
	// formats share Event, Site, Round, Date, TimeControl, Comment and, with
	// the seat's number behind them, Player, Rating and Team, as in Player1.
	// Properties that only one format knows keep its name before theirs, as in
	// SGF.KM. The fields of Game are not repeated here.
	Tags  []Tag
	Turns []Turn
	// Winners is what the record says. Only where it says nothing and the game
	// is over on the board does Read take it from there.
	Winners game.Seats
	// Reason is how the game ended, in any words; for the constants below other
	// formats have a letter.
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

// Turn is a move and what is known of it; zero fields are not recorded. Times
// are exact to the nanosecond in all formats that have them.
type Turn struct {
	Move  game.Move
	Clock time.Duration // left to the player after the move
	Spent time.Duration // on this move
	// Score is the player's evaluation in the text and unit of the program
	// that played. thera's engines write centilogits, "+23", and proven results
	// in plies, "#9" for a win and "#-4" for a loss.
	Score string
	Depth int // plies
	// Out are the seats whose players have given up after this turn and before
	// the next, in that order, in a game in which at least two others played
	// on, or one who has won by that.
	Out     []game.Seat
	Comment string
	Tags    []Tag // other properties, named as those of Game
}

// Tag returns the value of the first tag with that name, "" if there is none.
func (g Game) Tag(name string) string {
	for _, t := range g.Tags {
		if t.Name == name {
			return t.Value
		}
	}
	return ""
}

// Record returns what it takes to replay the game.
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

// check refuses what no format could hold.
func (g Game) check() error {
	if g.Game == "" || g.Start == "" {
		return fmt.Errorf("game %q from %q: want a game's name and a start position", g.Game, g.Start)
	}
	if err := checkTags(g.Tags, gameFields); err != nil {
		return err
	}
	for i, t := range g.Turns {
		if err := checkTags(t.Tags, turnFields); err != nil {
			return fmt.Errorf("turn %d: %w", i+1, err)
		}
		if t.Clock < 0 || t.Spent < 0 || t.Depth < 0 {
			return fmt.Errorf("turn %d: clock %v, spent %v, depth %d: want none below 0", i+1, t.Clock, t.Spent, t.Depth)
		}
	}
	return nil
}

// checkTags refuses names that could not be read back, and those of fields, which
// would be written twice.
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

// set adds a tag or, if it is the name of one, sets a field.
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

// fields returns all that is known of the turn but the move and the comment.
func (t Turn) fields() []Tag {
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

// set is the reverse of fields, for one of them.
func (t *Turn) set(field Tag) (err error) {
	switch field.Name {
	case "score":
		t.Score = field.Value
	case "depth":
		if t.Depth, err = strconv.Atoi(field.Value); err != nil || t.Depth < 0 {
			return fmt.Errorf("want a number of plies")
		}
	case "spent":
		t.Spent, err = parseTime(field.Value)
	case "clock":
		t.Clock, err = parseTime(field.Value)
	case "out":
		t.Out, err = parseOut(field.Value)
	default:
		t.Tags = append(t.Tags, field)
	}
	return err
}

// parseTime reads a time as Go writes durations.
func parseTime(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		return 0, fmt.Errorf("want a time, as in 1m2.5s")
	}
	return d, nil
}

var decimal = regexp.MustCompile(`^\d+(\.\d+)?$`)

// parseSeconds reads a number of seconds such as "11.88".
func parseSeconds(text string) (time.Duration, error) {
	if !decimal.MatchString(text) {
		return 0, fmt.Errorf("want seconds, as in 11.88")
	}
	return parseTime(text + "s")
}

// formatSeconds is exact, which the float of Duration.Seconds is not.
func formatSeconds(d time.Duration) string {
	text := fmt.Sprintf("%d.%09d", d/time.Second, d%time.Second)
	return strings.TrimRight(strings.TrimRight(text, "0"), ".")
}

// parseSeats reads what game.Seats writes: "2", "1+3", and "-" for nobody.
func parseSeats(text string) (game.Seats, error) {
	if text == "-" {
		return 0, nil
	}
	var seats game.Seats
	for _, name := range strings.Split(text, "+") {
		if len(name) != 1 || name[0] < '1' || name[0] > '8' {
			return 0, fmt.Errorf("want the winners' seats, as in 2 or 1+3, or - for nobody")
		}
		seats |= game.Only(game.Seat(name[0] - '1'))
	}
	return seats, nil
}

// parseOut reads seats in the order in which they went out: "3" or "3,1".
func parseOut(text string) (seats []game.Seat, err error) {
	for _, name := range strings.Split(text, ",") {
		one, err := parseSeats(name)
		if err != nil || one.Len() != 1 {
			return nil, fmt.Errorf("want the seats that went out, as in 3 or 3,1")
		}
		seats = slices.AppendSeq(seats, one.All())
	}
	return seats, nil
}

// formatOut is the reverse of parseOut.
func formatOut(seats []game.Seat) string {
	var names []string
	for _, seat := range seats {
		names = append(names, seat.String())
	}
	return strings.Join(names, ",")
}

// join puts comments on the same thing below each other.
func join(text, more string) string {
	if text == "" || more == "" {
		return text + more
	}
	return text + "\n" + more
}
