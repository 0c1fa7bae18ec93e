package engine

import (
	"context"
	"sync"
	"time"

	"thera/game"
)

// Clock is the time of one seat. The zero value is no clock.
type Clock struct {
	Left      time.Duration // for this turn and all that follow
	Increment time.Duration // added to Left after each turn
}

// Clock returns the clock of the seat, none for a seat that can't have one.
func (l Limits) Clock(seat game.Seat) Clock {
	if int(seat) < len(l.Clocks) {
		return l.Clocks[seat]
	}
	return Clock{}
}

// SearchByClock has e search. It stops an engine that does not keep to the clock
// of the seat to move a little before that runs out. While pondering, the
// clock stands still and an answer that is ready is kept back.
func SearchByClock(ctx context.Context, e Engine, req Request) (Info, error) {
	search, stop := context.WithCancel(ctx)
	defer stop()
	var watch sync.WaitGroup
	defer watch.Wait()
	if left := req.Limits.Clock(req.Position.Turn()).Left; left > 0 {
		watch.Go(func() {
			req.AwaitPonderHit(search)
			// Something is kept back for the way of the answer.
			select {
			case <-time.After(left - min(left/10, 50*time.Millisecond)):
				stop()
			case <-search.Done():
			}
		})
	}
	info, err := e.Search(search, req)
	if err == nil {
		req.AwaitPonderHit(ctx)
	}
	stop()
	return info, err
}

// AwaitPonderHit returns when the time of the search is the engine's own, or ctx is
// done.
func (r Request) AwaitPonderHit(ctx context.Context) {
	if r.Ponder == nil {
		return
	}
	select {
	case <-r.Ponder:
	case <-ctx.Done():
	}
}
