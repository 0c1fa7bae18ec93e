package santorini

import "thera/game"

// Eliminate takes a seat's workers off the board and passes the turn on if it
// was that seat's, for a player who gives up; in teams, the partner is out too.
// That can be done with three or four players once all have placed their
// workers; before that, and with two, it reports false.
func (p *Position) Eliminate(seat game.Seat) bool {
	if p.seats == minSeats || p.waiting() != 0 {
		return false
	}
	p.eliminate(seat)
	p.settle()
	return true
}
