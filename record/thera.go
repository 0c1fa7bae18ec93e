package record

import (
	"fmt"
	"strconv"
	"strings"
)

// The grammar of thera's record is in docs/records.md: PGN's idea (Portable
// Game Notation, Edwards 1994) with strings as in Go and with named fields in
// the comments. Every text that is not a word is quoted, so whatever a game
// holds can be read back, line breaks included.

// writeThera writes a tag and a turn a line. The fields of Game come as tags of
// their names, the start position always in full, so that a record can be read
// without knowing which variants there are.
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
	for i, t := range g.Turns {
		if !isWord(string(t.Move)) {
			return fmt.Errorf("turn %d: move %q: want a move's canonical text", i+1, t.Move)
		}
		fmt.Fprintf(out, "%d. %s%s\n", i+1, t.Move, theraComment(t))
	}
	if len(g.Turns) > 0 {
		out.WriteByte('\n')
	}
	return nil
}

// theraComment returns what is known of a turn, with a blank before it if it
// is anything.
func theraComment(t Turn) string {
	var parts []string
	for _, f := range t.fields() {
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

// isWordByte reports whether c can be part of a word, which needs no quotes.
func isWordByte(c byte) bool { return ' ' < c && c < 0x7f && strings.IndexByte(`"{}[]=`, c) < 0 }

// isWord reports whether a text can stand without quotes.
func isWord(text string) bool {
	for i := range len(text) {
		if !isWordByte(text[i]) {
			return false
		}
	}
	return text != ""
}
