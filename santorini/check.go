package santorini

import "thera/game"

// Win returns a step by which the seat to move wins at once, the first in the
// order of AppendMoves, if it has one: not a turn that wins because nobody else
// can move. There is none where workers are not placed yet or the game is over.
func (p *Position) Win() (Move, bool) {
	if p.winners != 0 {
		return 0, false
	}
	r := p.reach()
	for own := r.own; own != 0; own &= own - 1 {
		from := own.First()
		if wins := r.wins(from); wins != 0 {
			level := r.Level(from)
			return r.winBy(from, wins.First(), level, r.steps(from, level)), true
		}
	}
	return 0, false
}

// CanWin reports whether there is a [Position.Win].
func (p *Position) CanWin() bool { return p.winners == 0 && p.canWin(p.turn) }

// IsInCheck reports whether the seat after the one to move would have a
// [Position.Win] if it were its turn already.
func (p *Position) IsInCheck() bool { return p.winners == 0 && p.canWin(p.following()) }

func (p *Position) canWin(seat game.Seat) bool {
	r := p.reachOf(seat)
	for own := r.own; own != 0; own &= own - 1 {
		if r.wins(own.First()) != 0 {
			return true
		}
	}
	return false
}

// wins returns the squares that a worker wins by going to.
func (r *reach) wins(from Space) Spaces {
	level := r.Level(from)
	if level == 0 || level == 1 && r.power != Artemis {
		return 0
	}
	steps, winning := r.steps(from, level), r.winning(level)
	wins := steps & winning
	if r.power == Artemis {
		_, won := r.again(from, steps&^winning)
		wins |= won
	}
	return wins
}

// MayStalemate reports whether a turn of the seat to move might leave the next one
// without any. It errs on one side alone: where it says no, none does.
//
// A turn takes at most two squares from those that a worker can step onto, one to
// stand on and one that is built on, or three with some powers. Athena's may take
// all that go up. Who is pushed or swapped away may find none where it lands,
// while the other worker loses two at most.
func (p *Position) MayStalemate() bool {
	if p.winners != 0 || p.waiting() != 0 {
		return false
	}
	r := p.reachOf(p.following())
	a, b := r.own.First(), r.own.Last()
	forA, forB := r.safe(a, p.Power(p.turn)), r.safe(b, p.Power(p.turn))
	switch p.Power(p.turn) {
	case Apollo, Minotaur:
		near := p.workers[p.turn].Spread()
		return (forA|forB).Len() <= 2 || near.Has(a) && forB.Len() <= 2 || near.Has(b) && forA.Len() <= 2
	case Demeter, Hermes, Prometheus:
		return (forA | forB).Len() <= 3
	}
	return (forA | forB).Len() <= 2
}

// safe returns free squares that a worker can step onto even if a rival with the
// given power has been to move, but for those that are taken.
func (r *reach) safe(from Space, rival Power) Spaces {
	level := r.Level(from)
	ceiling := r.tooHigh(level)
	if rival == Athena {
		ceiling = r.above[level]
	}
	return neighbors[from] & r.free &^ ceiling
}
