package santorini

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"thera/game"
)

// String returns the canonical text: the levels rank by rank from the top, the workers
// seat by seat, the seat to move, or # and the seat that has won by a climb, and the
// powers, unless there are none.
func (p *Position) String() string {
	var out strings.Builder
	for rank := Size - 1; rank >= 0; rank-- {
		for file := range Size {
			out.WriteByte('0' + byte(p.Level(at(file, rank))))
		}
		if rank > 0 {
			out.WriteByte('/')
		}
	}
	for seat := range game.Seat(p.seats) {
		out.WriteByte(" ,,,"[seat])
		switch own := p.workers[seat]; {
		case !p.in.Has(seat):
			out.WriteByte('x')
		case p.IsTeams() && partner(seat) < seat:
			out.WriteByte('+')
		case own == 0:
			out.WriteByte('-')
		default:
			out.WriteString(own.First().String() + own.Last().String())
		}
	}
	if p.climbed {
		out.WriteString(" #" + p.climber().String())
	} else {
		out.WriteString(" " + p.turn.String())
	}
	if p.hasPowers() {
		out.WriteString(" " + strings.Join(p.powerTexts(), ","))
	}
	return out.String()
}

// climber returns the seat that has climbed: the one before the seat to move.
func (p *Position) climber() game.Seat {
	if p.IsTeams() {
		return (p.turn + maxSeats - 1) % maxSeats
	}
	return p.winners.First()
}

// KindWorker is the kind of a worker on a [game.Board].
const KindWorker = "worker"

// Board returns what stands on each square. The workers of seats 1 to 4 are A to D.
func (p *Position) Board() game.Board {
	b := game.NewBoard(Size, Size, p.Players())
	b.HasLevels = true
	b.Teams = p.IsTeams()
	if p.hasPowers() {
		b.Powers = p.powerTexts()
	}
	for s := range Space(NumSpaces) {
		cell := b.At(s.Square())
		cell.Level = int(p.Level(s))
		for seat, own := range p.workers {
			if own.Has(s) {
				cell.Kind = KindWorker
				cell.Piece = 'A' + byte(seat)
				cell.Owner = p.team(game.Seat(seat))
				break
			}
		}
	}
	return b
}

// Parse reads a position's text and refuses impossible positions, as the package
// comment lists them. With three or four players, a seat that is to move and cannot is
// eliminated at once, as by Play.
func Parse(text string) (Position, error) {
	fields := strings.Fields(text)
	if len(fields) != 3 && len(fields) != 4 {
		return Position{}, errors.New(`want levels, workers and the seat to move, as in "00000/00100/00000/00020/00000 b2d4,b4d2 1", ` +
			`and perhaps powers, as in athena,pan`)
	}
	var p Position
	if err := p.parseLevels(fields[0]); err != nil {
		return Position{}, fmt.Errorf("levels %q: %w", fields[0], err)
	}
	if err := p.parseWorkers(fields[1]); err != nil {
		return Position{}, fmt.Errorf("workers %q: %w", fields[1], err)
	}
	if len(fields) > 3 {
		if err := p.parsePowers(fields[3]); err != nil {
			return Position{}, fmt.Errorf("powers %q: %w", fields[3], err)
		}
	}
	if err := p.parseTurn(fields[2]); err != nil {
		return Position{}, fmt.Errorf("seat to move %q: %w", fields[2], err)
	}
	if err := p.checkRisen(); err != nil {
		return Position{}, fmt.Errorf("powers %q: %w", fields[3], err)
	}
	p.begin()
	return p, nil
}

// begin completes a position whose board, seats and turn are known.
func (p *Position) begin() {
	p.hash = p.freshHash(game.Symmetry{})
	if !p.climbed {
		p.resolveStuck()
	}
}

func (p *Position) parseLevels(text string) error {
	rows := strings.Split(text, "/")
	if len(rows) != Size {
		return fmt.Errorf("%d ranks: want %d", len(rows), Size)
	}
	for i, row := range rows {
		rank := Size - 1 - i
		if len(row) != Size || strings.Trim(row, "01234") != "" {
			return fmt.Errorf("rank %d %q: want %d digits from 0 to %d", rank+1, row, Size, Dome)
		}
		for file, digit := range []byte(row) {
			for n := range digit - '0' {
				p.above[n] |= Single(at(file, rank))
			}
		}
	}
	return nil
}

func (p *Position) parseWorkers(text string) error {
	seats := strings.Split(text, ",")
	if len(seats) < minSeats || len(seats) > maxSeats {
		return fmt.Errorf("%d seats: want %d to %d", len(seats), minSeats, maxSeats)
	}
	p.seats = uint8(len(seats))
	if slices.Contains(seats, "+") {
		if err := p.parseTeams(seats); err != nil {
			return err
		}
	}
	for i, text := range seats {
		seat := game.Seat(i)
		if text == "x" {
			continue
		}
		p.in |= game.Only(seat)
		if text == "+" {
			p.workers[seat] = p.workers[partner(seat)]
			continue
		}
		if text == "-" {
			continue
		}
		if err := p.parseSeat(seat, text); err != nil {
			return fmt.Errorf("seat %s %q: %w", seat, text, err)
		}
	}
	return p.checkSeats()
}

// parseTeams sets up teams: seats 3 and 4 have + for the workers of their partners, or
// x like them.
func (p *Position) parseTeams(seats []string) error {
	if len(seats) != maxSeats {
		return fmt.Errorf("%d seats with +: want four for teams, as in b2d4,b4d2,+,+", len(seats))
	}
	for i, text := range seats {
		first := i < int(partner(game.Seat(i)))
		shares := text == "+" || text == "x"
		if first && text == "+" || !first && (!shares || (text == "x") != (seats[i-2] == "x")) {
			return fmt.Errorf("seat %d %q: want + at seats 3 and 4 for the workers of their partners, or x at both of a team", i+1, text)
		}
	}
	p.setTeams()
	return nil
}

func (p *Position) parseSeat(seat game.Seat, text string) error {
	named, ok := game.ScanSquares(text, "##")
	if !ok {
		return errors.New("want two squares as in b2d4, - before placing, or x when out")
	}
	for _, name := range named {
		own := p.workers[seat]
		switch s, ok := SpaceOf(name); {
		case !ok:
			return fmt.Errorf("square %q: want one from a1 to e5", name)
		case p.Occupied().Has(s):
			return fmt.Errorf("square %q: already holds a worker", name)
		case p.above[Top].Has(s):
			return fmt.Errorf("square %q: holds a dome", name)
		case own != 0 && own.First() > s:
			return fmt.Errorf("want the squares in the order of their names: %s%s", s, own.First())
		default:
			p.workers[seat] |= Single(s)
		}
	}
	return nil
}

// checkSeats refuses what the order of play rules out: the seats place their workers in
// turn, before anything is built and before any seat is out.
func (p *Position) checkSeats() error {
	waiting := p.waiting()
	placed := p.in &^ waiting
	if p.IsTeams() {
		placed &= game.Only(0) | game.Only(1)
	}
	switch {
	case p.in == 0:
		return errors.New("want at least one seat that is not out")
	case p.seats == 2 && p.in.Len() < 2:
		return errors.New("want nobody out with two players: who can't move has lost")
	case waiting == 0:
		return nil
	case p.in.Len() < int(p.seats):
		return errors.New("want nobody out before all have placed their workers")
	case placed&(placed+1) != 0:
		return errors.New("want workers placed from seat 1 on, without a gap")
	case p.above[0] != 0:
		return errors.New("want no levels before all have placed their workers")
	}
	return nil
}

func (p *Position) parseTurn(text string) error {
	number, won := strings.CutPrefix(text, "#")
	n := strings.Index("1234"[:p.seats], number)
	if n < 0 || len(number) != 1 {
		return fmt.Errorf("want a number from 1 to %d, after # if that seat has won by a climb", p.seats)
	}
	p.turn = game.Seat(n)
	if err := p.checkTurn(); err != nil {
		return err
	}
	switch {
	case won && !p.hasWinner():
		return fmt.Errorf("want a worker of the winner on level %d, or with pan on level 0 or 1", Top)
	case won && p.in&^p.team(p.turn) == 0:
		return errors.New("want no # where all others are out")
	}
	if won {
		p.win()
	}
	return nil
}

// hasWinner reports whether the seat to move has a worker where it may have arrived by
// a winning step.
func (p *Position) hasWinner() bool {
	own := p.workers[p.turn]
	return own&p.above[Top-1] != 0 || p.Power(p.turn) == Pan && own&^p.above[1] != 0
}

func (p *Position) checkTurn() error {
	waiting := p.waiting()
	switch {
	case !p.in.Has(p.turn):
		return errors.New("want a seat that is not out")
	case waiting != 0 && game.Only(p.turn) != waiting&-waiting:
		return errors.New("want the first seat that has not placed its workers")
	}
	return nil
}

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
	for square, cell := range b.All() {
		s, _ := SpaceOf(square)
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
