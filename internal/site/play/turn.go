package play

import (
	"errors"
	"slices"

	"thera/game"
)

// Turn plays a turn. Sent twice it is one turn: the second succeeds without an event.
type Turn struct {
	Seat game.Seat
	Ply  int    // from 1
	Text string // in any form that the rules accept
	// Lag is the measured network lag.
	Lag Millis
	// Seen is the number of the last event the player had seen, 0 if unknown.
	// It tells a turn that was under way when turns were taken back from one
	// sent afterward.
	Seen int
}

func (c Turn) decide(d *decision) error {
	if d.alreadyPlayed(c) {
		return nil
	}
	if err := d.checkInPlay(c.Seat); err != nil {
		return err
	}
	switch {
	case c.Seen != 0 && c.Seen < d.takenBack:
		return Refuse(Stale, "ply %d was sent after event %d, turns were taken back in event %d", c.Ply, c.Seen, d.takenBack)
	case c.Ply != d.ply+1:
		return Refuse(WrongPly, "ply %d: want %d", c.Ply, d.ply+1)
	case c.Seat != d.pos.Turn():
		return Refuse(NotYourTurn, "seat %s is to move", d.pos.Turn())
	}
	move, err := d.pos.Read(c.Text)
	if err != nil {
		return Refuse(Illegal, "%v", err)
	}
	if !d.move(move, c.Lag, false) {
		return Refuse(Late, "ply %d: seat %s is out of time", c.Ply, c.Seat)
	}
	for d.internalErr == nil {
		lines := d.plans[d.pos.Turn()]
		if len(lines) == 0 {
			break
		}
		d.move(lines[0][0], 0, true)
	}
	return nil
}

func (d *decision) alreadyPlayed(c Turn) bool {
	if c.Ply < 1 || c.Ply > d.ply || c.Seen != 0 && c.Seen < d.takenBack {
		return false
	}
	ply := 0
	for _, a := range d.actions {
		if a.turn == "" {
			continue
		}
		if ply++; ply < c.Ply {
			continue
		}
		if a.seat != c.Seat || string(a.turn) == c.Text {
			return a.seat == c.Seat
		}
		pos, err := d.positionAt(ply - 1)
		if err != nil {
			return false
		}
		move, err := pos.Read(c.Text)
		return err == nil && move == a.turn
	}
	return false
}

// move ends the game if the turn decides it. It reports false if the flag has fallen.
func (d *decision) move(turn game.Move, lag Millis, planned bool) bool {
	seat := d.pos.Turn()
	left, credited, ok := d.clock.press(d.now, lag)
	if !ok {
		d.flagFalls()
		return false
	}
	clocks := d.clock.now(d.now)
	if clocks != nil {
		clocks[seat] = left
	}
	d.emit(Event{
		Kind: Turned, Seat: seat.Number(), Ply: d.ply + 1, Turn: turn,
		Lag: credited, Planned: planned, Clocks: clocks,
	})
	if winners := d.pos.Winners(); winners != 0 {
		d.finish(string(d.pos.Ending()), winners)
	}
	return true
}

// Plan sets a seat's conditional turns in correspondence: what it plays if the others
// play as expected. It replaces the earlier plan; without lines there is none.
type Plan struct {
	Seat game.Seat
	// Ply is the next turn of the game, another seat's. All lines start there.
	Ply int
	// Lines are turns of all seats in order. If several match, the first counts.
	Lines [][]string
}

// Limits of a plan, which bound the row that it takes in the store.
const (
	maxLines   = 20
	maxPlies   = 20
	maxPlanned = 120 // turns in all lines
)

// SeatPlan is the last plan of a seat. It is kept beside the log, not in it, and a new
// one replaces it: nobody else sees it, and setting plans again and again adds nothing.
type SeatPlan struct {
	Seat int // from 1
	// After is the number of the last event when the plan was set: the turns after it
	// use the plan up.
	After int
	// Lines start with the turn after that event. None cancels the plan.
	Lines [][]game.Move
}

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
	planned := 0
	for _, line := range c.Lines {
		read, err := d.read(c.Seat, line)
		if err != nil {
			return err
		}
		plan, planned = append(plan, read), planned+len(read)
	}
	if planned > maxPlanned {
		return Refuse(NotHere, "%d turns in all lines: want at most %d", planned, maxPlanned)
	}
	d.plans[c.Seat] = plan
	d.newPlan = &SeatPlan{Seat: c.Seat.Number(), After: d.number, Lines: plan}
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

func matchingLines(lines [][]game.Move, turn game.Move) (rest [][]game.Move) {
	for _, line := range lines {
		if len(line) > 1 && line[0] == turn {
			rest = append(rest, slices.Clip(line[1:]))
		}
	}
	return rest
}

// Batch is what is written to the log of a game at once, with the columns that
// lists need. All of it becomes durable, or nothing.
type Batch struct {
	Game   string // the game's ID
	Events []Event
	Plan   *SeatPlan // the plan that has been set, nil for none; then there need not be events
	Ply    int
	Turn   int // the seat to move, from 1
	// Position and Last are the text of the position and of the last turn.
	Position string
	Last     game.Move
	// Deadline is when the game must be looked at even if nobody acts; 0 for never.
	Deadline Instant
	// Epoch is the writer's epoch of ownership, the fencing token; 0 for a
	// writer that need not own the game.
	Epoch int64
}

// ErrTaken is the error of a batch whose first number is not the next one:
// somebody else has written to the log.
var ErrTaken = errors.New("the log has other events of these numbers")

// Batch returns the batch of the events that led to this state.
func (s *State) Batch(game string, events []Event) Batch {
	b := Batch{Game: game, Events: events, Plan: s.newPlan, Ply: s.ply, Turn: s.pos.Turn().Number(), Position: s.pos.String(), Last: s.last()}
	b.Deadline, _ = s.Deadline()
	return b
}
