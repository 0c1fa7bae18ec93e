package room

import (
	"context"
	"fmt"
	"iter"

	"thera/internal/play"
)

// Watch yields the events whose numbers are above after, as the seat may see
// them (from 1; 0 for a spectator), and waits for more. It ends with an error:
// of ctx, or ErrClosed when the room is closed, after which one may watch on
// from the last number in the room opened again.
func (r *Room) Watch(ctx context.Context, after, seat int) iter.Seq2[play.Event, error] {
	return func(yield func(play.Event, error) bool) {
		for {
			events, changed, err := r.since(after)
			if err != nil {
				yield(play.Event{}, err)
				return
			}
			for _, e := range events {
				if !yield(e.For(seat), nil) {
					return
				}
				after = e.Number
			}
			if len(events) > 0 {
				continue
			}
			select {
			case <-changed:
			case <-ctx.Done():
				yield(play.Event{}, ctx.Err())
				return
			case <-r.done:
				// What came at the last moment is still yielded.
				if last, _, _ := r.since(after); len(last) == 0 {
					yield(play.Event{}, ErrClosed)
					return
				}
			}
		}
	}
}

// since returns the events above a number, and a channel that is closed when
// there are more.
func (r *Room) since(after int) ([]play.Event, <-chan struct{}, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if after < 0 || after > len(r.events) {
		return nil, nil, fmt.Errorf("after event %d: want a number from 0 to %d", after, len(r.events))
	}
	return r.events[after:], r.changed, nil
}

// Since returns the events whose numbers are above after, without waiting for
// any. They are as in the log: what a seat may see of them [play.Event.For]
// says. A number beyond the last event is an error.
func (r *Room) Since(after int) ([]play.Event, error) {
	events, _, err := r.since(after)
	return events, err
}
