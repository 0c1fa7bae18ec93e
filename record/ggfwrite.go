package record

import (
	"fmt"
	"strings"

	"thera/game"
)

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

// ggfBoard returns the value of BO. The format has no symbol for arrows and only square
// boards.
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
