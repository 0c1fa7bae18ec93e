package santorini

import "thera/game"

// Wins returns the squares by going onto which a worker of a seat would win if it
// were to move: to reach them may take two steps, with Artemis. There are none
// where its workers are not placed.
func (p *Position) Wins(seat game.Seat) (squares Spaces) {
	r := p.reachOf(seat)
	for own := r.own; own != 0; own &= own - 1 {
		squares |= r.wins(own.First())
	}
	return squares
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
