package santorini

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

// PackMove packs a turn in which a worker moves and builds. A winning step builds
// [Nowhere].
func PackMove(from, to, build Space) Move {
	return Move(from)<<fromShift | Move(to)<<toShift | Move(build)<<buildShift
}

// PackPlacement packs the placement of two workers, given in either order.
func PackPlacement(a, b Space) Move {
	return placement | PackMove(min(a, b), max(a, b), Nowhere)
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

// with returns the turn with an extra.
func (m Move) with(extra Extra, more Space) Move { return m | Move(more)<<moreShift | Move(extra) }

// withWalk returns the turn in which the other worker walks too.
func (m Move) withWalk(from, to Space) Move { return m.with(Both, from) | Move(to)<<endShift }

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
