package record

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"thera/game"
)

// SGF's points are two letters, column and row from the top. A move is three of them:
// from, to and arrow. Black stands at the bottom and moves first, so SGF's Black is
// seat 1, which is White in thera.
//
// A file is a tree of nodes. Each begins with ; and has properties; ( and ) enclose
// branches. The first branch at each fork is the main line, which is the game; the
// others are variations. The first node has the header: size of the board (SZ), what is
// set up on it (AB, AW, AA, AE, with PL to move) and what is known about the game.
//
// Source: Smart Game Format FF[4], Arno Hollosi, red-bean.com/sgf, with its page
// Amazons (GM[18]).

var sgf = vocabulary{
	prefix: "SGF.",
	shared: map[string]string{
		"EV": "Event",
		"PC": "Site",
		"RO": "Round",
		"DT": "Date",
		"C":  "Comment",
		"PB": "Player1",
		"PW": "Player2",
		"BR": "Rating1",
		"WR": "Rating2",
		"BT": "Team1",
		"WT": "Team2",
	},
	structural: []string{"FF", "GM", "SZ", "AB", "AW", "AA", "AE", "PL", "B", "W", private},
}

// private is the property for all that SGF has no property for: THERA[name:value].
const private = "THERA"

// startField is the private field of a start that would be taken for the standard
// start with SGF's colors exchanged; its value is the text of the position.
const startField = "Start"

func sgfPrivate(t Tag) string { return t.Name + ":" + escape(t.Value) }

// escape turns text into a value. Colons need no escape: they separate the parts of
// many values, and elsewhere they are harmless.
var escape = strings.NewReplacer(`\`, `\\`, `]`, `\]`).Replace

// sgfReasons are the letters after "B+" in RE.
var sgfReasons = []struct{ letter, word, reason string }{
	{"R", "Resign", ByResignation},
	{"T", "Time", OnTime},
	{"F", "Forfeit", ByForfeit},
	{"", "", ""},
}

// parseSGFResult reads the winner, and reports whether RE says nothing else.
func (g *Game) parseSGFResult(text string) bool {
	color, reason, _ := strings.Cut(text, "+")
	switch color {
	case "B":
		g.Winners = game.Only(0)
	case "W":
		g.Winners = game.Only(1)
	default:
		return false
	}
	for _, known := range sgfReasons {
		if reason == known.letter || reason == known.word {
			g.Reason = known.reason
			return true
		}
	}
	return false
}

// sgfResult returns RE as far as it can state the result, "" unless exactly one seat won.
func (g Game) sgfResult() string {
	result := map[game.Seats]string{game.Only(0): "B+", game.Only(1): "W+"}[g.Winners]
	if result == "" {
		return ""
	}
	for _, known := range sgfReasons {
		if known.reason == g.Reason {
			result += known.letter
		}
	}
	return result
}

func sgfPoint(s game.Square, ranks int) string {
	return string([]byte{'a' + byte(s.File()), 'a' + byte(ranks-1-s.Rank())})
}

// parsePoint is the inverse of sgfPoint. It reports false if the point is not on b.
func parsePoint(text string, b game.Board) (game.Square, bool) {
	if len(text) != 2 || text[0] < 'a' || text[1] < 'a' {
		return 0, false
	}
	file, row := int(text[0]-'a'), int(text[1]-'a')
	if file >= b.Files || row >= b.Ranks {
		return 0, false
	}
	return game.At(file, b.Ranks-1-row), true
}

// begin determines the start position and the tags from the header, once it is complete
// and the given color has made the first move.
func (r *sgfReader) begin(color string) error {
	r.begun = true
	r.Game.Game = r.rules.Name()
	var setup []property
	size, isAmazons := property{values: []string{"10"}}, false
	for _, p := range r.header {
		switch p.id {
		case "GM":
			if isAmazons = p.values[0] == "18"; !isAmazons {
				return p.at.failf(p.String(), "want GM[18], Amazons")
			}
		case "SZ":
			size = p
		case "PL":
			if color = strings.ToUpper(p.values[0]); color != "B" && color != "W" {
				return p.at.failf(p.String(), "want PL[B] or PL[W]")
			}
		case "AB", "AW", "AA", "AE":
			setup = append(setup, p)
		case private:
			r.asWritten = r.asWritten || strings.HasPrefix(p.values[0], startField+":")
		}
	}
	if !isAmazons {
		return r.startAt.failf("(;", "want GM[18], Amazons, in the first node")
	}
	if err := r.size(size); err != nil {
		return err
	}
	if err := r.setUp(setup, color); err != nil {
		return err
	}
	return r.tags()
}

// size makes an empty board.
func (r *sgfReader) size(p property) error {
	columns, rows, rectangle := strings.Cut(p.values[0], ":")
	if !rectangle {
		rows = columns
	}
	files, err := strconv.Atoi(columns)
	ranks, err2 := strconv.Atoi(rows)
	if err != nil || err2 != nil || files < 1 || files > game.MaxFiles || ranks < 1 || ranks > game.MaxRanks {
		return p.at.failf(p.String(), "want a size from 1 to 10 or columns:rows")
	}
	r.board = game.NewBoard(files, ranks, 2)
	return nil
}

// setUp determines the start position and which color is which seat. Black is seat 1,
// but some programs call the side at the bottom, which moves first, White: from a
// standard start, the side that moves first is seat 1. A start that only looks like
// that is written with a field that says so.
func (r *sgfReader) setUp(setup []property, color string) error {
	r.colors = [2]string{"B", "W"}
	if color == "W" {
		r.first = 1
	}
	standard, err := standardStart(r.board.Files, r.board.Ranks)
	if setup == nil {
		if err != nil {
			return r.startAt.failf("(;", "want AB, AW and AA to set up a board of %dx%d", r.board.Files, r.board.Ranks)
		}
		r.board = standard.Board()
		if r.first == 1 {
			swapSides(r.board)
		}
	}
	for _, p := range setup {
		if err := r.put(p); err != nil {
			return err
		}
	}
	var composeErr error
	if r.Start, composeErr = positionText(r.board, r.first); composeErr != nil {
		return r.startAt.fail("(;", composeErr)
	}
	if r.first == 1 && err == nil && !r.asWritten {
		swapSides(r.board)
		if text, err := positionText(r.board, 0); err == nil && text == standard.String() {
			r.Start, r.first, r.colors = text, 0, [2]string{"W", "B"}
		}
	}
	return nil
}

func swapSides(b game.Board) {
	for i, c := range b.Cells {
		switch c {
		case white:
			b.Cells[i] = black
		case black:
			b.Cells[i] = white
		}
	}
}

// put sets up points or, as in AA[aa:cc], rectangles of points.
func (r *sgfReader) put(p property) error {
	pieces := map[string]game.Cell{"AB": white, "AW": black, "AA": arrow, "AE": empty}
	for _, value := range p.values {
		from, to, rectangle := strings.Cut(value, ":")
		if !rectangle {
			to = from
		}
		a, ok := parsePoint(from, r.board)
		b, ok2 := parsePoint(to, r.board)
		if !ok || !ok2 || a.File() > b.File() || a.Rank() < b.Rank() {
			return p.at.failf(p.String(), "want points of the board of %dx%d, such as dj, or rectangles, as in aa:cc", r.board.Files, r.board.Ranks)
		}
		for file := a.File(); file <= b.File(); file++ {
			for rank := b.Rank(); rank <= a.Rank(); rank++ {
				*r.board.At(game.At(file, rank)) = pieces[p.id]
			}
		}
	}
	return nil
}

// tags reads everything in the header except the position. All its comments are one.
func (r *sgfReader) tags() error {
	var comments []string // joined at the end: there may be many
	for _, p := range r.header {
		if r.colors[0] == "W" {
			p = p.swapped()
		}
		switch {
		case p.id == private:
			if err := p.each(r.setTag); err != nil {
				return err
			}
		case p.id == "CA" && strings.EqualFold(p.values[0], "UTF-8"):
		case p.id == "C":
			if comments == nil && r.commentTag() < 0 {
				r.Tags = append(r.Tags, sgf.tag("C", ""))
			}
			comments = append(comments, p.values...)
		case sgf.isTag(p.id):
			for _, value := range p.values {
				// The first property with a winner counts.
				if p.id != "RE" || r.Winners != 0 || !r.parseSGFResult(value) {
					r.Tags = append(r.Tags, sgf.tag(p.id, value))
				}
			}
		}
	}
	if comments != nil {
		tag := &r.Tags[r.commentTag()]
		tag.Value = joinComments(append([]string{tag.Value}, comments...))
	}
	return nil
}

// commentTag returns the index of the first comment, -1 if there is none.
func (r *sgfReader) commentTag() int {
	return slices.IndexFunc(r.Tags, func(t Tag) bool { return t.Name == "Comment" })
}

// setTag sets a field from a private property. A start repeats what is set up.
func (r *sgfReader) setTag(t Tag) error {
	if t.Name != startField {
		return r.set(t)
	}
	if t.Value != r.Start {
		return fmt.Errorf("start %q: want %q, which is set up", t.Value, r.Start)
	}
	return nil
}

// swapped returns the meaning of a property with the names of the colors exchanged.
func (p property) swapped() property {
	other := map[string]string{"PB": "PW", "PW": "PB", "BR": "WR", "WR": "BR", "BT": "WT", "WT": "BT", "B": "W", "W": "B"}
	if id := other[p.id]; id != "" {
		p.id = id
	}
	p.values = slices.Clone(p.values)
	for i, value := range p.values {
		color, rest, won := strings.Cut(value, "+")
		if p.id == "RE" && won && other[color] != "" {
			p.values[i] = other[color] + "+" + rest
		}
	}
	return p
}
