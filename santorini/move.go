package santorini

import (
	"errors"
	"fmt"

	"thera/game"
)

// Move is a turn, in these bit fields:
//
//	30–31  kind: 0 a worker moves, 1 both workers are placed
//	25–29  from: the square the worker leaves, or the first one placed on; 31 if
//	       no worker moves
//	20–24  to: the square it lands on, or the second one placed on; 31 if no
//	       worker moves
//	15–19  build: the square it builds on, 31 for none
//	10–14  more: the square that an [Extra] adds, 0 for none
//	 5–9   end: where the other worker lands, if it walks too, else 0
//	 0–4   the Extra
//
// A square is 5·file + rank, both counted from 0. Codes ascend by these fields, which
// is the order of AppendMoves.
type Move uint32

const (
	kindShift  = 30
	fromShift  = 25
	toShift    = 20
	buildShift = 15
	moreShift  = 10
	endShift   = 5

	placement = Move(1) << kindShift

	// Nowhere stands for the build of a move that builds nothing, and for from and to
	// of a turn in which no worker moves.
	Nowhere Space = 31
)

// Extra is what a power adds to a turn.
type Extra uint8

// The extras.
const (
	Plain  Extra = iota // nothing
	Via                 // the worker takes two steps; more is the square between: Artemis
	Domed               // a dome where a block could have been built: Atlas
	Also                // a second build on more, which may be the same square: Demeter, Hephaestus
	Before              // a build on more before the worker moves: Prometheus
	Both                // the other worker walks too, from more to end: Hermes
)

// NewMove packs a turn with a move and a build, which is [Nowhere] after a winning step.
func NewMove(from, to, build Space) Move {
	return Move(from)<<fromShift | Move(to)<<toShift | Move(build)<<buildShift
}

// NewPlacement packs the placement of two workers, given in either order.
func NewPlacement(a, b Space) Move {
	return placement | NewMove(min(a, b), max(a, b), Nowhere)
}

// Spaces returns the parts of a turn as spaces: where the worker moves from and to, and
// where it builds; or the two spaces of a placement, in ascending order. The build is
// [Nowhere] if there is none.
func (m Move) Spaces() (from, to, build Space) { return m.from(), m.to(), m.build() }

// Step returns the part of the code that says which worker moves where. Turns with the
// same step differ only in their builds and extras.
func (m Move) Step() Move { return m >> toShift }

// Extra returns what a power adds to the turn: the kind, one more square, and for
// [Both] the square where the other worker lands.
func (m Move) Extra() (extra Extra, more, end Space) {
	return Extra(m & 31), m.more(), Space(m>>endShift) & 31
}

// With returns a turn of one step with an extra and its square, which is 0 for [Domed].
func (m Move) With(extra Extra, more Space) Move { return m | Move(more)<<moreShift | Move(extra) }

// WithWalk returns a walk of one worker as a turn in which the other one walks too.
func (m Move) WithWalk(from, to Space) Move { return m.With(Both, from) | Move(to)<<endShift }

func (m Move) from() Space     { return Space(m>>fromShift) & 31 }
func (m Move) to() Space       { return Space(m>>toShift) & 31 }
func (m Move) build() Space    { return Space(m>>buildShift) & 31 }
func (m Move) more() Space     { return Space(m>>moreShift) & 31 }
func (m Move) is(e Extra) bool { return Extra(m&31) == e }

// IsPlacement reports whether the turn places both workers of a seat.
func (m Move) IsPlacement() bool { return m&placement != 0 }

// IsClimb reports whether the turn is a winning step: up, or down with Pan.
func (m Move) IsClimb() bool { return !m.IsPlacement() && m.build() == Nowhere }

// IsStill reports whether the turn moves no worker, as Hermes may.
func (m Move) IsStill() bool { return m.from() == Nowhere }

// String returns the canonical text: "c3-c4(d4)", "c3-c4" for a winning step and
// "@b2,d4" for a placement. Powers add to it: "c3-c4-d5(d4)", "c3-c4(d4D)",
// "c3-c4(d4,e5)", "(b3)c3-c4(d4)", "b2-a1,c3-c5(d4)", and "(d4)" if no worker moves.
func (m Move) String() string {
	var text [len("b2-a1,c3-c5(d4)")]byte
	return string(m.Append(text[:0]))
}

// Append appends the canonical text to a text.
func (m Move) Append(text []byte) []byte {
	if m.IsPlacement() {
		return m.to().append(append(m.from().append(append(text, '@')), ','))
	}
	extra, more, end := m.Extra()
	if extra == Before {
		text = append(more.append(append(text, '(')), ')')
	}
	if !m.IsStill() {
		text = m.from().append(text)
		if extra == Via {
			text = more.append(append(text, '-'))
		}
		text = m.to().append(append(text, '-'))
	}
	if extra == Both {
		text = end.append(append(more.append(append(text, ',')), '-'))
	}
	if m.build() == Nowhere {
		return text
	}
	text = m.build().append(append(text, '('))
	switch extra {
	case Domed:
		text = append(text, 'D')
	case Also:
		text = more.append(append(text, ','))
	}
	return append(text, ')')
}

// form is a notation for turns: a pattern of [game.ScanSquares] and what its squares mean.
type form struct {
	pattern string
	move    func(s []Space) Move
}

var forms = []form{
	{"#-#(#)", moveAndBuild},
	{"# # #", moveAndBuild},
	{"##,##", func(s []Space) Move { return NewMove(s[0], s[1], s[3]) }},
	{"#-#", onlyMove},
	{"# #", onlyMove},
	{"##", onlyMove},
	{"@#,#", place},
	{"@# #", place},
	{"#-#-#(#)", func(s []Space) Move { return NewMove(s[0], s[2], s[3]).With(Via, s[1]) }},
	{"#-#-#", func(s []Space) Move { return NewMove(s[0], s[2], Nowhere).With(Via, s[1]) }},
	{"#-#(#D)", func(s []Space) Move { return NewMove(s[0], s[1], s[2]).With(Domed, 0) }},
	{"#-#(#,#)", func(s []Space) Move { return NewMove(s[0], s[1], s[2]).With(Also, s[3]) }},
	{"(#)#-#(#)", func(s []Space) Move { return NewMove(s[1], s[2], s[3]).With(Before, s[0]) }},
	{"#-#,#-#(#)", func(s []Space) Move { return NewMove(s[0], s[1], s[4]).WithWalk(s[2], s[3]) }},
	{"(#)", func(s []Space) Move { return NewMove(Nowhere, Nowhere, s[0]) }},
}

func moveAndBuild(s []Space) Move { return NewMove(s[0], s[1], s[2]) }
func onlyMove(s []Space) Move     { return NewMove(s[0], s[1], Nowhere) }
func place(s []Space) Move        { return placement | NewMove(s[0], s[1], Nowhere) }

// ParseMove reads a move's canonical text, and also the engine protocol's "c3c4,c4d4"
// and "c3c4", and squares separated by space characters as in "c3 c4 d4", "c3 c4" and
// "@b2 d4". Squares that a power adds may be in either order.
func ParseMove(text string) (Move, error) {
	for _, f := range forms {
		named, ok := game.ScanSquares(text, f.pattern)
		if !ok {
			continue
		}
		s := make([]Space, len(named))
		for i, name := range named {
			if s[i], ok = SpaceOf(name); !ok {
				return 0, fmt.Errorf("square %q: want one from a1 to e5", name)
			}
		}
		switch {
		case f.pattern[0] == '@' && s[0] >= s[1]:
			return 0, fmt.Errorf("squares %s and %s: want two in the order of their names, as in @b2,d4", s[0], s[1])
		case f.pattern == "##,##" && s[1] != s[2]:
			return 0, fmt.Errorf("moves to %s and builds from %s: want the same square", s[1], s[2])
		}
		return f.move(s), nil
	}
	return 0, errors.New("want from-to(build), from-to or @square,square, as in c3-c4(d4), c3-c4 or @b2,d4, " +
		"or what a power allows, as in c3-c4-d5(d4), c3-c4(d4D), c3-c4(d4,e5), (b3)c3-c4(d4), b2-a1,c3-c5(d4) or (d4)")
}

// AppendAliases appends all codes of the legal moves: those of AppendMoves, and then
// the others that lead to the same positions.
//
// rules/santorini.md 5.4
func (p *Position) AppendAliases(moves []Move) []Move {
	before := len(moves)
	moves = p.AppendMoves(moves)
	if p.powers == 0 || p.winners != 0 || p.workers[p.turn] == 0 {
		return moves
	}
	r := p.mover()
	appendAliases := r.appendAliases
	if r.power == Hermes {
		w := r.walks()
		appendAliases = w.appendAliases
	}
	for _, m := range moves[before:] {
		moves = appendAliases(moves, m)
	}
	return moves
}

// appendAliases appends the other codes that lead to the same position as a move.
func (r *mover) appendAliases(moves []Move, m Move) []Move {
	from, to, build := m.Spaces()
	extra, more, _ := m.Extra()
	turned := NewMove(from, to, more).With(extra, build)
	switch {
	case r.power == Artemis:
		return r.appendVias(moves, m)
	case r.power == Atlas && r.above[Top-1].Has(build):
		return append(moves, m.With(Domed, 0))
	case extra == Also && more != build:
		return append(moves, turned)
	case extra == Before && more != build && r.builds(from, to).Has(more) && r.firsts(from, to, more).Has(build):
		return append(moves, turned)
	}
	return moves
}

// appendVias appends the other squares between the two steps of a turn.
func (r *mover) appendVias(moves []Move, m Move) []Move {
	from, to, build := m.Spaces()
	level := r.Level(from)
	steps := r.steps(from, level) &^ r.winning(level) & neighbors[to]
	for ; steps != 0; steps &= steps - 1 {
		s := steps.First()
		level := r.Level(s)
		alias := NewMove(from, to, build).With(Via, s)
		if alias != m && !r.tooHigh(level).Has(to) && r.winning(level).Has(to) == (build == Nowhere) {
			moves = append(moves, alias)
		}
	}
	return moves
}

// appendAliases appends the codes of walks that lead to the same position as a given
// one: either worker may be named first, and each may go where the other one went.
func (w *walks) appendAliases(moves []Move, m Move) []Move {
	from, to, build := m.Spaces()
	x, y := w.a, w.b // where a and b end
	switch {
	case m.is(Both):
		_, _, y = m.Extra()
		x = to
		moves = append(moves, NewMove(w.b, y, build).WithWalk(w.a, x))
	case m.IsStill():
	case from == w.a && w.fields.Has(to):
		x = to
	case from == w.b && w.others.Has(to):
		y = to
	default:
		return moves // a step up or down
	}
	if w.meet && x != w.b && y != w.a && w.beside(y).Has(x) {
		moves = append(moves,
			NewMove(w.a, y, build).WithWalk(w.b, x),
			NewMove(w.b, x, build).WithWalk(w.a, y))
	}
	return moves
}
