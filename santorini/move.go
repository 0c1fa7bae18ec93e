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

	// Nowhere stands for the space built on in a move that builds nothing.
	Nowhere Space = 31
)

// NewMove packs a turn in which a worker moves and builds.
func NewMove(from, to, build game.Square) Move {
	return PackMove(spaceOf(from), spaceOf(to), spaceOf(build))
}

// NewClimb packs a step up that wins.
func NewClimb(from, to game.Square) Move { return PackMove(spaceOf(from), spaceOf(to), Nowhere) }

// NewPlacement packs the placing of two workers, named in either order.
func NewPlacement(a, b game.Square) Move { return PackPlacement(spaceOf(a), spaceOf(b)) }

// PackMove is NewMove for spaces. A step up that wins builds [Nowhere].
func PackMove(from, to, build Space) Move {
	return Move(from)<<fromShift | Move(to)<<toShift | Move(build)<<buildShift
}

// PackPlacement is NewPlacement for spaces.
func PackPlacement(a, b Space) Move {
	return placement | PackMove(min(a, b), max(a, b), Nowhere)
}

// Spaces returns the parts of a turn as spaces: from where the worker moves, to
// where, and where it builds; or the two spaces of a placement, ascending. What
// is not built on is [Nowhere].
func (m Move) Spaces() (from, to, build Space) { return m.from(), m.to(), m.build() }

// Step returns the part of the code that says which worker moves where: turns
// with the same one differ in what they build alone.
func (m Move) Step() Move { return m >> toShift }

func (m Move) from() Space  { return Space(m>>fromShift) & 31 }
func (m Move) to() Space    { return Space(m>>toShift) & 31 }
func (m Move) build() Space { return Space(m>>buildShift) & 31 }

// IsPlacement reports whether the turn places both workers of a seat.
func (m Move) IsPlacement() bool { return m&placement != 0 }

// IsClimb reports whether the turn is a step up that wins.
func (m Move) IsClimb() bool { return !m.IsPlacement() && m.build() == Nowhere }

// From returns the square that the worker leaves, or of a placement the first.
func (m Move) From() game.Square { return m.from().Square() }

// To returns the square that the worker lands on, or of a placement the second.
func (m Move) To() game.Square { return m.to().Square() }

// Build returns the square that is built on. There is none if the turn is a
// climb or a placement.
func (m Move) Build() game.Square { return m.build().Square() }

// String returns the canonical text: "c3-c4(d4)", a winning climb as "c3-c4"
// and a placement as "@b2,d4".
func (m Move) String() string {
	switch from, to := m.from().String(), m.to().String(); {
	case m.IsPlacement():
		return "@" + from + "," + to
	case m.IsClimb():
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
	var s [4]Space
	for i, name := range named {
		var ok bool
		if s[i], ok = SpaceOf(name); !ok {
			return 0, fmt.Errorf("square %q: want one from a1 to e5", name)
		}
	}
	switch {
	case placed && s[0] >= s[1]:
		return 0, fmt.Errorf("squares %s and %s: want two in the order of their names, as in @b2,d4", s[0], s[1])
	case placed:
		return placement | PackMove(s[0], s[1], Nowhere), nil
	case len(named) == 4 && s[1] != s[2]:
		return 0, fmt.Errorf("moves to %s and builds from %s: want the same square", s[1], s[2])
	case len(named) == 4:
		return PackMove(s[0], s[1], s[3]), nil
	case len(named) == 3:
		return PackMove(s[0], s[1], s[2]), nil
	default:
		return PackMove(s[0], s[1], Nowhere), nil
	}
}
