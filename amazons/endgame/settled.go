package endgame

import (
	"thera/amazons"
	"thera/game"
)

// Settled reports whether the result is certain without a search, because the winner
// has turns in hand where the other side cannot interfere: more than the other side has
// left at all, or as many if the other side is to move. Otherwise winners is 0.
//
// The game then lasts at most plies plies, because the winner can use the turns in hand
// until the other side has none left. If the board has been divided into regions with
// amazons of one side each, that is the exact distance, unless a region is too large
// and has too many defects to be counted exactly.
//
// Turns in hand are counted on squares that the other side cannot reach. Amazons that
// keep it out stay where they are, or come in and shoot at the square they leave. The
// other side is credited with every square it can reach meanwhile, including contested
// ones.
//
// It allocates nothing and is cheap enough for every node of a search: if the number of
// squares already rules out a result, it costs two flood fills of the board.
func Settled(p *amazons.Position) (winners game.Seats, plies int) {
	r := regionsOf(p)
	own, other := p.Turn(), 1-p.Turn()
	ownReach, otherReach := r.reachable(own), r.reachable(other)
	ownPrivate, otherPrivate := ownReach.AndNot(otherReach), otherReach.AndNot(ownReach)
	switch {
	case r.hasInHand(own, ownPrivate, otherReach, otherReach.Len()+1):
		return game.Only(own), 2*r.turnsLeft(other, otherReach) + 1
	case r.hasInHand(other, otherPrivate, ownReach, ownReach.Len()):
		return game.Only(other), 2 * r.turnsLeft(own, ownReach)
	}
	return 0, 0
}

// reachable returns the empty squares that a side can get to as long as the amazons of
// the other side stay where they are. It cannot shoot at any other square either.
func (r *regions) reachable(seat game.Seat) game.Squares {
	return flood(r.amazons[seat], r.empty).AndNot(r.amazons[seat])
}

// hasInHand reports whether a side can make at least need turns on private, the squares
// that the other side cannot reach, without ever letting it in.
func (r *regions) hasInHand(seat game.Seat, private, otherReach game.Squares, need int) bool {
	return private.Len() >= need && r.inHand(seat, private, otherReach, need) >= need
}

// inHand counts those turns, up to enough.
func (r *regions) inHand(seat game.Seat, private, otherReach game.Squares, enough int) int {
	// A guard keeps shut a square next to one that the other side can reach.
	guards := r.amazons[seat].And(otherReach.Or(r.amazons[1-seat]).Spread())
	free := r.amazons[seat].AndNot(guards)
	turns := 0
	for rest := private.Or(free); turns < enough && !rest.IsEmpty(); {
		ground := flood(game.Single(rest.First()), rest)
		rest = rest.AndNot(ground)
		t := territory{empty: ground.And(private), amazons: ground.And(free)}
		if !t.amazons.IsEmpty() {
			turns += t.fill(enough - turns)
			continue
		}
		if keeper := guards.And(ground.Spread()); !keeper.IsEmpty() {
			from := keeper.First()
			guards = guards.Without(from)
			turns += t.fillFrom(from, enough-turns)
		}
	}
	return turns
}

// fillFrom is fill for a territory that an amazon guards from outside: on its first
// turn it comes in and shoots at the square it leaves.
func (t territory) fillFrom(guard game.Square, enough int) int {
	best := 0
	for doors := game.Single(guard).Spread().And(t.empty); !doors.IsEmpty() && best < enough; doors = doors.WithoutFirst() {
		at := doors.First()
		in := territory{empty: t.empty.Without(at), amazons: game.Single(at)}
		best = max(best, 1+in.fill(enough-1))
	}
	return best
}

// turnsLeft returns at most how many turns a side has left if the other side does not
// interfere, given the squares it can reach.
func (r *regions) turnsLeft(seat game.Seat, reach game.Squares) int {
	turns := 0
	for rest := reach.Or(r.amazons[seat]); !rest.IsEmpty(); {
		ground := flood(game.Single(rest.First()), rest)
		rest = rest.AndNot(ground)
		_, hi := territory{empty: ground.And(reach), amazons: ground.And(r.amazons[seat])}.turns(settledFillNodes)
		turns += hi
	}
	return turns
}

// settledFillNodes is how many positions Settled searches to count a territory, few
// enough for every node of a search. Chosen by hand, not tuned.
const settledFillNodes = 200
