package engine

import (
	"context"
	"time"

	"thera/game"
)

// Clock is the time of one seat. The zero value is no clock.
type Clock struct {
	Left      time.Duration // for this turn and all that follow
	Increment time.Duration // added to Left after each turn
}

// clock returns the clock of the seat, none for a seat that can't have one.
func (l Limits) clock(seat game.Seat) Clock {
	if int(seat) < len(l.Clocks) {
		return l.Clocks[seat]
	}
	return Clock{}
}

// SearchByClock has e search. It stops an engine that does not heed the clock
// of the seat to move a little before that runs out.
func SearchByClock(ctx context.Context, e Engine, req Request) (Info, error) {
	if left := req.Limits.clock(req.Position.Turn()).Left; left > 0 {
		// Something is kept back for the way of the answer.
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, left-min(left/10, 50*time.Millisecond))
		defer cancel()
	}
	return e.Search(ctx, req)
}
