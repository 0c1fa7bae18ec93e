package santorini

import (
	"fmt"

	"thera/game"
)

// Move is a turn, in fields from the top bit down:
//
//	30–31  kind: 0 a worker moves, 1 both workers are placed
//	25–29  from: the square the worker leaves, or the first one placed on
//	20–24  to: the square it lands on, or the second one placed on
//	15–19  build: the square it builds on, 31 for none
//	 0–14  0: room for what god powers add to a turn
//
// A square is 5·file + rank, both from 0. Codes ascend by kind, from, to and
// build, which is the order of AppendMoves.
type Move uint32

const (
	kindShift  = 30
	fromShift  = 25
	toShift    = 20
	buildShift = 15

	placement = Move(1) << kindShift

	nowhere square = 31
)

func newMove(from, to, build square) Move {
	return Move(from)<<fromShift | Move(to)<<toShift | Move(build)<<buildShift
}

func (m Move) from() square  { return square(m>>fromShift) & 31 }
func (m Move) to() square    { return square(m>>toShift) & 31 }
func (m Move) build() square { return square(m>>buildShift) & 31 }

func (m Move) isPlacement() bool { return m&placement != 0 }
func (m Move) isClimb() bool     { return !m.isPlacement() && m.build() == nowhere }

// String returns the canonical text: "c3-c4(d4)", a winning climb as "c3-c4"
// and a placement as "@b2,d4".
func (m Move) String() string {
	switch from, to := m.from().String(), m.to().String(); {
	case m.isPlacement():
		return "@" + from + "," + to
	case m.isClimb():
		return from + "-" + to
	default:
		return from + "-" + to + "(" + m.build().String() + ")"
	}
}

// ParseMove reads a move's canonical text, and beside it the engine protocol's
// "c3c4,c4d4" and "c3c4", and blanks between the squares as in "c3 c4 d4",
// "c3 c4" and "@b2 d4".
func ParseMove(text string) (Move, error) {
	for _, pattern := range []string{"#-#(#)", "# # #", "##,##", "#-#", "# #", "##", "@#,#", "@# #"} {
		if found, ok := game.ScanSquares(text, pattern); ok {
			return moveOf(found, pattern[0] == '@')
		}
	}
	return 0, fmt.Errorf("want from-to(build), from-to or @square,square, as in c3-c4(d4), c3-c4 or @b2,d4")
}

// moveOf returns the move whose text names the given squares.
func moveOf(named []game.Square, placed bool) (Move, error) {
	var s [4]square
	for i, name := range named {
		var ok bool
		if s[i], ok = narrow(name); !ok {
			return 0, fmt.Errorf("square %q: want one from a1 to e5", name)
		}
	}
	switch {
	case placed && s[0] >= s[1]:
		return 0, fmt.Errorf("squares %s and %s: want two in the order of their names, as in @b2,d4", s[0], s[1])
	case placed:
		return placement | newMove(s[0], s[1], nowhere), nil
	case len(named) == 4 && s[1] != s[2]:
		return 0, fmt.Errorf("moves to %s and builds from %s: want the same square", s[1], s[2])
	case len(named) == 4:
		return newMove(s[0], s[1], s[3]), nil
	case len(named) == 3:
		return newMove(s[0], s[1], s[2]), nil
	default:
		return newMove(s[0], s[1], nowhere), nil
	}
}
