package room

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"thera/game"
	"thera/internal/play"
)

// Log keeps the events of games.
type Log interface {
	// Append adds events to a game's log and returns when they are durable. If
	// the game has other events of these numbers it returns play.ErrTaken.
	Append(ctx context.Context, b play.Batch) error
	// Events returns the events of a game whose numbers are above after.
	Events(ctx context.Context, game string, after int) ([]play.Event, error)
}

// Config is what rooms have in common.
type Config struct {
	// Rules returns the rules of a game by its name.
	Rules func(name string) (game.Game, error)
	Log   Log
	Pulse *Pulse
	// Changed, if not nil, is told of all that has been committed, on the room's
	// goroutine, in order. It must not wait for anything.
	Changed func(Change)
	// Resident, if not nil, reports whether a player is there without a
	// connection, as house bots are.
	Resident func(player string) bool
}

// Change is what has just been committed in a game.
type Change struct {
	Game   string // its id
	State  *play.State
	Events []play.Event
}

// Errors of rooms.
var (
	// ErrClosed is the error of a room that has been closed.
	ErrClosed = errors.New("the room is closed")
	// ErrNotStored is wrapped by the error of a command that could not be
	// written. It has not happened, as far as is known; it can be sent again.
	ErrNotStored = errors.New("not stored")
	// ErrNoGame is wrapped by the error of opening a game that does not exist.
	ErrNoGame = errors.New("there is no such game")
)

// Room is a live game.
type Room struct {
	id       string
	config   Config
	commands chan request
	stop     context.CancelFunc
	done     chan struct{}
	presence presence

	// mu guards what has been acknowledged. Only the room's goroutine changes it.
	mu       sync.Mutex
	state    *play.State
	last     recent
	changed  chan struct{} // closed when there is more
	restored int           // outages that have been given back
}

type request struct {
	command play.Command
	reply   chan<- reply
}

type reply struct {
	state *play.State
	err   error
}

// create makes a new game, whose room can then be opened. An id that is another
// game's gives an error that wraps play.ErrTaken.
func create(ctx context.Context, config Config, id string, setup play.Setup) (*play.State, []play.Event, error) {
	rules, err := config.Rules(setup.Game)
	if err != nil {
		return nil, nil, err
	}
	state, events, err := play.Create(rules, setup, config.Pulse.Now())
	if err != nil {
		return nil, nil, err
	}
	if err := config.Log.Append(ctx, state.Batch(id, events)); err != nil {
		return nil, nil, fmt.Errorf("%w: %w", ErrNotStored, err)
	}
	return state, events, nil
}

// Open opens the room of a game that is in the log.
func Open(ctx context.Context, config Config, id string) (*Room, error) {
	state, events, err := load(ctx, config, id)
	if err != nil {
		return nil, err
	}
	return open(config, id, state, events), nil
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

func open(config Config, id string, state *play.State, events []play.Event) *Room {
	ctx, stop := context.WithCancel(context.Background())
	r := &Room{
		id: id, config: config, state: state, last: recent(nil).and(events), stop: stop,
		commands: make(chan request), done: make(chan struct{}), changed: make(chan struct{}),
	}
	r.presence.begin(len(state.Setup().Players), config.Pulse.Now())
	if config.Resident != nil {
		for i, p := range state.Setup().Players {
			if config.Resident(p.ID) {
				r.presence.seats[i].connections++ // never to end
			}
		}
	}
	// An outage is given back before anybody looks. What fails is tried again.
	_, _ = r.do(play.Tick{})
	go r.run(ctx)
	return r
}

// Close lets the room finish what it is writing, and closes it. The game can be
// opened again. It must not be called twice at once.
func (r *Room) Close() {
	r.stop()
	<-r.done
}

// ID returns the game's id.
func (r *Room) ID() string { return r.id }

// State returns the state that has been acknowledged last.
func (r *Room) State() *play.State {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.state
}

// Do gives a command and returns the state after it, when that is durable. A
// command that can't be followed gives a *play.Refusal, with the state as it
// is. If ctx is done first the command may be carried out nevertheless.
func (r *Room) Do(ctx context.Context, c play.Command) (*play.State, error) {
	replies := make(chan reply, 1)
	select {
	case r.commands <- request{c, replies}:
	case <-r.done:
		return r.State(), ErrClosed
	case <-ctx.Done():
		return r.State(), ctx.Err()
	}
	select {
	case answer := <-replies:
		return answer.state, answer.err
	case <-ctx.Done():
		return r.State(), ctx.Err()
	}
}

// Reload lets the room notice that another has written to the log.
func (r *Room) Reload(ctx context.Context) error {
	_, err := r.Do(ctx, nil)
	return err
}

// retry is how long a room waits to write again what it could not.
const retry = time.Second

// run is the room's goroutine.
func (r *Room) run(ctx context.Context) {
	defer close(r.done)
	timer := time.NewTimer(0) // there may be an outage to give back, or a flag to fall
	defer timer.Stop()
	for {
		var err error
		select {
		case <-ctx.Done():
			return
		case request := <-r.commands:
			var state *play.State
			if request.command == nil {
				state, err = r.reload(context.Background())
			} else {
				state, err = r.do(request.command)
			}
			request.reply <- reply{state, err}
		case <-timer.C:
			_, err = r.do(play.Tick{})
		}
		timer.Stop()
		if at, ok := r.state.Deadline(); ok {
			wait := time.Duration(at-r.config.Pulse.Now()) * time.Millisecond
			if errors.Is(err, ErrNotStored) {
				wait = max(wait, retry)
			}
			timer.Reset(max(wait, 0))
		}
	}
}

// do decides, writes, and goes on from there. Writing is not given up because
// a room is closed meanwhile: whether it has happened must not be in doubt.
func (r *Room) do(c play.Command) (*play.State, error) {
	ctx := context.Background()
	outages, err := r.config.Pulse.Check(ctx)
	if err != nil {
		return r.state, fmt.Errorf("%w: %w", ErrNotStored, err)
	}
	if len(outages) > r.restored {
		if _, err := r.commit(ctx, play.Resume{Outages: outages[r.restored:]}); errors.Is(err, ErrNotStored) {
			return r.state, err
		}
		r.restored = len(outages)
	}
	if claim, ok := c.(play.Claim); ok {
		claim.Gone = r.presence.gone(claim.Against, r.config.Pulse.Now())
		c = claim
	}
	return r.commit(ctx, c)
}

func (r *Room) commit(ctx context.Context, c play.Command) (*play.State, error) {
	for again := false; ; again = true {
		state, events, refusal := r.state.Decide(r.config.Pulse.Now(), c)
		if len(events) == 0 {
			return r.state, refusal
		}
		err := r.config.Log.Append(ctx, state.Batch(r.id, events))
		switch {
		case err == nil:
			r.publish(state, events)
			return state, refusal
		case !errors.Is(err, play.ErrTaken) || again:
			return r.state, fmt.Errorf("%w: %w", ErrNotStored, err)
		}
		// What could not be acknowledged before has been stored after all.
		if _, err := r.reload(ctx); err != nil {
			return r.state, fmt.Errorf("%w: %w", ErrNotStored, err)
		}
	}
}

// reload goes on from what the log has.
func (r *Room) reload(ctx context.Context) (*play.State, error) {
	state, events, err := load(ctx, r.config, r.id)
	if number := r.state.Number(); err == nil && len(events) >= number {
		r.publish(state, events[number:])
	}
	return r.state, err
}

// publish lets others see what is durable: a state, and the events that lead
// there.
func (r *Room) publish(state *play.State, more []play.Event) {
	r.mu.Lock()
	r.state, r.last = state, r.last.and(more)
	close(r.changed)
	r.changed = make(chan struct{})
	r.mu.Unlock()
	if r.config.Changed != nil && len(more) > 0 {
		r.config.Changed(Change{r.id, state, more})
	}
}
