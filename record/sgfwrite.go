package record

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"thera/game"
)

// writeSGF writes one node per line: the header, then a node for each turn. As SGF
// requires, times are in seconds and points are counted from the top.
func writeSGF(out *strings.Builder, g Game) error {
	start, err := startOf(g)
	if err != nil {
		return err
	}
	board := start.Board()
	out.WriteString("(;FF[4]GM[18]")
	if g.Tag(sgf.prefix+"CA") == "" {
		out.WriteString("CA[UTF-8]")
	}
	writeSGFStart(out, start)
	if looksExchanged(start) {
		fmt.Fprintf(out, "%s[%s]\n", private, sgfPrivate(Tag{startField, start.String()}))
	}
	writeSGFHeader(out, g)
	if err := writeSGFLine(out, g.Turns, start.Turn(), 0, board); err != nil {
		return err
	}
	out.WriteString(")\n")
	return nil
}

// writeSGFLine writes turns that follow a number of turns before them. If there are
// variations, the rest of the line is the first branch.
func writeSGFLine(out *strings.Builder, turns []Turn, first game.Seat, before int, board game.Board) error {
	for i, t := range turns {
		index := before + i
		if len(t.Variations) > 0 {
			rest := slices.Clone(turns[i:])
			rest[0].Variations = nil
			for _, branch := range slices.Concat([][]Turn{rest}, t.Variations) {
				out.WriteByte('(')
				if err := writeSGFLine(out, branch, first, index, board); err != nil {
					return err
				}
				out.WriteString(")\n")
			}
			return nil
		}
		m, err := moveOf(t.Move, index, board)
		if err != nil {
			return err
		}
		color := blackWhite[mover(first, index)]
		fmt.Fprintf(out, ";%s[", color)
		for _, s := range m {
			out.WriteString(sgfPoint(s, board.Ranks))
		}
		out.WriteByte(']')
		writeSGFTurn(out, t, color+"L")
		out.WriteByte('\n')
	}
	return nil
}

// writeSGFStart writes the size and, unless it is SGF's standard start, the position.
func writeSGFStart(out *strings.Builder, start game.Position) {
	b := start.Board()
	size := strconv.Itoa(b.Files)
	if b.Ranks != b.Files {
		size += ":" + strconv.Itoa(b.Ranks)
	}
	fmt.Fprintf(out, "SZ[%s]\n", size)
	if standard, err := standardStart(10, 10); err == nil && standard.String() == start.String() {
		return
	}
	setup := false
	for _, kind := range []struct {
		id   string
		cell game.Cell
	}{{"AB", white}, {"AW", black}, {"AA", arrow}} {
		var points string
		for rank := b.Ranks - 1; rank >= 0; rank-- {
			for file := range b.Files {
				if s := game.At(file, rank); *b.At(s) == kind.cell {
					points += "[" + sgfPoint(s, b.Ranks) + "]"
				}
			}
		}
		if points != "" {
			out.WriteString(kind.id + points)
			setup = true
		}
	}
	if !setup {
		out.WriteString("AE[aa]") // otherwise it would be the standard start
	}
	fmt.Fprintf(out, "PL[%s]\n", blackWhite[start.Turn()])
}

// looksExchanged reports whether a start is the standard one with the colors of all
// amazons exchanged, which a reader takes for a file that exchanges the names of the
// colors.
func looksExchanged(start game.Position) bool {
	board := start.Board()
	standard, err := standardStart(board.Files, board.Ranks)
	if err != nil || start.Turn() != 1 {
		return false
	}
	swapSides(board)
	text, err := positionText(board, 0)
	return err == nil && text == standard.String()
}

// writeSGFHeader writes the tags and the result, one property per line.
func writeSGFHeader(out *strings.Builder, g Game) {
	var properties []Tag // of SGF, values escaped
	var said Game        // the result that a reader will get from them
	if result := g.sgfResult(); result != "" && g.Tag(sgf.prefix+"RE") == "" {
		said.parseSGFResult(result)
		properties = append(properties, Tag{"RE", result})
	}
	commented := false
	for _, t := range g.Tags {
		id, ok := sgf.property(t.Name)
		if id == "C" {
			// Several comments of a file are read as one.
			ok, commented = ok && !commented, true
		}
		if id == "RE" && said.Winners == 0 && said.parseSGFResult(t.Value) {
			said, ok = Game{}, false // it would be read as the result
		}
		if !ok || id == "CA" && strings.EqualFold(t.Value, "UTF-8") {
			properties = append(properties, Tag{private, sgfPrivate(t)})
			continue
		}
		properties = append(properties, Tag{id, escape(t.Value)})
	}
	if said.Winners != g.Winners {
		properties = append(properties, Tag{private, sgfPrivate(Tag{"Result", g.Winners.String()})})
	}
	if said.Reason != g.Reason {
		properties = append(properties, Tag{private, sgfPrivate(Tag{"Reason", g.Reason})})
	}
	writeProperties(out, properties, "\n")
	if len(properties) > 0 {
		out.WriteByte('\n')
	}
}

// writeSGFTurn writes all about a turn but the move; clock is the property for time left.
func writeSGFTurn(out *strings.Builder, t Turn, clock string) {
	var properties []Tag
	if t.Clock != 0 {
		properties = append(properties, Tag{clock, formatSeconds(t.Clock)})
		t.Clock = 0
	}
	for _, f := range t.Fields() {
		id, ok := sgf.property(f.Name)
		if ok && id != clock && f.Name == sgf.prefix+id {
			properties = append(properties, Tag{id, escape(f.Value)})
		} else {
			properties = append(properties, Tag{private, sgfPrivate(f)})
		}
	}
	if t.Comment != "" {
		properties = append(properties, Tag{"C", escape(t.Comment)})
	}
	writeProperties(out, properties, "")
}

// writeProperties writes properties, combining consecutive ones with the same name.
func writeProperties(out *strings.Builder, properties []Tag, separator string) {
	last := ""
	for _, p := range properties {
		if p.Name != last {
			if last != "" {
				out.WriteString(separator)
			}
			out.WriteString(p.Name)
			last = p.Name
		}
		out.WriteString("[" + p.Value + "]")
	}
}
