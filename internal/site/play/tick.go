package play

// Tick looks at the clock. It is due at [State.Deadline], and does no harm at
// any other time.
type Tick struct{}

func (Tick) decide(*decision) error { return nil } // Decide has looked already

// checkFlag takes out the seat to move if it is out of time.
func (d *decision) checkFlag() {
	if at, ok := d.clock.deadline(); ok && d.now >= at {
		d.flagFalls()
	}
}

// flagFalls is what happens when the running seat is out of time.
func (d *decision) flagFalls() {
	if d.clock.isFirstTurn && d.setup.Tournament == "" {
		d.finish(ByAbortion, 0)
		return
	}
	d.eliminateSeat(Flagged, d.clock.running, ByTime)
}

// Span is a time from a first moment to a last.
type Span struct{ From, To Instant }

// Resume gives back the time in which nobody could be heard, because whatever
// runs the game was not running. Each outage is given back once, however often
// it is told; a turn that began during one begins at its end.
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
