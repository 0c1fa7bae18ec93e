package play

import (
	"slices"

	"thera/game"
)

// Plan sets a seat's conditional turns in correspondence: what it plays if the others
// play as expected. It replaces the earlier plan; without lines there is none.
type Plan struct {
	Seat game.Seat
	// Ply is the next turn of the game, another seat's. All lines start there.
	Ply int
	// Lines are turns of all seats in order. If several match, the first counts.
	Lines [][]string
}

// Limits of a plan.
const (
	maxLines = 20
	maxPlies = 20
)

func (c Plan) decide(d *decision) error {
	if err := d.checkInPlay(c.Seat); err != nil {
		return err
	}
	switch {
	case d.setup.Control.Turn == 0:
		return Refuse(NotHere, "conditional turns are for correspondence")
	case c.Ply != d.ply+1:
		return Refuse(WrongPly, "plan for ply %d: want %d", c.Ply, d.ply+1)
	case c.Seat == d.pos.Turn():
		return Refuse(NotYourTurn, "seat %s is to move: want a turn, not a plan", c.Seat)
	case len(c.Lines) > maxLines:
		return Refuse(NotHere, "%d lines: want at most %d", len(c.Lines), maxLines)
	case len(c.Lines) == 0 && len(d.plans[c.Seat]) == 0:
		return nil
	}
	var plan [][]game.Move
	for _, line := range c.Lines {
		read, err := d.read(c.Seat, line)
		if err != nil {
			return err
		}
		plan = append(plan, read)
	}
	d.emit(Event{Kind: Planned, Seat: c.Seat.Number(), Plan: plan})
	return nil
}

// read parses a line and returns it in canonical form, up to the seat's own
// last turn.
func (d *decision) read(seat game.Seat, line []string) (read []game.Move, err error) {
	if len(line) > maxPlies {
		return nil, Refuse(NotHere, "line of %d turns: want at most %d", len(line), maxPlies)
	}
	pos, own := d.pos, 0
	for i, text := range line {
		if pos.Turn() == seat {
			own = i + 1
		}
		move, err := pos.Read(text)
		if err == nil {
			pos, err = pos.Play(move)
		}
		if err != nil {
			return nil, Refuse(Illegal, "%v", err)
		}
		read = append(read, move)
	}
	if own == 0 {
		return nil, Refuse(Illegal, "line %q: want a turn of seat %s in it", line, seat)
	}
	return read[:own], nil
}

// matchingLines returns what is left of the lines that expected a turn.
func matchingLines(lines [][]game.Move, turn game.Move) (rest [][]game.Move) {
	for _, line := range lines {
		if len(line) > 1 && line[0] == turn {
			rest = append(rest, slices.Clip(line[1:]))
		}
	}
	return rest
}
