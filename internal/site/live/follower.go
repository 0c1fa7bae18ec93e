package live

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"thera/game"
	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/site/play"
	"thera/internal/site/room"
	"thera/internal/site/stream"
)

// follower is one connection that follows a game. Apart from who it belongs to, its
// state is what has been sent; only the goroutine that sends changes that.
type follower struct {
	service *API
	table   *table
	who     account.Who
	seat    int // from 1, 0 for a spectator
	leave   []func()
	wake    func() // called when there may be something to send; must not wait

	begun    bool
	after    int           // number of the last event that was sent
	events   []play.Event  // to be sent next
	plan     [][]game.Move // of the seat
	present  game.Seats
	watchers int
	said     int
	rated    bool
	rematch  bool
}

// follow adds a follower to a game's table. It gets the events after a number. The
// error is a problem.
func (s *API) follow(ctx context.Context, id string, to Subscriber, after int) (*follower, error) {
	r, leave, err := s.enter(ctx, id, to.Who, to.Connection.SeenFromOutside)
	if err != nil {
		return nil, err
	}
	who, wake := to.Who, to.Wake
	if _, err := r.Since(ctx, after); err != nil {
		leave()
		return nil, httpkit.NewProblem(http.StatusUnprocessableEntity, "after", "%v", err)
	}
	f := &follower{service: s, who: who, seat: 1 + play.IndexOf(r.State().Setup().Players, who.ID), after: after, wake: wake, leave: []func(){leave}}
	if f.seat > 0 {
		f.leave = append(f.leave, r.Enter(seatAt(f.seat)))
	} else {
		f.leave = append(f.leave, r.AddWatcher())
	}
	s.mu.Lock()
	t := s.tables[id]
	if t == nil {
		t = &table{room: r}
		s.tables[id] = t
	}
	f.table = t
	t.mu.Lock()
	t.followers = append(t.followers, f)
	f.said = t.said
	t.mu.Unlock()
	s.mu.Unlock()
	if r.State().Over() {
		s.loadResults(id, t)
	}
	f.wakeOthers()
	return f, nil
}

// Close implements [stream.Feed]: it removes the follower from the table.
func (f *follower) Close() {
	s, t := f.service, f.table
	s.mu.Lock()
	t.mu.Lock()
	t.followers = slices.DeleteFunc(t.followers, func(other *follower) bool { return other == f })
	if len(t.followers) == 0 {
		delete(s.tables, t.room.ID())
	}
	t.mu.Unlock()
	s.mu.Unlock()
	for _, leave := range slices.Backward(f.leave) {
		leave()
	}
	f.wakeOthers()
}

// wakeOthers lets the other followers see that a player is here or has gone. Of spectators
// they see only the number, which recount updates.
func (f *follower) wakeOthers() {
	if f.seat > 0 {
		f.table.wake()
	}
}

// Next implements [stream.Feed]: it returns the next frame, nil if there is none now.
// An error ends the connection.
func (f *follower) Next() ([]byte, error) {
	r, t := f.table.room, f.table
	if !f.begun {
		f.begun = true
		full := f.service.full(r, t, f.seat)
		full.Page = f.service.Page
		f.watchers = full.Watchers
		f.present = r.Present()
		return stream.Encode(State{"state", full}), nil
	}
	if len(f.events) == 0 {
		var err error
		if f.events, err = r.Since(f.service.ctx, f.after); err != nil {
			return nil, fmt.Errorf("events: %w", err)
		}
	}
	if len(f.events) > 0 {
		e := f.events[0]
		f.events, f.after = f.events[1:], e.Number
		return t.event(e, f.seat), nil
	}
	f.events = nil
	if plan, changed := f.newPlan(); changed {
		f.plan = plan
		return stream.Encode(Planned{"planned", append([][]game.Move{}, plan...)}), nil
	}
	if present := r.Present(); present != f.present {
		f.present = present
		return stream.Encode(Present{"present", present.Numbers()}), nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case f.said < t.said:
		f.said = max(f.said, t.said-len(t.phrases))
		said := t.phrases[len(t.phrases)-(t.said-f.said)]
		f.said++
		return stream.Encode(said), nil
	case f.watchers != t.told:
		f.watchers = t.told
		return stream.Encode(Watchers{"watchers", t.told}), nil
	case !f.rated && t.changes != nil:
		f.rated = true
		return t.changes, nil
	case !f.rematch && t.rematch != nil:
		f.rematch = true
		return t.rematch, nil
	}
	return nil, nil
}

// newPlan returns the seat's conditional turns if the client does not know them. It
// waits until the client has all events, because turns use a plan up.
func (f *follower) newPlan() (plan [][]game.Move, changed bool) {
	state := f.table.room.State()
	if f.seat == 0 || state.Number() != f.after {
		return nil, false
	}
	plan = state.Plan(seatAt(f.seat))
	return plan, !slices.EqualFunc(plan, f.plan, slices.Equal)
}

// Follow returns the feed of a game: its frames, with the events from now on. The room
// has the game's state. The error is a problem.
func (s *API) Follow(ctx context.Context, id string, to Subscriber) (stream.Feed, *room.Room, error) {
	r, leave, err := s.enter(ctx, id, to.Who)
	if err != nil {
		return nil, nil, err
	}
	defer leave()
	f, err := s.follow(ctx, id, to, r.State().Number())
	if err != nil {
		return nil, nil, err
	}
	return f, f.table.room, nil
}
