package santorini

import "thera/game"

// reach says where the workers of a seat could go and build if it were to move,
// in a game with powers: what its own power allows, and what those of its rivals
// forbid.
type reach struct {
	*Position
	power  Power
	own    Spaces
	rivals Spaces // squares with workers of others
	free   Spaces // squares with neither worker nor dome
	up     uint   // by how many levels a step may go up
}

func (p *Position) reach() reach { return p.reachOf(p.turn) }

// rules/santorini.md 4.3, 6.3
func (p *Position) reachOf(seat game.Seat) reach {
	own, occupied := p.workers[seat], p.Occupied()
	r := reach{
		Position: p,
		power:    p.Power(seat),
		own:      own,
		rivals:   occupied &^ own,
		free:     AllSpaces &^ (occupied | p.above[Top]),
		up:       1,
	}
	if p.risen()&^p.team(seat) != 0 {
		r.up = 0
	}
	return r
}

// tooHigh returns the squares that a worker on a level can't step onto, those
// with domes among them.
//
// rules/santorini.md 2.3
func (r *reach) tooHigh(level uint) Spaces { return r.above[min(level+r.up, Top)] }

// winning returns the squares that a worker on a level would win by stepping
// onto, if it can: a level up from level 2, and with Pan two levels down.
//
// rules/santorini.md 3.1, 5.2, 6.9
func (r *reach) winning(level uint) Spaces {
	wins := Spaces(0)
	if level == Top-1 {
		wins = r.above[Top-1]
	}
	if r.power == Pan && level >= 2 {
		wins |= AllSpaces &^ r.above[level-2]
	}
	return wins
}

// steps returns the squares that a worker on s can step onto.
//
// rules/santorini.md 2.2, 2.3, 6.1, 6.8
func (r *reach) steps(s Space, level uint) Spaces {
	near := neighbors[s] &^ r.tooHigh(level)
	steps := near & r.free
	switch r.power {
	case Apollo:
		steps |= near & r.rivals
	case Minotaur:
		for rivals := near & r.rivals; rivals != 0; rivals &= rivals - 1 {
			to := rivals.First()
			if r.free&Single(behind[s][to]) != 0 {
				steps |= Single(to)
			}
		}
	}
	return steps
}

// again returns the squares onto which a worker that began the turn on from can
// go in two steps, the first of which is onto one of steps and has not won; and
// those of them that it wins by.
//
// rules/santorini.md 6.2
func (r *reach) again(from Space, steps Spaces) (twice, wins Spaces) {
	free := r.free &^ Single(from)
	for level := range uint(Dome) {
		next := (steps & r.on(level)).Spread() & free &^ r.tooHigh(level)
		won := next & r.winning(level)
		wins |= won
		twice |= next &^ won
	}
	return twice, wins
}

// builds returns the squares on which a worker can build that has gone from one
// square to another, and what was there with it.
//
// rules/santorini.md 2.4, 5.3
func (r *reach) builds(from, to Space) Spaces {
	free := r.free | Single(from)
	if r.rivals.Has(to) {
		switch r.power {
		case Apollo:
			free &^= Single(from)
		case Minotaur:
			free &^= Single(behind[from][to])
		}
	}
	return neighbors[to] & free
}

// on returns the squares of a level from 0 to 3.
func (p *Position) on(level uint) Spaces {
	if level == 0 {
		return AllSpaces &^ p.above[0]
	}
	return p.above[level-1] &^ p.above[level]
}

// behind is the square straight behind the second one, seen from the first, a
// neighbor of it; [Nowhere] if that is off the board.
var behind = func() (table PerSpace[PerSpace[Space]]) {
	for from := range Space(NumSpaces) {
		for near := neighbors[from]; near != 0; near &= near - 1 {
			to := near.First()
			file, rank := 2*to.File()-from.File(), 2*to.Rank()-from.Rank()
			table[from][to] = Nowhere
			if min(file, rank) >= 0 && max(file, rank) < Size {
				table[from][to] = at(file, rank)
			}
		}
	}
	return table
}()
