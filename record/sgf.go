package record

import (
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

// private is the property for everything that SGF has no property for:
// THERA[name:value].
const private = "THERA"

// startField is the private field of a start that would be taken for the standard
// start with SGF's colors exchanged; its value is the text of the position.
const startField = "Start"

// sgfPrivate returns the value of the private property.
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

// sgfResult returns the value of RE as far as it can express the result, or "" unless
// exactly one seat has won.
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

// sgfPoint returns the point of a square on a board with that many ranks.
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
