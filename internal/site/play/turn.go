package play

import (
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
	for !d.Over() && d.internalErr == nil {
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

// move plays a legal turn and ends the game if that decides it. It reports
// false if the flag has fallen instead.
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
