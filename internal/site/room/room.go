package room

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"thera/game"
	"thera/internal/site/play"
)

// Log stores the events of games.
type Log interface {
	// Append adds events to a game's log and returns when they are durable. If
	// the game has other events with these numbers it returns play.ErrTaken.
	Append(ctx context.Context, b play.Batch) error
	// Events returns the events of a game whose numbers are above after.
	Events(ctx context.Context, game string, after int) ([]play.Event, error)
	// Plans returns the last plan of each seat of a game in progress.
	Plans(ctx context.Context, game string) ([]play.SeatPlan, error)
}

// Config is what all rooms share.
type Config struct {
	// Rules returns the rules of a game by its name.
	Rules     func(name string) (game.Game, error)
	Log       Log
	Heartbeat *Heartbeat
	// Peers are the nodes that share the log; nil if there is only this program.
	Peers Peers
	// Logger gets what a house can't do and tries again; nil for none.
	Logger *slog.Logger

	house *House // nil for rooms without one
}

// Change is what has just been committed in a game, or happened around it.
type Change struct {
	Game  string // ID
	State *play.State
	// Events are what has been committed. There are none if only presence,
	// ownership, a plan or a note has changed, or the game has been opened.
	Events []play.Event
	// IsOwner reports whether this node owns the game. Work that must be done
	// once is done by the owner.
	IsOwner bool
	// Note is from [House.Note].
	Note []byte
}

// Errors of rooms.
var (
	// ErrClosed is the error of a room that has been closed.
	ErrClosed = errors.New("the room is closed")
	// ErrNotStored is wrapped by the error of a command that could not be
	// written. As far as is known it has not happened; it can be sent again.
	ErrNotStored = errors.New("not stored")
	// ErrNoGame is wrapped by the error of opening a game that does not exist.
	ErrNoGame = errors.New("there is no such game")
)

// Room runs a live game.
type Room struct {
	id             string
	config         Config
	commands       chan request
	stop           context.CancelFunc
	unsubscribe    func() // from the messages of the game's other rooms
	done           chan struct{}
	presence       presence
	messageArrived chan struct{} // holds a value if there are messages

	// mu guards what has been acknowledged. Only the room's goroutine changes it.
	mu              sync.Mutex
	state           *play.State
	owned           Ownership
	lookupFailed    bool      // the owner may be another one
	messages        []Message // of other rooms, not handled yet
	recentEvents    recentEvents
	changed         chan struct{} // closed on the next change
	outagesRestored int           // number of outages given back
}

type request struct {
	command   play.Command
	ownerOnly bool // fail unless this room owns the game
	task      func(ctx context.Context) error
	reply     chan<- reply
}

type reply struct {
	state *play.State
	err   error
}

// Close finishes the current write and closes the room. The game can be opened
// again. It must not be called concurrently.
func (r *Room) Close() {
	r.stop()
	<-r.done
}

// ID returns the game's id.
func (r *Room) ID() string { return r.id }

// State returns the last acknowledged state.
func (r *Room) State() *play.State {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.state
}

// Do carries out a command and returns the durable state after it. A command
// that cannot be carried out gives a *play.Refusal and the current state. If
// ctx is done first, the command may still be carried out.
func (r *Room) Do(ctx context.Context, c play.Command) (*play.State, error) {
	return r.ask(ctx, request{command: c})
}

// DoHere is Do for a command that another node has forwarded: if this room does
// not own the game, it returns ErrNotOwner.
func (r *Room) DoHere(ctx context.Context, c play.Command) (*play.State, error) {
	return r.ask(ctx, request{command: c, ownerOnly: true})
}

func (r *Room) ask(ctx context.Context, q request) (*play.State, error) {
	replies := make(chan reply, 1)
	q.reply = replies
	select {
	case r.commands <- q:
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

// Reload makes the room read what others have written to the log.
func (r *Room) Reload(ctx context.Context) error {
	return r.runTask(ctx, func(ctx context.Context) error {
		_, err := r.reload(ctx)
		return err
	})
}

func (r *Room) runTask(ctx context.Context, task func(context.Context) error) error {
	_, err := r.ask(ctx, request{task: task})
	return err
}

const writeRetry = time.Second

// run serves the room until ctx is done. err is that of what the room has decided last.
func (r *Room) run(ctx context.Context, err error) {
	defer close(r.done)
	defer r.announceLeaving()
	for {
		due := r.due(err)
		err = nil
		select {
		case <-ctx.Done():
			return
		case request := <-r.commands:
			err = r.serve(ctx, request)
		case <-r.messageArrived:
			r.handleMessages(ctx)
		case <-due:
			_, err = r.decide(play.Tick{})
		}
	}
}

// overdue is ready at once. A timer that is due when it is made would be, too, but several at a
// time in a test's bubble can crash Go's runtime under the race detector.
var overdue = func() <-chan time.Time {
	c := make(chan time.Time)
	close(c)
	return c
}()

// due returns a channel that is ready when the room has to decide although nobody asks it to;
// nil for never. err is that of the last decision.
func (r *Room) due(err error) <-chan time.Time {
	at, ok := r.state.Deadline()
	if !ok || !r.IsOwner() {
		return nil
	}
	wait := time.Duration(at-r.config.Heartbeat.Now()) * time.Millisecond
	switch {
	case errors.Is(err, ErrPanic):
		wait = max(wait, PanicRest)
	case errors.Is(err, ErrNotStored):
		wait = max(wait, writeRetry)
	}
	if wait <= 0 {
		return overdue
	}
	return time.After(wait)
}

func (r *Room) serve(ctx context.Context, q request) (err error) {
	answer := reply{}
	switch {
	case q.task != nil:
		answer.err = q.task(ctx)
		answer.state = r.state
	case q.ownerOnly:
		if !r.IsOwner() {
			_ = r.lookUpOwner(ctx) // the sender knows better; a failure is retried
		}
		answer.state, answer.err = r.decideAsOwner(q.command)
	default:
		answer.state, answer.err = r.forward(ctx, q.command)
	}
	q.reply <- answer
	return answer.err
}

// decide carries out and stores a command. The write continues even if the room
// is being closed: whether it has happened must not be in doubt.
func (r *Room) decide(c play.Command) (*play.State, error) {
	ctx := context.Background()
	now, outages, err := r.config.Heartbeat.Check(ctx)
	if err != nil {
		return r.state, fmt.Errorf("%w: %w", ErrNotStored, err)
	}
	if err := r.restoreOutages(ctx, now, outages); err != nil {
		return r.state, err
	}
	if claim, ok := c.(play.Claim); ok {
		claim.Gone = r.presence.goneSince(claim.Against, now)
		if n := len(outages); n > 0 { // during which nobody could come back
			claim.Gone = max(claim.Gone, outages[n-1].To)
		}
		c = claim
	}
	return r.commit(ctx, now, c)
}

func (r *Room) commit(ctx context.Context, now play.Instant, c play.Command) (*play.State, error) {
	for again := false; ; again = true {
		var state *play.State
		var events []play.Event
		refusal := r.config.guard(r.id, func() (err error) {
			state, events, err = r.state.Decide(now, c)
			return err
		})
		if state == nil || state == r.state {
			return r.state, refusal
		}
		batch := state.Batch(r.id, events)
		batch.Epoch = r.owned.Epoch
		err := r.config.Log.Append(ctx, batch)
		switch {
		case err == nil:
			r.publish(state, events)
			if len(events) > 0 {
				r.config.Peers.Broadcast(r.id, Message{Events: events})
			}
			return state, refusal
		case !errors.Is(err, play.ErrTaken) || again:
			return r.state, fmt.Errorf("%w: %w", ErrNotStored, err)
		}
		// An earlier write that seemed to fail took effect, or another node owns the game.
		if _, err = r.reload(ctx); err == nil {
			err = r.lookUpOwner(ctx)
		}
		if err != nil {
			return r.state, fmt.Errorf("%w: %w", ErrNotStored, err)
		}
		if !r.IsOwner() {
			return r.state, fmt.Errorf("%w: %w", ErrNotStored, ErrNotOwner)
		}
	}
}

// guard is [Guard] for what a game's rules are asked for. The error of a panic wraps
// [ErrNotStored] as well.
func (c Config) guard(game string, do func() error) error {
	err := Guard(c.Logger, do, "game", game)
	if errors.Is(err, ErrPanic) {
		err = fmt.Errorf("%w: %w", ErrNotStored, err)
	}
	return err
}

// after is [play.State.After] of the room's state.
func (r *Room) after(more []play.Event) (state *play.State, err error) {
	err = r.config.guard(r.id, func() (err error) {
		state, err = r.state.After(more...)
		return err
	})
	return state, err
}

// publish makes a durable state, and the events that lead to it, visible.
func (r *Room) publish(state *play.State, more []play.Event) {
	r.mu.Lock()
	r.state, r.recentEvents = state, r.recentEvents.append(more)
	close(r.changed)
	r.changed = make(chan struct{})
	r.mu.Unlock()
	r.notify(Change{Game: r.id, State: state, Events: more, IsOwner: r.IsOwner()})
}

func (r *Room) notify(c Change) {
	if r.config.house != nil {
		r.config.house.notify(c)
	}
}

// create gives an error that wraps play.ErrTaken for an ID that is taken. If the game can't be
// stored, it returns what it would be as well.
func create(ctx context.Context, config Config, id string, setup play.Setup) (*play.State, []play.Event, error) {
	rules, err := config.Rules(setup.Game)
	if err != nil {
		return nil, nil, err
	}
	var state *play.State
	var events []play.Event
	err = config.guard(id, func() (err error) {
		state, events, err = play.Create(rules, setup, config.Heartbeat.Now())
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	if err := config.Log.Append(ctx, state.Batch(id, events)); err != nil {
		return state, events, fmt.Errorf("%w: %w", ErrNotStored, err)
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
	var plans []play.SeatPlan
	if events[0].Setup.Control.Turn > 0 {
		if plans, err = config.Log.Plans(ctx, id); err != nil {
			return nil, nil, err
		}
	}
	var state *play.State
	err = config.guard(id, func() (err error) {
		state, err = play.Replay(rules, events, plans...)
		return err
	})
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
	for i, p := range state.Setup().Players {
		if r.config.house != nil && r.config.house.isAlwaysPresent(p.ID) {
			r.presence.seats[i].connections++ // never decremented
		}
	}
	r.config.Peers.Broadcast(r.id, Message{AskPresence: true})
	// Give back an outage before anybody sees the game. A failure is tried again.
	var err error
	if r.owned.Owner == "" {
		_, err = r.decide(play.Tick{})
		// Followers may have missed what they have to do: nobody had the game open.
		r.notify(Change{Game: r.id, State: r.State(), IsOwner: true})
	}
	go r.run(ctx, err)
}
