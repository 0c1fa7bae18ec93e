package record

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"thera/game"
)

// GGF is a list of properties between "(;" and ";)", without escapes. Squares are named
// as in thera, in capitals. Black, * on the board, moves first and is seat 1, which is
// White in thera; White is O.
//
// A turn is B[D1-D7-G7/7.25/6.5]: the move, then if known the player's score, as text,
// and the seconds spent on it. A result is RE[+1.00:r]: by how much Black is ahead, and
// a flag for how the game ended. Amazons has no points, so only the sign counts.
// Properties may come in any order, so anything that depends on several of them waits
// for the end of the game.
//
// Source: Generic Game Format, Michael Buro, skatgame.net/mburo/ggsa/ggf.

var ggf = vocabulary{
	prefix: "GGF.",
	shared: map[string]string{
		"PC": "Site",
		"DT": "Date",
		"PB": "Player1",
		"PW": "Player2",
		"RB": "Rating1",
		"RW": "Rating2",
		"TI": "TimeControl",
	},
	structural: []string{"GM", "BO", "B", "W"},
}

// ggfReasons are the flags after the points in RE.
var ggfReasons = []struct{ flag, reason string }{{":r", ByResignation}, {":t", OnTime}, {":s", ByAgreement}, {"", ""}}

// ggfPoints is how far Black is ahead, with a flag: r for a resignation, t for time, s
// for an agreement on the score.
var ggfPoints = regexp.MustCompile(`^([+-]?)\d+(?:\.\d+)?(:[rts])?$`)

// parseGGFResult reads the winner, and reports whether RE says nothing else.
func (g *Game) parseGGFResult(text string) bool {
	m := ggfPoints.FindStringSubmatch(text)
	if m == nil || strings.Trim(text, "+-0.:rts") == "" {
		return false
	}
	g.Winners = game.Only(0)
	if m[1] == "-" {
		g.Winners = game.Only(1)
	}
	for _, known := range ggfReasons {
		if known.flag == m[2] {
			g.Reason = known.reason
		}
	}
	return text == g.ggfResult()
}

// ggfResult returns the value of RE for a game that one seat has won. The format
// requires points; 1.00 stands for a win without points.
func (g Game) ggfResult() string {
	result := "+1.00"
	if g.Winners == game.Only(1) {
		result = "-1.00"
	}
	for _, known := range ggfReasons {
		if known.reason == g.Reason {
			result += known.flag
		}
	}
	return result
}

// parseGGF reads the properties between (; and ;) in any order.
func parseGGF(s *scanner, _ []game.Game) (d draft, err error) {
	// In archives, a match begins with the number of its boards.
	for s.blanks(); s.take(isDigit) != ""; s.blanks() {
	}
	if s.peek() == end {
		return d, io.EOF
	}
	d = newDraft(s.at)
	if !s.accept('(') || !s.accept(';') {
		return d, s.failf("want (; at the beginning of a game")
	}
	for s.blanks(); !s.accept(';'); s.blanks() {
		p, err := s.property(false)
		if err == nil {
			err = d.addGGF(p)
		}
		if err != nil {
			return d, err
		}
	}
	if !s.accept(')') {
		return d, s.failf("want ;) at the end of a game")
	}
	return d, d.endGGF()
}

func (d *draft) addGGF(p property) (err error) {
	value := p.values[0]
	switch p.id {
	case "GM":
		if d.Game.Game = strings.ToLower(value); d.Game.Game != d.rules.Name() {
			err = fmt.Errorf("a game of %s: want GM[Amazons]", value)
		}
	case "BO":
		d.Start, d.first, err = parseGGFBoard(value)
		d.startAt = p.at
	case "B", "W":
		var t Turn
		t, err = parseGGFTurn(value)
		d.addTurn(t, p.at, p.String())
	case "RE":
		if d.Winners != 0 || d.Tag(ggf.prefix+"RE") != "" {
			err = fmt.Errorf("want one result")
		}
		if !d.parseGGFResult(value) {
			d.Tags = append(d.Tags, ggf.tag(p.id, value))
		}
	default:
		d.Tags = append(d.Tags, ggf.tag(p.id, value))
	}
	if len(p.values) > 1 {
		err = fmt.Errorf("want one value")
	}
	if err != nil {
		return p.at.fail(p.String(), err)
	}
	return nil
}

// endGGF completes the game once all properties are known: it fills in the standard
// start, and checks that the turns alternate, beginning with the seat that moves first.
func (d *draft) endGGF() error {
	if d.Game.Game == "" {
		return d.startAt.failf("(;", "want GM[Amazons] in the game")
	}
	if d.Start == "" {
		start, err := standardStart(10, 10)
		if err != nil {
			return err
		}
		d.Start = start.String()
	}
	size := strconv.Itoa(1 + strings.Count(d.Start, "/"))
	d.Tags = slices.DeleteFunc(d.Tags, func(t Tag) bool { return t == ggf.tag("TY", size) })
	for i, turn := range d.sources {
		if want := blackWhite[mover(d.first, i)]; turn.text[:1] != want {
			return turn.at.failf(turn.text, "want a move of %s", want)
		}
	}
	return nil
}

// parseGGFTurn reads MOVE, MOVE/SCORE or MOVE/SCORE/SECONDS.
func parseGGFTurn(text string) (t Turn, err error) {
	fields := strings.Split(text, "/")
	t, err = readTurn(strings.ToLower(strings.ReplaceAll(fields[0], "-", " ")))
	if err != nil || len(fields) > 3 {
		return t, fmt.Errorf("want from-to-arrow/score/seconds, as in D1-D7-G7/7.25/6.5")
	}
	if len(fields) > 1 {
		t.Score = fields[1]
	}
	if len(fields) > 2 && fields[2] != "" {
		t.Spent, err = parseSeconds(fields[2])
	}
	return t, err
}

// parseGGFBoard reads the number of ranks, the ranks from the first, and who is to move.
func parseGGFBoard(text string) (start string, first game.Seat, err error) {
	want := fmt.Errorf("want a size up to 10, as many ranks of - * and O, and * or O to move")
	fields := strings.Fields(text)
	if len(fields) == 0 {
		return "", 0, want
	}
	size, err := strconv.Atoi(fields[0])
	if err != nil || size < 1 || size > game.MaxRanks || len(fields) != size+2 {
		return "", 0, want
	}
	b := game.NewBoard(size, size, 2)
	for rank, row := range fields[1 : size+1] {
		if len(row) != size {
			return "", 0, want
		}
		for file, c := range []byte(row) {
			cell, ok := map[byte]game.Cell{'*': white, 'O': black, '-': empty}[c]
			if !ok {
				return "", 0, want
			}
			*b.At(game.At(file, rank)) = cell
		}
	}
	turn := strings.Index("*O", fields[size+1])
	if turn < 0 || len(fields[size+1]) != 1 {
		return "", 0, want
	}
	first = game.Seat(turn)
	start, err = positionText(b, first)
	return start, first, err
}

// writeGGF writes one property per line: game, tags, size, result, board, moves. It
// refuses what could not be read back: arrows in the start position, boards that are
// not square, and ] in a value.
func writeGGF(out *strings.Builder, g Game) error {
	start, err := startOf(g)
	if err != nil {
		return err
	}
	b := start.Board()
	board, err := ggfBoard(b, start.Turn())
	if err != nil {
		return fmt.Errorf("start %q: %w", g.Start, err)
	}
	properties := []Tag{{"GM", "Amazons"}}
	for _, t := range g.Tags {
		if id, ok := ggf.property(t.Name); ok {
			properties = append(properties, Tag{id, t.Value})
		}
	}
	if g.Tag(ggf.prefix+"TY") == "" {
		properties = append(properties, Tag{"TY", fmt.Sprint(b.Files)})
	}
	if g.Tag(ggf.prefix+"RE") == "" && g.Winners.Len() == 1 {
		properties = append(properties, Tag{"RE", g.ggfResult()})
	}
	properties = append(properties, Tag{"BO", board})
	for i, t := range g.Turns {
		m, err := moveOf(t.Move, i, b)
		if err != nil {
			return err
		}
		text := strings.ToUpper(fmt.Sprintf("%v-%v-%v", m[0], m[1], m[2]))
		if strings.Contains(t.Score, "/") {
			return fmt.Errorf("turn %d: score %q: want one without /", i+1, t.Score)
		}
		if t.Score != "" || t.Spent != 0 {
			text += "/" + t.Score
		}
		if t.Spent != 0 {
			text += "/" + formatSeconds(t.Spent)
		}
		properties = append(properties, Tag{blackWhite[mover(start.Turn(), i)], text})
	}
	out.WriteString("(;")
	for _, p := range properties {
		if strings.Contains(p.Value, "]") {
			return fmt.Errorf("%s %q: want a text without ]", p.Name, p.Value)
		}
		fmt.Fprintf(out, "%s[%s]\n", p.Name, p.Value)
	}
	out.WriteString(";)\n")
	return nil
}

// ggfBoard returns the value of BO, which has no arrows and only square boards.
func ggfBoard(b game.Board, turn game.Seat) (string, error) {
	if b.Files != b.Ranks {
		return "", fmt.Errorf("want a square board")
	}
	var out strings.Builder
	fmt.Fprintf(&out, "%d\n", b.Files)
	for rank := range b.Ranks {
		for file := range b.Files {
			switch *b.At(game.At(file, rank)) {
			case empty:
				out.WriteByte('-')
			case white:
				out.WriteByte('*')
			case black:
				out.WriteByte('O')
			default:
				return "", fmt.Errorf("want no arrows")
			}
		}
		out.WriteByte('\n')
	}
	out.WriteByte("*O"[turn])
	return out.String(), nil
}
