package play

// Tick checks the clock. It is due at [State.Deadline] and harmless at any
// other time.
type Tick struct{}

func (Tick) decide(*decision) error { return nil } // Decide has checked the clock

// checkFlag eliminates the seat to move if it is out of time.
func (d *decision) checkFlag() {
	if at, ok := d.clock.deadline(); ok && d.now >= at {
		d.flagFalls()
	}
}

// flagFalls handles the running seat being out of time: outside tournaments a
// missed first turn aborts the game, anything else eliminates the seat.
func (d *decision) flagFalls() {
	if d.clock.isFirstTurn && d.setup.Tournament == "" {
		d.finish(ByAbortion, 0)
		return
	}
	d.eliminateSeat(Flagged, d.clock.running, ByTime)
}

// Span is a time interval.
type Span struct{ From, To Instant }

// Resume gives back the time during which no player could be heard because the
// service was not running. Each outage is given back once, even if it is
// reported repeatedly; a turn that started during one counts from its end.
type Resume struct{ Outages []Span }

func (c Resume) decide(d *decision) error {
	if _, limited := d.clock.deadline(); limited {
		var given Millis
		for _, o := range c.Outages {
			from, to := max(o.From, d.clock.startedAt, d.outagesUntil), min(o.To, d.now)
			given += max(0, Millis(to-from))
		}
		if given > 0 {
			later := d.clock
			later.startedAt += Instant(given)
			d.emit(Event{Kind: Clocked, Reason: ByOutage, Given: given, Clocks: later.now(d.now)})
		}
	}
	d.checkFlag()
	return nil
}
