package endgame

import (
	"thera/amazons"
	"thera/game"
)

// Ending is what a solver looks at instead of a position. Who wins is the
// same; how long it takes is not.
//
// When arrows have cut the board into regions, it is a sum of games in the
// sense of Conway (On Numbers and Games, 1976). A region in which only one
// side has amazons is a whole number, the turns it is good for, and of all
// such regions only the sum of the numbers counts. So an Ending keeps that
// sum and the regions that are still fought over; to fill one's territory is
// a single move, [Pass].
//
// It is a [game.Kernel] without a text of its own. The zero value is the
// Ending of an empty board.
type Ending struct {
	regions           // those fought over; all else is blocked
	turn    game.Seat // to move
	spare   int       // turns White has in hand elsewhere less those of Black
}

// New returns what is left to be decided of a position.
func New(p *amazons.Position) Ending {
	e := Ending{regions: regionsOf(p), turn: p.Turn()}
	ground := e.ground()
	e.count(ground, ground)
	return e
}

// Pass is the move that takes a turn in hand. No amazon makes it: it goes
// nowhere.
const Pass = amazons.Move(0)

// Turn returns the side to move.
func (e *Ending) Turn() game.Seat { return e.turn }

// Seats returns both sides: nobody is eliminated before the game is over.
func (e *Ending) Seats() game.Seats { return game.Only(amazons.White) | game.Only(amazons.Black) }

// InHand returns the turns that White has in hand elsewhere less those of
// Black.
func (e *Ending) InHand() int { return e.spare }

// AppendMoves appends the moves in the regions fought over and then, for a
// side with turns in hand, the pass. It may be the only good move, where
// neither side wants to be the first to move in what is left.
func (e *Ending) AppendMoves(moves []amazons.Move) []amazons.Move {
	moves = amazons.AppendTurns(moves, e.amazons[e.turn], e.empty)
	if e.lead() > 0 {
		moves = append(moves, Pass)
	}
	return moves
}

// Legal reports whether AppendMoves would append a move.
func (e *Ending) Legal(m amazons.Move) bool {
	if m == Pass {
		return e.lead() > 0
	}
	return amazons.IsTurn(m, e.amazons[e.turn], e.empty)
}

// Play makes a move of AppendMoves.
func (e *Ending) Play(m amazons.Move) {
	mover := e.turn
	e.turn = 1 - mover
	if m == Pass {
		e.spare += 2*int(mover) - 1
		return
	}
	from, to, arrow := m.From(), m.To(), m.Arrow()
	e.amazons[mover] = e.amazons[mover].Without(from).With(to)
	e.empty = e.empty.With(from).Without(to).Without(arrow)
	// The arrow has cut nothing off if what is around it hangs together, nor
	// taken the last square if another is next to it.
	if ground := e.ground(); !joined[neighborhood(ground, arrow)] || neighborhood(e.empty, arrow) == 0 {
		e.count(game.Single(arrow).Spread().And(ground), ground)
	}
}

// Winners returns the winner as soon as he is certain, by the reasoning of
// [Settled].
func (e *Ending) Winners() game.Seats {
	own, other, lead := e.turn, 1-e.turn, e.lead()
	ownReach, otherReach := e.canReach(own), e.canReach(other)
	ownPrivate, otherPrivate := ownReach.AndNot(otherReach), otherReach.AndNot(ownReach)
	switch {
	case e.hasInHand(own, ownPrivate, otherReach, otherReach.Len()+1-lead):
		return game.Only(own)
	case e.hasInHand(other, otherPrivate, ownReach, ownReach.Len()+lead):
		return game.Only(other)
	}
	return 0
}

// Hash returns a fingerprint that is the same for positions that differ only
// in the sides' colors or in where their regions are and how they are turned.
func (e *Ending) Hash() uint64 {
	own, other := e.amazons[e.turn], e.amazons[1-e.turn]
	h := uint64(e.lead())
	for ground := e.ground(); !ground.IsEmpty(); {
		region := flood(game.Single(ground.First()), ground)
		ground = ground.AndNot(region)
		h += shapeHash(region.And(e.empty), region.And(own), region.And(other))
	}
	return game.Mix(h)
}

// lead returns the turns in hand of the side to move less those of the other.
func (e *Ending) lead() int {
	if e.turn == amazons.White {
		return e.spare
	}
	return -e.spare
}

// count takes the regions of ground with some of the squares off the board, if it
// knows how many turns they are good for.
func (e *Ending) count(squares, ground game.Squares) {
	for !squares.IsEmpty() {
		region := flood(game.Single(squares.First()), ground)
		squares = squares.AndNot(region)
		white, black := region.And(e.amazons[amazons.White]), region.And(e.amazons[amazons.Black])
		t := territory{region.And(e.empty), white.Or(black)}
		lo, hi := 0, 0
		switch {
		case !white.IsEmpty() && !black.IsEmpty():
			if !t.empty.IsEmpty() {
				continue
			}
		default:
			if lo, hi = t.turns(endingPatience); lo != hi {
				continue
			}
		}
		if !white.IsEmpty() {
			e.spare += lo
		} else {
			e.spare -= lo
		}
		e.remove(region)
	}
}

// endingPatience is how many positions are looked at to count a territory. If
// that does not do, it stays on the board and is played out. It is more than
// Settled spends, since an Ending counts a territory once and keeps the number.
// With 2000, late positions of 10×10 took 1.2 to 1.4 times as long for as many
// nodes (docs/contributing/experiments.md).
const endingPatience = 300
