package record

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"thera/game"
)

// The grammar of thera's record is in docs/programs/records.md: the idea of PGN (Portable Game
// Notation, Edwards 1994) with strings as in Go and with named fields in the comments.
// Every text that is not a word is quoted, so everything in a game can be read back,
// including line breaks.

// writeThera writes one tag or turn per line. The fields of Game become tags of the
// same names, with the start position always in full, so a record can be read without
// knowing the variants.
func writeThera(out *strings.Builder, g Game) error {
	fmt.Fprintf(out, "[Game %q]\n[Start %q]\n", g.Game, g.Start)
	for _, t := range g.Tags {
		fmt.Fprintf(out, "[%s %q]\n", t.Name, t.Value)
	}
	fmt.Fprintf(out, "[Result %q]\n", g.Winners)
	if g.Reason != "" {
		fmt.Fprintf(out, "[Reason %q]\n", g.Reason)
	}
	out.WriteByte('\n')
	if len(g.Turns) == 0 {
		return nil
	}
	err := writeTheraLine(out, g.Turns, 1, "\n")
	out.WriteString("\n\n")
	return err
}

// maxIndent is how far variations are indented, in spaces: deeper ones could make a file
// hundreds of times as long.
const maxIndent = 40

// writeTheraLine writes turns, starting at the given turn number, separated by
// lineBreak, which indents. Variations are in brackets below the turn, with spaces to
// separate the brackets from moves.
func writeTheraLine(out *strings.Builder, turns []Turn, number int, lineBreak string) error {
	for i, t := range turns {
		if !isWord(string(t.Move)) {
			return fmt.Errorf("turn %d: move %q: want a move's canonical text", number+i, t.Move)
		}
		if i > 0 {
			out.WriteString(lineBreak)
		}
		fmt.Fprintf(out, "%d. %s%s", number+i, t.Move, theraComment(t))
		for _, line := range t.Variations {
			out.WriteString(lineBreak + "  ( ")
			inner := lineBreak + "    "
			if err := writeTheraLine(out, line, number+i, inner[:min(len(inner), len("\n")+maxIndent)]); err != nil {
				return err
			}
			out.WriteString(" )")
		}
	}
	return nil
}

// theraComment returns what is known about a turn, if anything, after a space.
func theraComment(t Turn) string {
	var parts []string
	for _, f := range t.Fields() {
		if !isWord(f.Value) {
			f.Value = strconv.Quote(f.Value)
		}
		parts = append(parts, f.Name+"="+f.Value)
	}
	if t.Comment != "" {
		parts = append(parts, strconv.Quote(t.Comment))
	}
	if parts == nil {
		return ""
	}
	return " {" + strings.Join(parts, " ") + "}"
}

type theraReader struct {
	*scanner
	draft
	games   []game.Game
	variant string
}

// parseThera reads tags and then turns up to the tags of the next game.
func parseThera(s *scanner, games []game.Game) (draft, error) {
	s.blanks()
	if s.peek() == end {
		return draft{}, io.EOF
	}
	r := theraReader{scanner: s, draft: draft{startAt: s.at}, games: games}
	err := r.tags()
	if err == nil {
		r.Turns, r.sources, err = r.line(1, 0)
	}
	if err == nil && s.peek() == ')' {
		err = s.failf("want a turn or the tags of the next game")
	}
	return r.draft, err
}

// tags reads all tags and finds the start position.
func (r *theraReader) tags() error {
	if r.peek() != '[' {
		return r.failf("want the tags of a game, as in [Game \"amazons\"]")
	}
	for r.accept('[') {
		if err := r.tag(); err != nil {
			return err
		}
		r.blanks()
	}
	if r.rules == nil {
		return r.startAt.failf("[", "want a tag Game among the tags")
	}
	if r.Start == "" {
		start, err := r.rules.Start(r.variant)
		if err != nil {
			return r.startAt.fail(r.variant, err)
		}
		r.Start = start.String()
	}
	return nil
}

// tag reads a tag after its opening bracket.
func (r *theraReader) tag() error {
	at := r.at
	name := r.take(isWordByte)
	if !tagName.MatchString(name) {
		return at.failf(name, "want a tag's name, as in [Game \"amazons\"]")
	}
	r.blanks()
	at = r.at
	value, err := r.quoted()
	if err != nil {
		return err
	}
	if name == "Result" {
		r.resultAt = at
	}
	r.blanks()
	if !r.accept(']') {
		return r.failf("want ] after the tag %s", name)
	}
	switch name {
	case "Game":
		r.Game.Game = value
		r.rules, err = findGame(value, r.games)
	case "Variant":
		r.variant, r.startAt = value, at
	case "Start":
		r.Start, r.startAt = value, at
	default:
		err = r.set(Tag{name, value})
	}
	if err != nil {
		return at.fail(value, err)
	}
	return nil
}

// findGame returns the game with a name; the error lists the known names.
func findGame(name string, games []game.Game) (game.Game, error) {
	if len(games) == 0 {
		return nil, errors.New("want the rules of its game: Read was given none")
	}
	var names []string
	for _, g := range games {
		if g.Name() == name {
			return g, nil
		}
		names = append(names, g.Name())
	}
	return nil, fmt.Errorf("want the name of a game: %s", strings.Join(names, ", "))
}

// line reads turns, starting at the given turn number, each with its variations.
func (r *theraReader) line(number, depth int) (turns []Turn, sources []source, err error) {
	for ; r.peek() != end && r.peek() != '[' && r.peek() != ')'; number++ {
		t, from, err := r.turn(strconv.Itoa(number) + ".")
		if err != nil {
			return nil, nil, err
		}
		for r.blanks(); r.accept('('); r.blanks() {
			if depth == maxNesting {
				return nil, nil, r.failf("want at most %d variations within each other", maxNesting)
			}
			r.blanks()
			line, lineSources, err := r.line(number, depth+1)
			if err != nil {
				return nil, nil, err
			}
			if len(line) == 0 || !r.accept(')') {
				return nil, nil, r.failf("want a turn of the variation, and ) after the last")
			}
			t.Variations, from.variations = append(t.Variations, line), append(from.variations, lineSources)
		}
		turns, sources = append(turns, t), append(sources, from)
	}
	return turns, sources, nil
}

// turn reads "1. d1-d7(g7)" with the expected number, then the fields in braces.
func (r *theraReader) turn(want string) (t Turn, from source, err error) {
	at := r.at
	number := r.take(func(c byte) bool { return isDigit(c) || c == '.' })
	if number != want {
		return t, from, at.failf(number+r.take(isWordByte), "want the turn's number %s", want)
	}
	r.blanks()
	at = r.at
	text := r.take(isWordByte)
	if text == "" {
		return t, from, r.failf("want a move after %s", want)
	}
	t.Move = game.Move(text)
	r.blanks()
	var comments []string // joined at the end: there may be many
	if r.accept('{') {
		for r.blanks(); !r.accept('}'); r.blanks() {
			if r.peek() != '"' {
				err = r.field(&t)
			} else if text, failed := r.quoted(); text != "" || failed != nil {
				comments, err = append(comments, text), failed
			}
			if err != nil {
				return t, from, err
			}
		}
	}
	t.Comment = strings.Join(comments, "\n")
	return t, source{at: at, text: text}, nil
}

// field reads a field such as depth=8 or name="value".
func (r *theraReader) field(t *Turn) error {
	at := r.at
	name := r.take(isWordByte)
	if name == "" {
		return r.failf("want a field such as depth=8, a \"comment\" or }")
	}
	if !tagName.MatchString(name) || !r.accept('=') {
		return at.failf(name, "want a field such as depth=8, or a comment in quotes")
	}
	value := r.take(isWordByte)
	if value == "" {
		var err error
		if value, err = r.quoted(); err != nil {
			return err
		}
	}
	if err := t.Set(Tag{name, value}); err != nil {
		return at.fail(name+"="+value, err)
	}
	return nil
}

// quoted reads an interpreted string literal of Go.
func (s *scanner) quoted() (string, error) {
	if s.peek() != '"' {
		return "", s.failf("want a text in double quotes")
	}
	at := s.at
	var literal strings.Builder
	literal.WriteByte(byte(s.next()))
	for open, escaped := true, false; open; {
		c := s.peek()
		if c == end || c == '\n' {
			return "", at.failf(literal.String(), "want a quote at the end of the text")
		}
		literal.WriteByte(byte(s.next()))
		open = c != '"' || escaped
		escaped = c == '\\' && !escaped
	}
	text, err := strconv.Unquote(literal.String())
	if err != nil {
		return "", at.failf(literal.String(), "want a text in double quotes, in it \\\" for a quote and \\\\ for a backslash")
	}
	return text, nil
}
