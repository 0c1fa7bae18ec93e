package room

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"thera/game"
	"thera/internal/site/play"
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
	Rules     func(name string) (game.Game, error)
	Log       Log
	Heartbeat *Heartbeat
	// Peers are the programs that share the log; nil if there is only this one.
	Peers Peers
	// Changed, if not nil, is told of all that has been committed, on the room's
	// goroutine, in order. It must not wait for anything.
	Changed func(Change)
	// Resident, if not nil, reports whether a player is there without a
	// connection, as house bots are.
	Resident func(player string) bool
}

// Change is what has just been committed in a game, or happened around it.
type Change struct {
	Game  string // its id
	State *play.State
	// Events are what has been committed: none if it is about who is there, or
	// that this program has become the game's owner.
	Events []play.Event
	// IsOwner reports whether this program owns the game. Of several that are told
	// one does what is to be done once.
	IsOwner bool
	// Note is what somebody has said by [House.Note].
	Note []byte
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
	id             string
	config         Config
	commands       chan request
	stop           context.CancelFunc
	unsubscribe    func() // the other rooms of the game
	done           chan struct{}
	presence       presence
	messageArrived chan struct{} // has one when there are words

	// mu guards what has been acknowledged. Only the room's goroutine changes it.
	mu              sync.Mutex
	state           *play.State
	owned           Ownership
	messages        []Message // of other rooms, to be listened to
	recentEvents    recentEvents
	changed         chan struct{} // closed when there is more
	outagesRestored int           // outages that have been given back
}

// request is a command, or something else to be done on the room's goroutine.
type request struct {
	command   play.Command
	ownerOnly bool // to be decided by this room or none
	task      func(ctx context.Context) error
	reply     chan<- reply
}

type reply struct {
	state *play.State
	err   error
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
	return r.ask(ctx, request{command: c})
}

// DoHere is Do for a command that has come from another room of the game: if this
// one does not decide, that is ErrNotOwner.
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

// Reload lets the room notice that another has written to the log.
func (r *Room) Reload(ctx context.Context) error {
	return r.runTask(ctx, func(ctx context.Context) error {
		_, err := r.reload(ctx)
		return err
	})
}

// runTask does something on the room's goroutine.
func (r *Room) runTask(ctx context.Context, task func(context.Context) error) error {
	_, err := r.ask(ctx, request{task: task})
	return err
}

// writeRetry is how long a room waits to write again what it could not.
const writeRetry = time.Second

// run is the room's goroutine.
func (r *Room) run(ctx context.Context) {
	defer close(r.done)
	defer r.announceLeaving()
	timer := time.NewTimer(0) // there may be an outage to give back, or a flag to fall
	if !r.IsOwner() {
		timer.Stop()
	}
	defer timer.Stop()
	for {
		var err error
		select {
		case <-ctx.Done():
			return
		case request := <-r.commands:
			err = r.serve(ctx, request)
		case <-r.messageArrived:
			r.handleMessages(ctx)
		case <-timer.C:
			_, err = r.decide(play.Tick{})
		}
		timer.Stop()
		if at, ok := r.state.Deadline(); ok && r.IsOwner() {
			wait := time.Duration(at-r.config.Heartbeat.Now()) * time.Millisecond
			if errors.Is(err, ErrNotStored) {
				wait = max(wait, writeRetry)
			}
			timer.Reset(max(wait, 0))
		}
	}
}

// serve does what is asked for, and answers.
func (r *Room) serve(ctx context.Context, q request) (err error) {
	answer := reply{}
	switch {
	case q.task != nil:
		answer.err = q.task(ctx)
		answer.state = r.state
	case q.ownerOnly:
		if !r.IsOwner() {
			_ = r.lookUpOwner(ctx) // who asks knows better; what fails is asked again
		}
		answer.state, answer.err = r.decideAsOwner(q.command)
	default:
		answer.state, answer.err = r.forward(ctx, q.command)
	}
	q.reply <- answer
	return answer.err
}

// decide decides, writes, and goes on from there. Writing is not given up because
// a room is closed meanwhile: whether it has happened must not be in doubt.
func (r *Room) decide(c play.Command) (*play.State, error) {
	ctx := context.Background()
	outages, err := r.config.Heartbeat.Check(ctx)
	if err != nil {
		return r.state, fmt.Errorf("%w: %w", ErrNotStored, err)
	}
	if err := r.restoreSilence(ctx); err != nil {
		return r.state, err
	}
	if len(outages) > r.outagesRestored {
		if _, err := r.commit(ctx, play.Resume{Outages: outages[r.outagesRestored:]}); errors.Is(err, ErrNotStored) {
			return r.state, err
		}
		r.outagesRestored = len(outages)
	}
	if claim, ok := c.(play.Claim); ok {
		claim.Gone = r.presence.goneSince(claim.Against, r.config.Heartbeat.Now())
		c = claim
	}
	return r.commit(ctx, c)
}

func (r *Room) commit(ctx context.Context, c play.Command) (*play.State, error) {
	for again := false; ; again = true {
		state, events, refusal := r.state.Decide(r.config.Heartbeat.Now(), c)
		if len(events) == 0 {
			return r.state, refusal
		}
		batch := state.Batch(r.id, events)
		batch.Epoch = r.owned.Epoch
		err := r.config.Log.Append(ctx, batch)
		switch {
		case err == nil:
			r.publish(state, events)
			r.config.Peers.Broadcast(r.id, Message{Events: events})
			return state, refusal
		case !errors.Is(err, play.ErrTaken) || again:
			return r.state, fmt.Errorf("%w: %w", ErrNotStored, err)
		}
		// What could not be acknowledged before has been stored after all, or another
		// program owns the game.
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

// publish lets others see what is durable: a state, and the events that lead
// there.
func (r *Room) publish(state *play.State, more []play.Event) {
	r.mu.Lock()
	r.state, r.recentEvents = state, r.recentEvents.append(more)
	close(r.changed)
	r.changed = make(chan struct{})
	r.mu.Unlock()
	if len(more) > 0 {
		r.notify(Change{Game: r.id, State: state, Events: more, IsOwner: r.IsOwner()})
	}
}

func (r *Room) notify(c Change) {
	if r.config.Changed != nil {
		r.config.Changed(c)
	}
}
