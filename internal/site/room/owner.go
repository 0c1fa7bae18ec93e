package room

import (
	"context"
	"errors"
	"fmt"
	"time"

	"thera/internal/site/play"
)

const (
	// ownerRetry is how long a room waits before it asks again who owns its game.
	ownerRetry = 100 * time.Millisecond
	// forwardTimeout is how long a command may take until an owner has got it.
	forwardTimeout = 8 * time.Second
	// ownerTimeout is how long an owner may take to answer.
	ownerTimeout = 2 * time.Second
)

// lookUpOwner finds out who decides in the game.
func (r *Room) lookUpOwner(ctx context.Context) error {
	o, err := r.config.Peers.Own(ctx, r.id)
	if err != nil {
		return err
	}
	return r.setOwner(ctx, o)
}

// setOwner goes on with the owner that the game has now, if that is news. What this
// room decides from now on is told to those who follow it, with no events: there
// may be something to do.
func (r *Room) setOwner(ctx context.Context, o Ownership) error {
	if before := r.ownership(); o.Epoch <= before.Epoch {
		return nil
	}
	r.mu.Lock()
	r.owned = o
	r.mu.Unlock()
	if o.Number != r.state.Number() {
		if _, err := r.reload(ctx); err != nil {
			return err
		}
	}
	if o.Owner != "" {
		return nil
	}
	_, err := r.decide(play.Tick{})
	r.notify(Change{Game: r.id, State: r.State(), IsOwner: true})
	if errors.Is(err, ErrNotStored) {
		return err
	}
	return nil
}

// giveAway lets another program decide from now on, if nothing is open here.
func (r *Room) giveAway(ctx context.Context, to string) error {
	if !r.IsOwner() {
		return ErrNotOwner
	}
	if _, err := r.decide(play.Tick{}); err != nil { // time may be to be given back
		return err
	}
	o, err := r.config.Peers.Give(ctx, r.id, r.ownership().Epoch, to)
	if err != nil {
		return err // if it has happened, the next turn that is refused tells
	}
	return r.setOwner(ctx, o)
}

// restoreSilence gives back the time in which nobody could be heard because the owner
// before had ended. Until that is stored nothing else is.
func (r *Room) restoreSilence(ctx context.Context) error {
	if r.owned.Silent == 0 {
		return nil
	}
	outage := play.Resume{Outages: []play.Span{{From: r.owned.Silent, To: r.config.Heartbeat.Now()}}}
	if _, err := r.commit(ctx, outage); errors.Is(err, ErrNotStored) {
		return err
	}
	r.mu.Lock()
	r.owned.Silent = 0
	r.mu.Unlock()
	return nil
}

// IsOwner reports whether this room decides.
func (r *Room) IsOwner() bool { return r.ownership().Owner == "" }

func (r *Room) ownership() Ownership {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.owned
}

// forward has the owner's room carry out a command, whoever that is in the end: this
// one, mostly.
func (r *Room) forward(ctx context.Context, c play.Command) (*play.State, error) {
	ctx, cancel := context.WithTimeout(ctx, forwardTimeout)
	defer cancel()
	for {
		if state, err := r.decideAsOwner(c); !errors.Is(err, ErrNotOwner) {
			return state, err
		}
		owner := r.ownership().Owner
		err := r.send(ctx, owner, c)
		if _, refused := errors.AsType[*play.Refusal](err); err == nil || refused || errors.Is(err, ErrNotStored) {
			return r.state, err
		}
		if failed := r.lookUpOwner(ctx); failed != nil {
			return r.state, fmt.Errorf("%w: %w", ErrNotStored, failed)
		}
		if r.ownership().Owner == owner {
			select {
			case <-time.After(ownerRetry):
			case <-ctx.Done():
				return r.state, fmt.Errorf("%w: %w", ErrNotStored, err)
			}
		}
	}
}

// decideAsOwner is decide, or the error is ErrNotOwner.
func (r *Room) decideAsOwner(c play.Command) (*play.State, error) {
	if !r.IsOwner() {
		return r.state, ErrNotOwner
	}
	return r.decide(c)
}

// send sends a command to the owner, and goes on from what comes of it.
func (r *Room) send(ctx context.Context, owner string, c play.Command) error {
	ctx, cancel := context.WithTimeout(ctx, ownerTimeout)
	defer cancel()
	events, err := r.config.Peers.Send(ctx, owner, r.id, r.state.Number(), c)
	if failed := r.applyRemote(ctx, events); failed != nil {
		return failed
	}
	return err
}

// applyRemote goes on from events that the owner has stored. Where some are missing
// the log has them.
func (r *Room) applyRemote(ctx context.Context, events []play.Event) error {
	for len(events) > 0 && events[0].Number <= r.state.Number() {
		events = events[1:]
	}
	if len(events) == 0 {
		return nil
	}
	state, err := r.state.After(events...)
	if err != nil {
		_, err = r.reload(ctx)
		return err
	}
	r.publish(state, events)
	return nil
}

// reload goes on from what the log has: what is new in it, or if that can't
// follow, all.
func (r *Room) reload(ctx context.Context) (*play.State, error) {
	more, err := r.config.Log.Events(ctx, r.id, r.state.Number())
	if err != nil || len(more) == 0 {
		return r.state, err
	}
	if state, err := r.state.After(more...); err == nil {
		r.publish(state, more)
		return state, nil
	}
	state, events, err := load(ctx, r.config, r.id)
	if number := r.state.Number(); err == nil && len(events) >= number {
		r.publish(state, events[number:])
	}
	return r.state, err
}

// receive is told of what other rooms of the game say.
func (r *Room) receive(w Message) {
	r.mu.Lock()
	r.messages = append(r.messages, w)
	r.mu.Unlock()
	select {
	case r.messageArrived <- struct{}{}:
	default:
	}
}

// handleMessages does what is to be done about what others have said.
func (r *Room) handleMessages(ctx context.Context) {
	r.mu.Lock()
	words := r.messages
	r.messages = nil
	r.mu.Unlock()
	for _, w := range words {
		if w.Presence != nil {
			r.setRemotePresence(w.From, *w.Presence)
		}
		if w.AskPresence {
			r.announcePresence()
		}
		if w.Note != nil {
			r.notify(Change{Game: r.id, State: r.state, Note: w.Note})
		}
		if len(w.Events) == 0 {
			continue
		}
		if owner := r.ownership().Owner; owner != w.From {
			_ = r.lookUpOwner(ctx) // it has another owner by now; what fails is asked again when it matters
		}
		_ = r.applyRemote(ctx, w.Events) // what is missing is noticed again
	}
}

// announceLeaving lets the other rooms forget this one.
func (r *Room) announceLeaving() {
	r.unsubscribe()
	r.presence.mu.Lock()
	here := r.presence.local()
	r.presence.mu.Unlock()
	if here != (LocalPresence{}) {
		r.config.Peers.Broadcast(r.id, Message{Presence: &LocalPresence{}})
	}
}
