package play

import "thera/game"

// Resign gives the game up.
type Resign struct{ Seat game.Seat }

func (c Resign) decide(d *decision) error {
	if err := d.checkInPlay(c.Seat); err != nil {
		return err
	}
	if d.isAbortable() && d.setup.Tournament == "" {
		return Refuse(TooEarly, "nobody resigns before each seat has had a turn: the game can be aborted")
	}
	d.eliminateSeat(Resigned, c.Seat, ByResign)
	return nil
}

// Abort ends a game in which not every seat has had a turn, without a result.
type Abort struct{ Seat game.Seat }

func (c Abort) decide(d *decision) error {
	if err := d.checkInPlay(c.Seat); err != nil {
		return err
	}
	if d.setup.Tournament != "" {
		return Refuse(NotHere, "abort: not in a contest, where a game has a winner")
	}
	if !d.isAbortable() {
		return Refuse(TooLate, "each seat has had a turn")
	}
	d.finish(ByAbortion, 0)
	return nil
}

// Claim says that another player has left. Where a clock of minutes runs that
// takes him out of the game, if he has been gone for long enough.
type Claim struct {
	Seat, Against game.Seat
	// Gone is since when the other one has not been heard of.
	Gone Instant
}

func (c Claim) decide(d *decision) error {
	if err := d.checkInPlay(c.Seat); err != nil {
		return err
	}
	if err := d.checkInPlay(c.Against); err != nil {
		return err
	}
	enough := d.setup.Control.absenceLimit()
	switch gone := Millis(d.now - c.Gone); {
	case c.Seat == c.Against:
		return Refuse(NoPlayer, "seat %s: want another one that has left", c.Against)
	case enough == 0:
		return Refuse(NotHere, "nobody needs to stay where no clock of minutes runs")
	case d.isAbortable():
		return Refuse(TooEarly, "each seat has a first turn to make: the game can be aborted")
	case gone < enough:
		return Refuse(TooEarly, "seat %s has been gone for %d ms: want %d", c.Against, max(gone, 0), enough)
	}
	d.eliminateSeat(Left, c.Against, ByLeaving)
	return nil
}

// eliminateSeat takes a seat out of the game, which may end that.
func (d *decision) eliminateSeat(kind Kind, seat game.Seat, reason string) {
	d.emit(Event{Kind: kind, Seat: seat.Number(), Clocks: d.clock.now(d.now)})
	switch winners := d.pos.Winners(); {
	case d.internalErr != nil:
	case winners != 0:
		d.finish(reason, winners)
	case d.Seats().Len() == 1:
		d.finish(reason, d.Seats())
	}
}

// Cancel ends a game without a result, however far it is. Only who runs the
// service does that.
type Cancel struct{}

func (c Cancel) decide(d *decision) error {
	if d.Over() {
		return Refuse(IsOver, "the game is over: %s", d.reason)
	}
	d.finish(ByAbortion, 0)
	return nil
}
