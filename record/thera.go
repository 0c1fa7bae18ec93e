package record

import (
	"fmt"
	"strconv"
	"strings"
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
			if err := writeTheraLine(out, line, number+i, lineBreak+"    "); err != nil {
				return err
			}
			out.WriteString(" )")
		}
	}
	return nil
}

// theraComment returns what is known about a turn, preceded by a space if it is not
// empty.
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
