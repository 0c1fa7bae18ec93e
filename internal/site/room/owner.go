package room

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"thera/game"
	"thera/internal/site/play"
)

const (
	ownerRetry     = 100 * time.Millisecond // how long a room waits before it looks up the owner again
	forwardTimeout = 8 * time.Second        // how long a command may take to reach an owner
	ownerTimeout   = 2 * time.Second        // how long an owner may take to answer
)

func (r *Room) lookUpOwner(ctx context.Context) error {
	o, err := r.config.Peers.Own(ctx, r.id)
	if err != nil {
		r.setLookupFailed(true)
		return err
	}
	return r.setOwner(ctx, o)
}

// setOwner switches to the game's current owner. If that is this room, followers get
// a change without events, because they may have something to do now.
func (r *Room) setOwner(ctx context.Context, o Ownership) error {
	err := r.switchOwner(ctx, o)
	r.setLookupFailed(err != nil)
	return err
}

// setLookupFailed says whether [House.ReplaceOwners] has to look up the owner again.
func (r *Room) setLookupFailed(is bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.lookupFailed = is
}

func (r *Room) hasLookupFailed() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.lookupFailed
}

func (r *Room) switchOwner(ctx context.Context, o Ownership) error {
	before := r.ownership()
	if o.Epoch <= before.Epoch {
		return nil
	}
	r.setOwnership(o) // before the missed events, which the owner acts on
	if err := r.catchUp(ctx); err != nil {
		if o.Owner == "" {
			r.setOwnership(before) // so that it is looked up again
		}
		return err
	}
	if o.Owner != "" {
		return nil
	}
	if before.Owner != "" {
		r.outagesRestored = 0 // others may have been the owners; restoreOutages omits what is older
	}
	_, err := r.decide(play.Tick{})
	r.notify(Change{Game: r.id, State: r.State(), IsOwner: true})
	if errors.Is(err, ErrNotStored) {
		return err
	}
	return nil
}

// catchUp reads what other nodes have stored while this room did not own the game.
func (r *Room) catchUp(ctx context.Context) error {
	if r.ownership().Number != r.state.Number() {
		if _, err := r.reload(ctx); err != nil {
			return err
		}
	}
	return r.reloadPlans(ctx)
}

// giveAway makes another node the owner if nothing is pending here.
func (r *Room) giveAway(ctx context.Context, to string) error {
	if !r.IsOwner() {
		return ErrNotOwner
	}
	if _, err := r.decide(play.Tick{}); err != nil { // gives back outages
		return err
	}
	o, err := r.config.Peers.Give(ctx, r.id, r.ownership().Epoch, to, r.config.Heartbeat.Now())
	if err != nil {
		return err // if it took effect after all, the next refused write shows it
	}
	return r.setOwner(ctx, o)
}

// restoreOutages gives back the outages, of all so far, that have not been given back,
// and the time during which the previous owner was dead. Nothing else is stored before
// that.
func (r *Room) restoreOutages(ctx context.Context, now play.Instant, outages []play.Span) error {
	silent := r.owned.Silent
	if silent == (play.Span{}) && len(outages) == r.outagesRestored {
		return nil
	}
	resume := play.Resume{Outages: []play.Span{silent}}
	heard := max(silent.From, r.owned.GivenAt) // until then by earlier owners, whatever happened to this node
	for _, o := range outages[r.outagesRestored:] {
		if o.From = max(o.From, heard); o.From < o.To {
			resume.Outages = append(resume.Outages, o)
		}
	}
	if _, err := r.commit(ctx, now, resume); errors.Is(err, ErrNotStored) {
		return err
	}
	r.outagesRestored = len(outages)
	r.mu.Lock()
	r.owned.Silent = play.Span{}
	r.mu.Unlock()
	return nil
}

// IsOwner reports whether this room decides.
func (r *Room) IsOwner() bool { return r.ownership().Owner == "" }

func (r *Room) setOwnership(o Ownership) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.owned = o
}

func (r *Room) ownership() Ownership {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.owned
}

// forward has a command carried out once, although an owner whose answer is lost, or late,
// gets it again.
func (r *Room) forward(ctx context.Context, c play.Command) (*play.State, error) {
	before := r.state.Number()
	if gift, ok := c.(play.MoreTime); ok {
		gift.Nth = r.state.Gifts(gift.Seat) + 1
		c = gift
	}
	state, err := r.deliver(ctx, c)
	if _, refused := errors.AsType[*play.Refusal](err); refused && r.hasHappened(ctx, c, before) {
		err = nil
	}
	return state, err
}

// hasHappened reports whether what a command asks for has been stored after an event, so
// that only a copy of the command can have been refused.
func (r *Room) hasHappened(ctx context.Context, c play.Command, after int) bool {
	events, err := r.Since(context.WithoutCancel(ctx), after) // the room may be closing
	return err == nil && slices.ContainsFunc(events, func(e play.Event) bool {
		switch c := c.(type) {
		case play.Accept:
			return e.Kind == play.Accepted && e.Seat == c.Seat.Number() && e.Offer == c.Kind
		case play.Decline:
			return e.Kind == play.Declined && e.Seat == c.Seat.Number() && e.Offer == c.Kind
		case play.Resign:
			return e.Kind == play.Resigned && e.Seat == c.Seat.Number()
		case play.Abort:
			return e.Kind == play.Ended && e.Reason == play.ByAbortion
		case play.Claim:
			return e.Kind == play.Left && e.Seat == c.Against.Number()
		}
		return false
	})
}

// deliver sends a command to the owner. It follows the ownership if it moves.
func (r *Room) deliver(ctx context.Context, c play.Command) (*play.State, error) {
	ctx, cancel := context.WithTimeout(ctx, forwardTimeout)
	defer cancel()
	for {
		if state, err := r.decideAsOwner(c); !errors.Is(err, ErrNotOwner) {
			return state, err
		}
		owner := r.ownership().Owner
		err := r.send(ctx, owner, c)
		if _, isPlan := c.(play.Plan); isPlan && err == nil {
			err = r.reloadPlans(ctx)
		}
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

func (r *Room) decideAsOwner(c play.Command) (*play.State, error) {
	if !r.IsOwner() {
		return r.state, ErrNotOwner
	}
	return r.decide(c)
}

func (r *Room) send(ctx context.Context, owner string, c play.Command) error {
	ctx, cancel := context.WithTimeout(ctx, ownerTimeout)
	defer cancel()
	events, err := r.config.Peers.Send(ctx, owner, r.id, r.state.Number(), c)
	if failed := r.applyRemote(ctx, events); failed != nil {
		return failed
	}
	return err
}

// applyRemote applies events stored by the owner. Missing ones are read from the log.
func (r *Room) applyRemote(ctx context.Context, events []play.Event) error {
	for len(events) > 0 && events[0].Number <= r.state.Number() {
		events = events[1:]
	}
	if len(events) == 0 {
		return nil
	}
	state, err := r.after(events)
	if err != nil {
		_, err = r.reload(ctx)
		return err
	}
	r.publish(state, events)
	return nil
}

// reload applies the log's new events or, if they do not follow from the state,
// the whole log.
func (r *Room) reload(ctx context.Context) (*play.State, error) {
	more, err := r.config.Log.Events(ctx, r.id, r.state.Number())
	if err != nil || len(more) == 0 {
		return r.state, err
	}
	if state, err := r.after(more); err == nil {
		r.publish(state, more)
		return state, nil
	}
	state, events, err := load(ctx, r.config, r.id)
	if number := r.state.Number(); err == nil && len(events) >= number {
		r.publish(state, events[number:])
	}
	return r.state, err
}

// reloadPlans reads plans, which the owner keeps without telling other nodes.
func (r *Room) reloadPlans(ctx context.Context) error {
	if r.state.Setup().Control.Turn == 0 {
		return nil
	}
	state, _, err := load(ctx, r.config, r.id)
	if err == nil && state.Number() == r.state.Number() {
		r.publish(state, nil)
	}
	return err
}

func (r *Room) receive(w Message) {
	r.mu.Lock()
	r.messages = append(r.messages, w)
	r.mu.Unlock()
	select {
	case r.messageArrived <- struct{}{}:
	default:
	}
}

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
		if w.Renamed != nil {
			r.rename(*w.Renamed)
		}
		if w.Note != nil {
			r.notify(Change{Game: r.id, State: r.state, Note: w.Note})
		}
		if w.Stored > r.state.Number() {
			_, _ = r.reload(ctx) // missing events are noticed again
		}
		if len(w.Events) == 0 {
			continue
		}
		if owner := r.ownership().Owner; owner != w.From {
			_ = r.lookUpOwner(ctx) // it has a new owner; a failure is retried when it matters
		}
		_ = r.applyRemote(ctx, w.Events) // missing events are noticed later
	}
}

// rename shows a player's present name in the state and in the first event.
func (r *Room) rename(p play.Player) {
	state := r.state.Renamed(p)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.state = state
	if len(r.recentEvents) > 0 && r.recentEvents[0].Number == 1 {
		r.recentEvents = slices.Clone(r.recentEvents)
		r.recentEvents[0].Setup = state.Setup()
	}
}

func (r *Room) announceLeaving() {
	r.unsubscribe()
	p := &r.presence
	p.announcing.Lock()
	defer p.announcing.Unlock()
	p.hasLeft = true
	if p.announced != (LocalPresence{}) {
		r.config.Peers.Broadcast(r.id, Message{Presence: &LocalPresence{}})
	}
}

// Peers are the nodes with rooms of the same games, this one included. The node
// that owns a game decides; the others follow it and forward commands to it.
type Peers interface {
	// Own returns the owner of a game. If it has none that is alive, this node
	// becomes the owner. The error wraps ErrNoGame if there is no such game.
	Own(ctx context.Context, game string) (Ownership, error)
	// OwnAll is Own for many games; it omits those that do not exist.
	OwnAll(ctx context.Context, games []string) (map[string]Ownership, error)
	// Give makes another node the owner of a game that this one owns in an
	// epoch, at a time. After an error it may or may not have happened.
	Give(ctx context.Context, game string, epoch int64, to string, at play.Instant) (Ownership, error)
	// Send makes the owner carry out a command and returns its events above a
	// number. The error is a *play.Refusal, wraps ErrNotStored, or is
	// ErrNotOwner; any other means that the owner could not be reached.
	Send(ctx context.Context, owner, game string, after int, c play.Command) ([]play.Event, error)
	// Join calls receive with the messages of the game's other rooms until
	// leave is called. It must not block.
	Join(game string, hear func(Message)) (leave func(), err error)
	// Broadcast sends a message to the game's other rooms, if they can be reached.
	Broadcast(game string, w Message)
}

// Ownership says who decides in a game.
type Ownership struct {
	Owner string // "" for this node
	Epoch int64  // the fencing token: writes with an older one are refused
	// Silent is from when the previous owner, which died, last heard players until
	// this node could, unless that time has been given back.
	Silent play.Span
	// GivenAt is when a live owner last gave the game away; 0 for never.
	GivenAt play.Instant
	Number  int // of the last stored event at the time of the lookup
}

// Message is what the rooms of a game tell each other.
type Message struct {
	From        string         `json:"from"`             // the sending node
	Events      []play.Event   `json:"events,omitempty"` // stored by the owner
	Presence    *LocalPresence `json:"here,omitempty"`   // who is connected to the sender
	AskPresence bool           `json:"who,omitempty"`    // asks the others for their Presence
	Note        []byte         `json:"note,omitempty"`   // see [House.Note]
	Renamed     *play.Player   `json:"-"`                // from [House.Rename], in this program only
	Stored      int            `json:"-"`                // from [House.CatchUp], in this program only
}

// LocalPresence is who is connected to one node's room of a game.
type LocalPresence struct {
	Seats    game.Seats `json:"seats"`
	Watchers int        `json:"watchers"`
}

// ErrNotOwner is the error of a command for a room that does not own its game.
var ErrNotOwner = errors.New("another room of the game decides")

type singleNode struct{}

func (singleNode) Own(context.Context, string) (Ownership, error) { return Ownership{}, nil }

func (singleNode) OwnAll(context.Context, []string) (map[string]Ownership, error) { return nil, nil }

func (singleNode) Give(context.Context, string, int64, string, play.Instant) (Ownership, error) {
	return Ownership{}, ErrNotOwner
}

func (singleNode) Send(context.Context, string, string, int, play.Command) ([]play.Event, error) {
	return nil, ErrNotOwner
}

func (singleNode) Join(string, func(Message)) (func(), error) { return func() {}, nil }

func (singleNode) Broadcast(string, Message) {}
