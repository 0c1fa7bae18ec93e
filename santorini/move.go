package santorini

// Move is a turn, in fields from the top bit down:
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
// A square is 5·file + rank, both from 0. Codes ascend by these fields, which
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

	// Nowhere stands for the space built on in a move that builds nothing, and
	// for those a worker moves between in one that only builds.
	Nowhere Space = 31
)

// Extra is what a power adds to a turn.
type Extra uint8

// What there is to add.
const (
	Plain  Extra = iota // nothing
	Via                 // the worker steps on one more square on its way: Artemis
	Domed               // a dome where a block could have been built: Atlas
	Also                // one more square is built on, or the same again: Demeter, Hephaestus
	Before              // one more square is built on before the worker moves: Prometheus
	Both                // the other worker walks too: Hermes
)

// PackMove packs a turn in which a worker moves and builds. A step that wins builds
// [Nowhere].
func PackMove(from, to, build Space) Move {
	return Move(from)<<fromShift | Move(to)<<toShift | Move(build)<<buildShift
}

// PackPlacement packs the placing of two workers, named in either order.
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

// Extra returns what a power adds to the turn, with one more square: the one
// stepped on, built on, or left by the other worker, which then lands on end.
func (m Move) Extra() (extra Extra, more, end Space) {
	return Extra(m & 31), m.more(), Space(m>>endShift) & 31
}

// with returns the turn with what a power adds to it.
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

// IsClimb reports whether the turn is a step that wins: up, or with Pan down.
func (m Move) IsClimb() bool { return !m.IsPlacement() && m.build() == Nowhere }

// IsStill reports whether the turn moves no worker, as Hermes may.
func (m Move) IsStill() bool { return m.from() == Nowhere }
