package engine

import (
	"context"
	"sync"
	"time"

	"thera/game"
)

// Clock is the time one seat has left. The zero value means no clock.
type Clock struct {
	Left      time.Duration // for this turn and all later ones
	Increment time.Duration // added to Left after each turn
}

// Clock returns the clock of a seat. A seat out of range has none.
func (l Limits) Clock(seat game.Seat) Clock {
	if int(seat) < len(l.Clocks) {
		return l.Clocks[seat]
	}
	return Clock{}
}

// SearchByClock runs e.Search and keeps it within the clock of the seat to move: an
// engine that ignores the clock is stopped shortly before it runs out. While pondering
// the clock does not run, and an answer that is ready early is held back.
func SearchByClock(ctx context.Context, e Engine, req Request) (Info, error) {
	search, stop := context.WithCancel(ctx)
	defer stop()
	var watch sync.WaitGroup
	defer watch.Wait()
	if left := req.Limits.Clock(req.Position.Turn()).Left; left != 0 {
		watch.Go(func() {
			req.AwaitPonderHit(search)
			// Leave time to deliver the answer.
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

// AwaitPonderHit waits until the search is on its own time or ctx is done.
func (r Request) AwaitPonderHit(ctx context.Context) {
	if r.Ponder == nil {
		return
	}
	select {
	case <-r.Ponder:
	case <-ctx.Done():
	}
}
