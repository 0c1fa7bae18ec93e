package amazons

import "thera/game"

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
func (p *Position) Settled() (winners game.Seats, plies int) {
	own, other := p.turn, 1-p.turn
	ownReach, otherReach := p.canReach(own), p.canReach(other)
	ownPrivate, otherPrivate := ownReach.AndNot(otherReach), otherReach.AndNot(ownReach)
	switch {
	case p.hasInHand(own, ownPrivate, otherReach, otherReach.Len()+1):
		return game.Only(own), 2*p.turnsLeft(other, otherReach) + 1
	case p.hasInHand(other, otherPrivate, ownReach, ownReach.Len()):
		return game.Only(other), 2 * p.turnsLeft(own, ownReach)
	}
	return 0, 0
}

// canReach returns the empty squares that a side can get to as long as the
// amazons of the other side stay where they are. It can't shoot at others
// either.
func (p *Position) canReach(seat game.Seat) game.Squares {
	return flood(p.amazons[seat], p.empty).AndNot(p.amazons[seat])
}

// hasInHand reports whether a side can make at least need turns on private,
// the squares out of the other side's reach, without ever letting it in.
func (p *Position) hasInHand(seat game.Seat, private, otherReach game.Squares, need int) bool {
	return private.Len() >= need && p.inHand(seat, private, otherReach, need) >= need
}

// inHand counts such turns until there are enough.
func (p *Position) inHand(seat game.Seat, private, otherReach game.Squares, enough int) int {
	// A square next to where the other side can get must not be left open.
	guards := p.amazons[seat].And(otherReach.Or(p.amazons[1-seat]).Spread())
	free := p.amazons[seat].AndNot(guards)
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
func (p *Position) turnsLeft(seat game.Seat, reach game.Squares) int {
	turns := 0
	for rest := reach.Or(p.amazons[seat]); !rest.IsEmpty(); {
		ground := flood(game.Single(rest.First()), rest)
		rest = rest.AndNot(ground)
		_, hi := territory{empty: ground.And(reach), amazons: ground.And(p.amazons[seat])}.turns(patience)
		turns += hi
	}
	return turns
}

// patience is how many positions Settled looks at to count a territory.
const patience = 200
