package record

import (
	"io"
	"strings"

	"thera/game"
)

// sgfReader reads one game. The header can only be interpreted at the first move: a few
// programs swap the names of the colors, and the color that moves first shows it (see
// setUp).
type sgfReader struct {
	draft
	header []property // of the nodes before the first move
	begun  bool       // whether the header has been interpreted
	board  game.Board // the start position
	colors [2]string  // by seat: B and W, or W and B
	// asWritten says that the colors are not the other way round, whatever the
	// start looks like.
	asWritten bool
}

type sgfLine struct {
	turns   []Turn
	sources []source
	before  int    // turns before the first
	begins  int    // turns before the branch that is read, which says nothing about them
	color   string // of the last turn
	// comments are those on the last turn, joined once all are read: there may be many.
	comments []string
}

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
	var main sgfLine
	err := r.tree(s, &main, 0)
	if err == nil && !r.begun {
		err = r.begin("B")
	}
	main.endTurn()
	r.Turns, r.sources = main.turns, main.sources
	return r.draft, err
}

// tree reads a tree after its bracket: nodes that continue a line, and branches. The
// first branch with a turn continues the line; the others are variations of that turn.
func (r *sgfReader) tree(s *scanner, line *sgfLine, depth int) error {
	if depth > maxNesting {
		return s.failf("want at most %d branches within each other", maxNesting)
	}
	fork := -1 // number of turns before the branches, once there are some
	for root := depth == 0; ; root = false {
		s.blanks()
		var err error
		switch {
		case s.accept(';'):
			var moves, others []property
			if moves, others, err = s.node(); err == nil && fork < 0 {
				err = r.node(line, moves, others, root)
			}
		case s.accept('('):
			if fork < 0 {
				fork = len(line.turns)
			} else if fork == len(line.turns) {
				line.begins = fork
			}
			if fork == len(line.turns) { // no branch has a turn yet
				err = r.tree(s, line, depth+1)
				break
			}
			side := sgfLine{before: line.before + fork}
			err = r.tree(s, &side, depth+1)
			line.addVariation(fork, side)
		case s.accept(')'):
			return nil
		default:
			return s.failf("want ; ( or ) after a node")
		}
		if err != nil {
			return err
		}
	}
}

// node reads a node after its semicolon.
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

// addVariation adds a variation of the turn with that index.
func (l *sgfLine) addVariation(fork int, side sgfLine) {
	if side.endTurn(); len(side.turns) > 0 {
		t, from := &l.turns[fork], &l.sources[fork]
		t.Variations, from.variations = append(t.Variations, side.turns), append(from.variations, side.sources)
	}
}

// endTurn completes the last turn.
func (l *sgfLine) endTurn() {
	if l.comments != nil {
		l.turns[len(l.turns)-1].Comment = joinComments(l.comments)
		l.comments = nil
	}
}

func (r *sgfReader) node(l *sgfLine, moves, others []property, root bool) error {
	if root || len(moves) == 0 && !r.begun {
		r.header = append(r.header, others...)
		others = nil
	}
	for _, p := range moves {
		if err := r.move(l, p); err != nil {
			return err
		}
	}
	for _, p := range others {
		if len(l.turns) == l.begins {
			continue // it is not about a turn
		}
		if err := r.annotate(l, p); err != nil {
			return err
		}
	}
	return nil
}

func (r *sgfReader) move(l *sgfLine, p property) error {
	if !r.begun {
		if err := r.begin(p.id); err != nil {
			return err
		}
	}
	if want := r.colors[mover(r.first, l.before+len(l.turns))]; p.id != want {
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
	l.endTurn()
	l.turns = append(l.turns, turnOf(points))
	l.sources = append(l.sources, source{at: p.at, text: p.String()})
	l.color = p.id
	return nil
}

// annotate adds to the last turn what a node says besides the move.
func (r *sgfReader) annotate(l *sgfLine, p property) error {
	t := &l.turns[len(l.turns)-1]
	switch p.id {
	case "AB", "AW", "AA", "AE", "PL":
		return p.at.failf(p.String(), "want the position to be set up before the first move")
	case "C":
		l.comments = append(l.comments, strings.Join(p.values, "\n"))
		return nil
	case l.color + "L":
		if clock, err := parseSeconds(p.values[0]); err == nil && len(p.values) == 1 {
			t.Clock = clock
			return nil
		}
	case private:
		return p.each(t.Set)
	}
	for _, value := range p.values {
		t.Tags = append(t.Tags, Tag{sgf.prefix + p.id, value})
	}
	return nil
}

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
