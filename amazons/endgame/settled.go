package endgame

import (
	"thera/amazons"
	"thera/game"
)

// Settled reports whether the result is certain without search, because the
// winner has turns in hand where the other side can't interfere: more than
// the other has left at all, or as many where the other is to move. winners is
// nobody where that is not so.
//
// The game then lasts at most plies plies, as the winner can play where the
// turns in hand are until the other side has none left. Where the board has
// fallen apart into regions with amazons of one side each, that is the exact
// distance, since neither side can do anything about it, but for regions too
// large and too full of defects to be counted exactly.
//
// Turns in hand are counted on squares that the other side can't get to.
// Amazons that keep it out stay where they are, or come in and shoot at the
// square they leave. What the other side has left is every square it can get
// to while they do, contested ones included.
//
// It allocates nothing and is meant for every node of a search: where the
// number of squares shows that nothing is settled, it costs two floods of the
// board.
func Settled(p *amazons.Position) (winners game.Seats, plies int) {
	r := regionsOf(p)
	own, other := p.Turn(), 1-p.Turn()
	ownReach, otherReach := r.canReach(own), r.canReach(other)
	ownPrivate, otherPrivate := ownReach.AndNot(otherReach), otherReach.AndNot(ownReach)
	switch {
	case r.hasInHand(own, ownPrivate, otherReach, otherReach.Len()+1):
		return game.Only(own), 2*r.turnsLeft(other, otherReach) + 1
	case r.hasInHand(other, otherPrivate, ownReach, ownReach.Len()):
		return game.Only(other), 2 * r.turnsLeft(own, ownReach)
	}
	return 0, 0
}

// canReach returns the empty squares that a side can get to as long as the
// amazons of the other side stay where they are. It can't shoot at others
// either.
func (r *regions) canReach(seat game.Seat) game.Squares {
	return flood(r.amazons[seat], r.empty).AndNot(r.amazons[seat])
}

// hasInHand reports whether a side can make at least need turns on private,
// the squares out of the other side's reach, without ever letting it in.
func (r *regions) hasInHand(seat game.Seat, private, otherReach game.Squares, need int) bool {
	return private.Len() >= need && r.inHand(seat, private, otherReach, need) >= need
}

// inHand counts such turns until there are enough.
func (r *regions) inHand(seat game.Seat, private, otherReach game.Squares, enough int) int {
	// A square next to where the other side can get must not be left open.
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

// fillFrom is fill for a territory that an amazon guards from outside: with
// her first turn she comes in and shoots at the square she leaves.
func (t territory) fillFrom(guard game.Square, enough int) int {
	best := 0
	for doors := game.Single(guard).Spread().And(t.empty); !doors.IsEmpty() && best < enough; doors = doors.WithoutFirst() {
		at := doors.First()
		in := territory{empty: t.empty.Without(at), amazons: game.Single(at)}
		best = max(best, 1+in.fill(enough-1))
	}
	return best
}

// turnsLeft returns how many turns a side has left at most while the other
// side does not interfere, given what it can reach.
func (r *regions) turnsLeft(seat game.Seat, reach game.Squares) int {
	turns := 0
	for rest := reach.Or(r.amazons[seat]); !rest.IsEmpty(); {
		ground := flood(game.Single(rest.First()), rest)
		rest = rest.AndNot(ground)
		_, hi := territory{empty: ground.And(reach), amazons: ground.And(r.amazons[seat])}.turns(patience)
		turns += hi
	}
	return turns
}

// patience is how many positions Settled looks at to count a territory, few
// enough for every node of a search. Chosen by hand, not tuned.
const patience = 200
