package record

import (
	"io"
	"strings"

	"thera/game"
)

// sgfReader is a game whose main line is being read. The header can only be
// understood at the first move: a few programs write the colors the other way
// round, and who moves first shows it (see setUp).
type sgfReader struct {
	draft
	header []property // of the nodes before the first move
	board  game.Board // the start position
	colors [2]string  // by seat: B and W, or W and B
}

// parseSGF reads one tree of nodes. Variations are read for their grammar only,
// so that a broken one is found, and passed over.
func parseSGF(s *scanner, _ []game.Game) (draft, error) {
	s.blanks()
	if s.peek() == end {
		return draft{}, io.EOF
	}
	r := sgfReader{draft: newDraft(s.at)}
	if !s.accept('(') {
		return r.draft, s.failf("want ( at the beginning of a game")
	}
	if s.blanks(); s.peek() != ';' {
		return r.draft, s.failf("want ; at the beginning of a node")
	}
	root, mainLine := true, true
	for depth := 1; depth > 0; s.blanks() {
		switch {
		case s.accept(';'):
			moves, others, err := s.node()
			if err == nil && mainLine {
				err = r.node(moves, others, root)
			}
			if err != nil {
				return r.draft, err
			}
			root = false
		case s.accept('('):
			depth++
		case s.accept(')'):
			mainLine = false // which is the first branch to end
			depth--
		default:
			return r.draft, s.failf("want ; ( or ) after a node")
		}
	}
	if len(r.Turns) > 0 {
		return r.draft, nil
	}
	return r.draft, r.begin("B")
}

// node reads a node behind its semicolon.
func (s *scanner) node() (moves, others []property, err error) {
	for s.blanks(); s.peek() != end && isUpper(byte(s.peek())); s.blanks() {
		p, err := s.property(true)
		if err != nil {
			return nil, nil, err
		}
		if p.id == "B" || p.id == "W" {
			moves = append(moves, p)
		} else {
			others = append(others, p)
		}
	}
	return moves, others, nil
}

// node adds a node of the main line.
func (r *sgfReader) node(moves, others []property, root bool) error {
	if root || len(moves) == 0 && len(r.Turns) == 0 {
		r.header = append(r.header, others...)
		others = nil
	}
	for _, p := range moves {
		if err := r.move(p); err != nil {
			return err
		}
	}
	for _, p := range others {
		if err := r.annotate(p); err != nil {
			return err
		}
	}
	return nil
}

// color returns the color of who makes the given turn.
func (r *sgfReader) color(turn int) string { return r.colors[mover(r.first, turn)] }

// move adds a turn.
func (r *sgfReader) move(p property) error {
	if len(r.Turns) == 0 {
		if err := r.begin(p.id); err != nil {
			return err
		}
	}
	if want := r.color(len(r.Turns)); p.id != want {
		return p.at.failf(p.String(), "want a move of %s", want)
	}
	var points [3]game.Square
	text := p.values[0]
	ok := len(p.values) == 1 && len(text) == 2*len(points)
	for i := range points {
		if ok {
			points[i], ok = parsePoint(text[2*i:2*i+2], r.board)
		}
	}
	if !ok {
		return p.at.failf(p.String(), "want three points of the board, from, to and arrow, as in djddgd")
	}
	r.addTurn(turnOf(points), p.at, p.String())
	return nil
}

// annotate adds to the last turn what a node says beside the move.
func (r *sgfReader) annotate(p property) error {
	last := len(r.Turns) - 1
	t := &r.Turns[last]
	switch p.id {
	case "AB", "AW", "AA", "AE", "PL":
		return p.at.failf(p.String(), "want the position to be set up before the first move")
	case "C":
		t.Comment = join(t.Comment, strings.Join(p.values, "\n"))
		return nil
	case r.color(last) + "L":
		if clock, err := parseSeconds(p.values[0]); err == nil && len(p.values) == 1 {
			t.Clock = clock
			return nil
		}
	case private:
		return p.each(t.set)
	}
	for _, value := range p.values {
		t.Tags = append(t.Tags, Tag{sgf.prefix + p.id, value})
	}
	return nil
}

// each calls set with each tag of a private property.
func (p property) each(set func(Tag) error) error {
	for _, value := range p.values {
		name, value, ok := strings.Cut(value, ":")
		if !ok || !tagName.MatchString(name) {
			return p.at.failf(p.String(), "want %s[name:value]", private)
		}
		if err := set(Tag{name, value}); err != nil {
			return p.at.fail(p.String(), err)
		}
	}
	return nil
}
