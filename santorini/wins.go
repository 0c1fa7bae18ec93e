package santorini

import "thera/game"

// Wins returns the squares that a worker of a seat would win by moving to if it were
// that seat's turn, with Artemis in two steps. There are none if its workers are not
// placed.
func (p *Position) Wins(seat game.Seat) (squares Spaces) {
	r := p.moverOf(seat)
	for own := r.own; own != 0; own &= own - 1 {
		squares |= r.wins(own.First())
	}
	return squares
}

// wins returns the squares that a worker wins by going to.
func (r *mover) wins(from Space) Spaces {
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

// Goals returns the squares on which a worker of a seat could end its move if it were
// that seat's turn, regardless of whether it could build afterwards.
func (p *Position) Goals(seat game.Seat, from Space) Spaces {
	r := p.moverOf(seat)
	level := r.Level(from)
	steps := r.steps(from, level)
	switch r.power {
	case Artemis:
		twice, wins := r.again(from, steps&^r.winning(level))
		return steps | twice | wins
	case Hermes:
		return steps | r.field(from)&^r.own
	}
	return steps
}
