package endgame

import (
	"thera/amazons"
	"thera/game"
)

// Ending is what a solver searches instead of a position. The winner is the same; the
// length of the game is not.
//
// When arrows have cut the board into regions, the position is a sum of games in the
// sense of Conway (On Numbers and Games, 1976). A region in which only one side has
// amazons is an integer, the number of turns it is good for, and only the sum of these
// integers matters. So an Ending keeps that sum and the contested regions. A turn in
// one's own territory is a single move, [Pass].
//
// It is a [game.Kernel] without a text. The zero value is the Ending of an empty board.
type Ending struct {
	regions               // the contested ones; all other squares are blocked
	turn        game.Seat // to move
	turnsInHand int       // White's turns in hand elsewhere minus Black's
}

// New returns the ending of a position.
func New(p *amazons.Position) Ending {
	e := Ending{regions: regionsOf(p), turn: p.Turn()}
	ground := e.ground()
	e.count(ground, ground)
	return e
}

// Pass is the move that uses a turn in hand. No amazon moves.
const Pass = amazons.Move(0)

// Turn returns the side to move.
func (e *Ending) Turn() game.Seat { return e.turn }

// Seats returns both sides: neither is eliminated before the game is over.
func (e *Ending) Seats() game.Seats { return game.Only(amazons.White) | game.Only(amazons.Black) }

// InHand returns White's turns in hand elsewhere minus Black's.
func (e *Ending) InHand() int { return e.turnsInHand }

// AppendMoves appends the moves in the contested regions and then, for a side with
// turns in hand, the pass. The pass may be the only good move if neither side wants to
// move first in what is left.
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

// Play makes a legal move.
func (e *Ending) Play(m amazons.Move) {
	mover := e.turn
	e.turn = 1 - mover
	if m == Pass {
		e.turnsInHand += 2*int(mover) - 1
		return
	}
	from, to, arrow := m.From(), m.To(), m.Arrow()
	e.amazons[mover] = e.amazons[mover].Without(from).With(to)
	e.empty = e.empty.With(from).Without(to).Without(arrow)
	// The arrow has not divided a region if the squares around it are connected, and
	// has not taken the last square if another empty one is next to it.
	if ground := e.ground(); !joined[neighborhood(ground, arrow)] || neighborhood(e.empty, arrow) == 0 {
		e.count(game.Single(arrow).Spread().And(ground), ground)
	}
}

// Winners returns the winner as soon as the result is certain, by the reasoning of
// [Settled].
func (e *Ending) Winners() game.Seats {
	own, other, lead := e.turn, 1-e.turn, e.lead()
	ownReach, otherReach := e.reachable(own), e.reachable(other)
	ownPrivate, otherPrivate := ownReach.AndNot(otherReach), otherReach.AndNot(ownReach)
	switch {
	case e.hasInHand(own, ownPrivate, otherReach, otherReach.Len()+1-lead):
		return game.Only(own)
	case e.hasInHand(other, otherPrivate, ownReach, ownReach.Len()+lead):
		return game.Only(other)
	}
	return 0
}

// Hash returns a hash shared by endings that differ only in the colors of the sides, or
// in where their regions are and how they are rotated or reflected.
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

// lead returns the turns in hand of the side to move minus those of the other.
func (e *Ending) lead() int {
	if e.turn == amazons.White {
		return e.turnsInHand
	}
	return -e.turnsInHand
}

// count removes from the board the regions of ground that contain some of the squares
// and whose number of turns is known, and adds up their turns.
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
			if lo, hi = t.turns(endingFillNodes); lo != hi {
				continue
			}
		}
		if !white.IsEmpty() {
			e.turnsInHand += lo
		} else {
			e.turnsInHand -= lo
		}
		e.remove(region)
	}
}

// endingFillNodes is how many positions to search to count a territory. If that is not
// enough, the territory stays on the board and is played out. It is more than Settled
// spends, because an Ending counts a territory once and keeps the number. With 2000,
// late 10×10 positions took 1.2 to 1.4 times as long for the same number of nodes
// (docs/contributing/experiments.md).
const endingFillNodes = 300
