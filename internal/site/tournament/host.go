package tournament

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"thera/internal/site/account"
	"thera/internal/site/lobby"
	"thera/internal/site/play"
	"thera/internal/site/room"
	"thera/internal/site/store"
	"thera/internal/site/store/database"
)

// DirectorConfig is what a host needs.
type DirectorConfig struct {
	Store *store.Store
	House *room.House
	Lobby *lobby.Lobby
	// Classes say who belongs to a class; nil where there are none.
	Classes Classes
	// Opening returns the position after the n-th opening, from 0, of a game's
	// book, which goes on from the first one after the last; nil where no game has
	// a book. Books are of the games' first variants.
	Opening func(game string, n int) (position string, err error)
	// Residents are the house bots of a game by their levels, the weakest first; nil
	// where there are none.
	Residents func(game string) []play.Player
	Log       *slog.Logger
	// Round is from one look at what is due to the next; 0 for half a second.
	Round time.Duration
}

// Classes know who belongs to a class by its id.
type Classes interface {
	// Sees reports whether somebody may see what belongs to a class.
	Sees(ctx context.Context, who account.Who, class string) (bool, error)
	// Teaches reports whether somebody is its teacher.
	Teaches(ctx context.Context, who account.Who, class string) (bool, error)
}

// Director looks after contests. It is safe for concurrent use.
type Director struct {
	config DirectorConfig
	table  tableOf

	mu      sync.Mutex
	cups    map[string]*newCup // that are looked at, or were lately
	foreign map[string]bool    // contests of games that are not in the table
	ends    []ending
	awake   chan struct{} // has one if there are ends
}

// newCup is a contest that is looked at.
type newCup struct {
	id string

	mu    sync.Mutex // held while something happens in it
	state *State
	begun map[string]bool // games that are known to be
	swept play.Instant    // when the ends of games were last looked for
	due   play.Instant    // as it is stored
	view  *Contest        // of this state, nil if it has to be made

	// Guarded by the host's mutex.
	changed chan struct{} // closed when there is more
	waiting int
	used    time.Time
}

// ending is a game of a contest that has ended.
type ending struct {
	contest, game string
	outcome       outcome
}

const (
	// sweep is how often it is looked for ends of games that were missed, in ms.
	sweep = 10_000
	// keep is how long a contest is remembered that nobody looks at.
	keep = time.Minute
)

// NewDirector returns a host. Run must be called for contests to go on.
func NewDirector(config DirectorConfig) *Director {
	if config.Round == 0 {
		config.Round = 500 * time.Millisecond
	}
	h := &Director{config: config, table: tableOf{config.Store.DB()}, cups: map[string]*newCup{}, foreign: map[string]bool{}, awake: make(chan struct{}, 1)}
	config.House.Follow(h.hear)
	return h
}

// now returns the time.
func (h *Director) now() play.Instant { return h.config.House.Now() }

// Run lets contests go on until ctx is done.
func (h *Director) Run(ctx context.Context) {
	ticker := time.NewTicker(h.config.Round)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-h.awake:
			h.settle(ctx)
		case <-ticker.C:
			h.round(ctx)
		}
	}
}

// round looks at all that is due, and at what others may have done.
func (h *Director) round(ctx context.Context) {
	due, err := h.table.due(ctx, h.now())
	if err != nil {
		h.warn(ctx, "", err)
		return
	}
	for _, id := range due {
		h.warn(ctx, id, h.with(ctx, id, func(c *newCup) error { return h.advance(ctx, c) }))
	}
	for _, id := range h.remembered() {
		h.warn(ctx, id, h.with(ctx, id, func(*newCup) error { return nil }))
	}
}

// remembered forgets contests that nobody looks at, and returns those that
// somebody waits for, if other nodes can change them.
func (h *Director) remembered() (ids []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for id, c := range h.cups {
		switch {
		case c.waiting > 0:
			ids = append(ids, id)
		case time.Since(c.used) > keep:
			delete(h.cups, id)
		}
	}
	if !h.config.Store.Shared() {
		return nil
	}
	return ids
}

// warn logs what will be tried again.
func (h *Director) warn(ctx context.Context, id string, err error) {
	if err != nil && ctx.Err() == nil {
		h.config.Log.WarnContext(ctx, "contest", "id", id, "cause", err)
	}
}

// with does something with a contest as it is in the store, alone. The error is
// store.ErrNotFound if there is none.
func (h *Director) with(ctx context.Context, id string, do func(*newCup) error) error {
	h.mu.Lock()
	c := h.cup(id)
	h.mu.Unlock()
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := h.refresh(ctx, c, false); err != nil {
		return err
	}
	return do(c)
}

// cup returns what is remembered of a contest, which may be nothing yet. The
// host's mutex is held.
func (h *Director) cup(id string) *newCup {
	c := h.cups[id]
	if c == nil {
		c = &newCup{id: id, begun: map[string]bool{}, changed: make(chan struct{})}
		h.cups[id] = c
	}
	c.used = time.Now()
	return c
}

// refresh reads what has happened in a contest. Nobody else changes those of a
// store that one program serves.
func (h *Director) refresh(ctx context.Context, c *newCup, always bool) error {
	if c.state != nil && !always && !h.config.Store.Shared() {
		return nil
	}
	if c.state != nil {
		number, err := h.table.number(ctx, c.id)
		if err == nil && number == c.state.Number() {
			return nil
		}
		if err != nil {
			return h.lost(c, err)
		}
	}
	after := 0
	if c.state != nil {
		after = c.state.Number()
	}
	events, err := h.table.events(ctx, c.id, after)
	switch {
	case err != nil:
		return err
	case len(events) == 0 && c.state == nil:
		return h.lost(c, store.ErrNotFound)
	case c.state == nil:
		c.state, err = Replay(events)
	default:
		c.state, err = c.state.After(events...)
	}
	if err != nil {
		return h.lost(c, err)
	}
	h.tell(c)
	return nil
}

// lost forgets a contest that can't be read.
func (h *Director) lost(c *newCup, err error) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.cups[c.id] == c {
		delete(h.cups, c.id)
	}
	return err
}

// tell wakes those who wait for more of a contest.
func (h *Director) tell(c *newCup) {
	c.view = nil
	h.mu.Lock()
	defer h.mu.Unlock()
	close(c.changed)
	c.changed = make(chan struct{})
}

// append stores events and goes on from them. If others were first it goes on
// from theirs, and returns errBehind.
func (h *Director) append(ctx context.Context, c *newCup, events []Event) error {
	next, err := c.state.After(events...)
	if err != nil {
		return err
	}
	text, err := briefOf(next)
	if err != nil {
		return err
	}
	c.due = h.soon(next)
	err = h.table.append(ctx, c.id, next, events, c.due, text)
	if errors.Is(err, errBehind) {
		if lost := h.refresh(ctx, c, true); lost != nil {
			return lost
		}
		return err
	}
	if err != nil {
		return err
	}
	c.state = next
	h.tell(c)
	return nil
}

// soon returns when a contest is to be looked at after something has happened.
func (h *Director) soon(s *State) play.Instant {
	switch s.Stage() {
	case Open:
		return s.Terms().Starts
	case Running:
		return h.now() // by whichever node, should this one not come to it
	case Done:
	}
	return 0
}

// ErrNotFound is the error of asking for a contest that is not there, or not for
// who asks.
var ErrNotFound = database.ErrNotFound
