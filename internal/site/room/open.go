package room

import (
	"context"
	"fmt"

	"thera/internal/site/play"
)

// create stores a new game. An ID that is taken gives an error that wraps
// play.ErrTaken.
func create(ctx context.Context, config Config, id string, setup play.Setup) (*play.State, []play.Event, error) {
	rules, err := config.Rules(setup.Game)
	if err != nil {
		return nil, nil, err
	}
	state, events, err := play.Create(rules, setup, config.Heartbeat.Now())
	if err != nil {
		return nil, nil, err
	}
	if err := config.Log.Append(ctx, state.Batch(id, events)); err != nil {
		return nil, nil, fmt.Errorf("%w: %w", ErrNotStored, err)
	}
	return state, events, nil
}

// Open opens the room of a stored game.
func Open(ctx context.Context, config Config, id string) (*Room, error) {
	if config.Peers == nil {
		config.Peers = singleNode{}
	}
	owned, err := config.Peers.Own(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("game %q: %w", id, err)
	}
	r := &Room{
		id: id, config: config, owned: owned, commands: make(chan request), done: make(chan struct{}),
		changed: make(chan struct{}), messageArrived: make(chan struct{}, 1),
	}
	// Subscribe before reading the log, so that no event is missed.
	if r.unsubscribe, err = config.Peers.Join(id, r.receive); err != nil {
		return nil, fmt.Errorf("game %q: %w", id, err)
	}
	state, events, err := load(ctx, config, id)
	if err != nil {
		r.unsubscribe()
		return nil, err
	}
	r.open(state, events)
	return r, nil
}

func load(ctx context.Context, config Config, id string) (*play.State, []play.Event, error) {
	events, err := config.Log.Events(ctx, id, 0)
	if err != nil {
		return nil, nil, err
	}
	if len(events) == 0 || events[0].Setup == nil {
		return nil, nil, fmt.Errorf("game %q: %w", id, ErrNoGame)
	}
	rules, err := config.Rules(events[0].Setup.Game)
	if err != nil {
		return nil, nil, fmt.Errorf("game %q: %w", id, err)
	}
	state, err := play.Replay(rules, events)
	if err != nil {
		return nil, nil, fmt.Errorf("game %q: %w", id, err)
	}
	return state, events, nil
}

func (r *Room) open(state *play.State, events []play.Event) {
	var ctx context.Context
	ctx, r.stop = context.WithCancel(context.Background())
	r.state, r.recentEvents = state, recentEvents(nil).append(events)
	r.presence.reset(len(state.Setup().Players), r.config.Heartbeat.Now())
	if r.config.Resident != nil {
		for i, p := range state.Setup().Players {
			if r.config.Resident(p.ID) {
				r.presence.seats[i].connections++ // never decremented
			}
		}
	}
	r.config.Peers.Broadcast(r.id, Message{AskPresence: true})
	// Give back an outage before anybody sees the game. A failure is tried again.
	if r.owned.Owner == "" {
		_, _ = r.decide(play.Tick{})
	}
	go r.run(ctx)
}
