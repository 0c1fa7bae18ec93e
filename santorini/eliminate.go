package santorini

import "thera/game"

// Eliminate takes a seat's workers off the board and, if it was that seat's turn,
// passes the turn on. It is for a player who gives up; in teams, the partner is out
// too. It works with three or four players once all workers are placed; before that,
// and with two players, it reports false.
func (p *Position) Eliminate(seat game.Seat) bool {
	if p.seats == minSeats || p.waiting() != 0 {
		return false
	}
	p.eliminate(seat)
	p.resolveStuck()
	return true
}
