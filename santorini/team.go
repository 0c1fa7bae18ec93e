package santorini

import "thera/game"

// teamsMark marks a game in teams: seats 1 and 3 against 2 and 4. Partners share a pair
// of workers, which the first of them places. Each has a power of its own, for its own
// turns. A team wins or loses as a whole.
//
// rules/santorini.md 4.1, 4.2, 4.3
const teamsMark = 1 << 7

// IsTeams reports whether the four seats play in teams.
func (p *Position) IsTeams() bool { return p.marks&teamsMark != 0 }

// team returns a seat and, in teams, its partner.
//
// rules/santorini.md 4.2
func (p *Position) team(seat game.Seat) game.Seats {
	if p.IsTeams() {
		return game.Only(seat) | game.Only(partner(seat))
	}
	return game.Only(seat)
}

// Allies returns the seats that win and lose together with a seat, including the seat
// itself.
func (p *Position) Allies(seat game.Seat) game.Seats { return p.team(seat) }

// partner returns the seat that shares the workers of a seat in teams.
func partner(seat game.Seat) game.Seat { return seat ^ 2 }

// setTeams sets up teams of four seats without powers.
func (p *Position) setTeams() {
	p.marks |= teamsMark
	for seat := range game.Seat(maxSeats) {
		p.setPower(seat, Mortal)
	}
}
