package room

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"thera/internal/site/play"
)

// Watch yields the events whose numbers are above after, as a seat may see them
// (from 1; 0 for a spectator), and waits for more. It ends with an error: that
// of ctx, or ErrClosed when the room is closed; the caller can then continue
// from the last number in the reopened room.
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
				// Events of the last moment are still yielded.
				if last, _, _ := r.since(after); len(last) == 0 {
					yield(play.Event{}, ErrClosed)
					return
				}
			}
		}
	}
}

// since returns the events above a number, or at least the next ones, and a
// channel that is closed on the next change.
func (r *Room) since(after int) ([]play.Event, <-chan struct{}, error) {
	r.mu.Lock()
	events, changed, number := r.recentEvents, r.changed, r.state.Number()
	r.mu.Unlock()
	if after < 0 || after > number {
		return nil, nil, fmt.Errorf("after event %d: want 0 to %d", after, number)
	}
	if first := number - len(events); after >= first {
		return events[after-first:], changed, nil
	}
	older, err := r.config.Log.Events(context.Background(), r.id, after)
	if err != nil {
		return nil, nil, fmt.Errorf("after event %d: %w", after, err)
	}
	// Events that are stored but not acknowledged yet are yielded later.
	return older[:min(number-after, len(older))], changed, nil
}

// Since returns the events whose numbers are above after, without waiting. They are
// unfiltered, see [play.Event.For]. A number beyond the last event is an error.
func (r *Room) Since(after int) ([]play.Event, error) {
	events, _, err := r.since(after)
	return events, err
}

// recentEvents are the last events of a game, enough for connected clients to
// catch up. Others read the log, so that thousands of games need not keep their
// events in memory.
type recentEvents []play.Event

const (
	minRecent = 4
	maxRecent = 8
)

// append returns the last events including more. It does not change what
// concurrent readers see.
func (e recentEvents) append(more []play.Event) recentEvents {
	if len(e)+len(more) <= maxRecent {
		return append(e, more...)
	}
	all := slices.Concat(e, more)
	kept := make(recentEvents, 0, maxRecent)
	return append(kept, all[max(0, len(all)-max(minRecent, len(more))):]...)
}
