package play

import "thera/game"

// Resign gives up the game.
type Resign struct{ Seat game.Seat }

func (c Resign) decide(d *decision) error {
	if err := d.checkInPlay(c.Seat); err != nil {
		return err
	}
	if d.isAbortable() && d.setup.Tournament == "" {
		return Refuse(TooEarly, "you cannot resign before each seat has had a turn; abort the game instead")
	}
	d.eliminateSeat(Resigned, c.Seat, ByResign)
	return nil
}

// Abort ends a game without a result before every seat has had a turn.
type Abort struct{ Seat game.Seat }

func (c Abort) decide(d *decision) error {
	if err := d.checkInPlay(c.Seat); err != nil {
		return err
	}
	if d.setup.Tournament != "" {
		return Refuse(NotHere, "abort: a tournament game must have a winner")
	}
	if !d.isAbortable() {
		return Refuse(TooLate, "each seat has had a turn")
	}
	d.finish(ByAbortion, 0)
	return nil
}

// Claim claims that another player has left, which eliminates them if a live
// clock runs and they have been gone long enough.
type Claim struct {
	Seat, Against game.Seat
	// Gone is when the other player was last connected.
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
		return Refuse(NoPlayer, "seat %s: you cannot claim that you have left yourself", c.Against)
	case enough == 0:
		return Refuse(NotHere, "claims need a live clock; players of this game need not stay connected")
	case d.isAbortable():
		return Refuse(TooEarly, "not every seat has had its first turn; abort the game instead")
	case gone < enough:
		return Refuse(TooEarly, "seat %s has been gone for %d ms: want %d", c.Against, max(gone, 0), enough)
	}
	d.eliminateSeat(Left, c.Against, ByLeaving)
	return nil
}

// eliminateSeat takes a seat out of the game, which may end it.
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

// Cancel ends a game without a result at any point. Only the service can.
type Cancel struct{}

func (c Cancel) decide(d *decision) error {
	if d.Over() {
		return Refuse(IsOver, "the game is over: %s", d.reason)
	}
	d.finish(ByAbortion, 0)
	return nil
}
