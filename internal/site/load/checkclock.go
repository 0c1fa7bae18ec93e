package load

import (
	"slices"

	"thera/internal/site/play"
)

// clocks compares what each turn cost on the clock with what its player knows.
// With days for each turn the cost cannot be told.
func (c *check) clocks(l Line, log []play.Event) {
	control := log[0].Setup.Control
	if control.Initial == 0 {
		return
	}
	left := slices.Repeat([]play.Millis{control.Initial}, len(log[0].Setup.Players))
	var given play.Millis // back, since the turn before
	for _, e := range log {
		switch {
		case e.Kind == play.Clocked && e.Reason == play.ByOutage:
			given += e.Given
			c.report.Given++
		case e.Kind == play.Turned:
			seat := e.Seat - 1
			cost := left[seat] - e.Clocks[seat] + e.Lag
			if e.Ply > len(left) { // a seat's first turn costs nothing, and gains nothing
				c.cost(l, e, cost+control.Increment, given)
			} else if cost != 0 {
				c.wrong(l.Game, "ply %d, the first of seat %d, costs %d ms", e.Ply, e.Seat, cost)
			}
			left[seat], given = e.Clocks[seat], 0
		}
	}
}

// cost checks what one turn cost. The server started the clock after the
// previous turn was sent and before this player heard of it, and stopped it
// after this turn was sent and before anybody knew that it was stored.
func (c *check) cost(l Line, e play.Event, cost, given play.Millis) {
	if e.Ply > len(l.Turns) {
		return // reported by turns
	}
	this, before := l.Turns[e.Ply-1], l.Turns[e.Ply-2]
	if known := this.knownAt(); known != 0 {
		most := play.Millis(known-before.Sent) - c.without(before.Sent, known) + slack
		if cost > most {
			c.wrong(l.Game, "ply %d costs %d ms: want at most %d, not counting outages", e.Ply, cost, most)
		}
	}
	if least := play.Millis(this.Sent-this.Due) - given - slack; cost < least {
		c.wrong(l.Game, "ply %d costs %d ms: want at least %d", e.Ply, cost, least)
	}
}

// without returns how long no player was connected during a time.
func (c *check) without(from, to play.Instant) (sum play.Millis) {
	for _, o := range c.outages {
		sum += max(0, play.Millis(min(o.To, to)-max(o.From, from)))
	}
	return sum
}
