package santorini

import (
	"fmt"
	"strings"

	"thera/game"
)

// compose returns the position with the given board. Seats without workers have yet to
// place them if the seat to move has none and nothing is built, because the seats place
// theirs in turn and none is out before all have. Otherwise such seats are out.
func compose(b game.Board, turn game.Seat) (Position, error) {
	p := Position{seats: uint8(b.Seats), turn: turn}
	switch {
	case b.Files != Size || b.Ranks != Size:
		return p, fmt.Errorf("%d×%d squares: want %d×%[3]d", b.Files, b.Ranks, Size)
	case b.Seats < minSeats || b.Seats > maxSeats:
		return p, fmt.Errorf("%d seats: want %d to %d", b.Seats, minSeats, maxSeats)
	case int(turn) >= b.Seats:
		return p, fmt.Errorf("seat %s to move: want one from 1 to %d", turn, b.Seats)
	}
	if b.Teams {
		if b.Seats != maxSeats {
			return p, fmt.Errorf("teams of %d seats: want %d", b.Seats, maxSeats)
		}
		p.setTeams()
	}
	for Square, cell := range b.All() {
		s, _ := SpaceOf(Square)
		if cell.Level < 0 || cell.Level > Dome {
			return p, fmt.Errorf("square %s: level %d: want 0 to %d", s, cell.Level, Dome)
		}
		for n := range cell.Level {
			p.above[n] |= Single(s)
		}
		if err := p.put(s, cell); err != nil {
			return p, fmt.Errorf("square %s: %w", s, err)
		}
	}
	placing := p.above[0] == 0 && (p.workers[turn] == 0 || p.seats == minSeats) // of two, nobody is ever out
	for seat := range game.Seat(p.seats) {
		switch n := p.workers[seat].Len(); {
		case n != 0 && n != 2:
			return p, fmt.Errorf("seat %s has %d workers: want 2, or none", seat, n)
		case n == 2 || placing:
			p.in |= game.Only(seat)
		}
	}
	text := p.String()
	if b.Powers != nil {
		text += " " + strings.Join(b.Powers, ",")
	}
	return Parse(text)
}

// put adds the worker that stands on a square, if there is one.
func (p *Position) put(s Space, cell game.Cell) error {
	if cell.Kind == "" {
		return nil
	}
	for seat := range game.Seat(p.seats) {
		if cell.Kind == KindWorker && cell.Owner == p.team(seat) && cell.Level < Dome {
			for one := range cell.Owner.All() {
				p.workers[one] |= Single(s)
			}
			return nil
		}
	}
	return fmt.Errorf("%q of seat %s on level %d: want a worker of a seat from 1 to %d below level %d, or nothing",
		cell.Kind, cell.Owner, cell.Level, p.seats, Dome)
}
