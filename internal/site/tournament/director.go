package tournament

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/site/lobby"
	"thera/internal/site/play"
	"thera/internal/site/room"
	"thera/internal/site/store"
	"thera/internal/site/store/database"
)

// DirectorConfig is what a [Director] needs.
type DirectorConfig struct {
	Store *store.Store
	House *room.House
	Lobby *lobby.Lobby
	// Classes says who belongs to a class.
	Classes Classes
	// Opening returns the position after opening n, from 0, of the book of a game's
	// first variant; it wraps around after the last.
	Opening func(game string, n int) (position string, err error)
	// Residents returns the house bots of a game by level, the weakest first.
	Residents func(game string) []play.Player
	Log       *slog.Logger
	// Round is the interval at which due tournaments are looked for; 0 for half
	// a second.
	Round time.Duration
}

// Classes says who belongs to a class.
type Classes interface {
	// Sees reports whether an account may see what belongs to a class.
	Sees(ctx context.Context, who account.Who, class string) (bool, error)
	// Teaches reports whether an account is the teacher of a class.
	Teaches(ctx context.Context, who account.Who, class string) (bool, error)
	// Outsiders returns those of some players of a class's games who have taught it and no
	// longer do.
	Outsiders(ctx context.Context, class string, players []string) ([]string, error)
}

// Director runs tournaments. It is safe for concurrent use.
type Director struct {
	config  DirectorConfig
	storage storage
	guests  *httpkit.Daily // who have joined, by address and tournament

	mu       sync.Mutex
	cache    map[string]*cached // recently used
	unknown  map[string]bool    // tournaments that games name but the table lacks, such as the ladder's
	finished []finishedGame
	left     []func(ctx context.Context, tournament string)
	wake     chan struct{} // holds a value if finished is not empty
	changed  chan struct{} // holds a value if followers may have to be told something
}

type cached struct {
	id string

	mu        sync.Mutex      // held while the tournament is used
	state     *State          // nil only before it is read
	isStale   bool            // the state has to be read as if there were none
	started   map[string]bool // games known to have started
	lastSweep play.Instant    // when findMissedResults last looked
	due       play.Instant    // as stored
	view      *Contest        // of state; nil if it has to be rendered
	names     int             // the store's changes of names before it was rendered

	shown atomic.Pointer[frame] // what followers are sent; nil before there was one

	// Guarded by Director.mu.
	followers  map[*follower]bool
	isOutdated bool      // the frame is of an earlier state
	shownAt    time.Time // when the frame was made
	lastUsed   time.Time
	restsUntil time.Time // after a panic
}

type finishedGame struct {
	tournament, game string
	outcome          outcome
}

const (
	sweepInterval = 10_000 // how often, in ms, results that were missed are looked for
	cacheLifetime = time.Minute
)

// NewDirector returns a director, which works while Run does.
func NewDirector(config DirectorConfig) *Director {
	if config.Round == 0 {
		config.Round = 500 * time.Millisecond
	}
	d := &Director{config: config, storage: storage{config.Store}, guests: httpkit.NewDaily(maxAddressGuests), cache: map[string]*cached{}, unknown: map[string]bool{}, wake: make(chan struct{}, 1), changed: make(chan struct{}, 1)}
	config.House.Follow(d.recordEnd)
	config.Store.FollowNames(d.rename)
	return d
}

// FollowLeavers registers a function that is called with a consultation tournament's ID when
// players have left it. Call it before Run. The function must not call the director.
func (d *Director) FollowLeavers(left func(ctx context.Context, tournament string)) {
	d.left = append(d.left, left)
}

func (d *Director) now() play.Instant { return d.config.House.Now() }

// Run runs the tournaments until ctx is done.
func (d *Director) Run(ctx context.Context) {
	var showing sync.WaitGroup
	showing.Go(func() { d.show(ctx) })
	defer showing.Wait()
	ticker := time.NewTicker(d.config.Round)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-d.wake:
			d.recordResults(ctx)
		case <-ticker.C:
			d.runDue(ctx)
		}
	}
}

// runDue also reads those that somebody follows and another node may have changed.
func (d *Director) runDue(ctx context.Context) {
	due, err := d.storage.due(ctx, d.now())
	if err != nil {
		d.logFailure(ctx, "", err)
		return
	}
	for _, id := range slices.DeleteFunc(due, d.rests) {
		d.logFailure(ctx, id, d.with(ctx, id, func(c *cached) error { return d.advance(ctx, c) }))
	}
	for _, id := range slices.DeleteFunc(d.expireCache(), d.rests) {
		d.logFailure(ctx, id, d.with(ctx, id, func(*cached) error { return nil }))
	}
}

// expireCache returns those that somebody follows and other nodes can change.
func (d *Director) expireCache() (ids []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for id, c := range d.cache {
		switch {
		case len(c.followers) > 0:
			ids = append(ids, id)
		case time.Since(c.lastUsed) > cacheLifetime:
			delete(d.cache, id)
		}
	}
	if !d.config.Store.Shared() {
		return nil
	}
	return ids
}

func (d *Director) logFailure(ctx context.Context, id string, err error) {
	if err != nil && ctx.Err() == nil {
		d.config.Log.WarnContext(ctx, "tournament delayed", "contest", cmp.Or(id, "all"), "cause", err)
	}
}

// with holds the tournament's lock during do. It may return ErrNotFound.
func (d *Director) with(ctx context.Context, id string, do func(*cached) error) error {
	c, _ := d.lock(id)
	defer c.mu.Unlock()
	return d.guard(c, func() error {
		if err := d.refresh(ctx, c, false); err != nil {
			return err
		}
		return do(c)
	})
}

// guard is [room.Guard] for a tournament. After a panic, as of the pairing, [Director.Run]
// leaves the tournament alone for a while.
func (d *Director) guard(c *cached, do func() error) error {
	err := room.Guard(d.config.Log, do, "contest", c.id)
	if errors.Is(err, room.ErrPanic) {
		d.mu.Lock()
		defer d.mu.Unlock()
		c.restsUntil = time.Now().Add(room.PanicRest)
	}
	return err
}

// rests reports whether a tournament is left alone after a panic.
func (d *Director) rests(id string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	c := d.cache[id]
	return c != nil && time.Now().Before(c.restsUntil)
}

// cacheEntry returns a new entry, with a nil state, if there is none. d.mu must be held.
func (d *Director) cacheEntry(id string) *cached {
	c := d.cache[id]
	if c == nil {
		c = &cached{id: id, started: map[string]bool{}, followers: map[*follower]bool{}}
		d.cache[id] = c
	}
	c.lastUsed = time.Now()
	return c
}

// refresh reads new events. In a store that only this program serves, nobody
// else writes, and it does so only if always is set.
func (d *Director) refresh(ctx context.Context, c *cached, always bool) error {
	isNew := c.mustRead()
	if !isNew && !always && !d.config.Store.Shared() {
		return nil
	}
	after := 0
	if !isNew {
		after = c.state.number
		number, err := d.storage.number(ctx, c.id)
		if err != nil {
			return d.evict(c, err)
		}
		if number == after {
			return nil
		}
	}
	events, err := d.storage.events(ctx, c.id, after)
	if err != nil {
		return err
	}
	var state *State
	switch {
	case len(events) == 0 && isNew:
		err = store.ErrNotFound
	case isNew:
		state, err = Replay(events)
	default:
		state, err = c.state.After(events...)
	}
	if err != nil {
		return d.evict(c, err)
	}
	c.state, c.isStale = state, false
	d.notify(c)
	return nil
}

// mustRead reports whether the whole log has to be read. c.mu must be held.
func (c *cached) mustRead() bool { return c.state == nil || c.isStale }

// evict makes the tournament be read again. One that somebody follows stays in the cache.
// Its holder keeps the state, and may use it until then.
func (d *Director) evict(c *cached, err error) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case len(c.followers) > 0:
		c.isStale, c.isOutdated = true, false
	case d.cache[c.id] == c:
		delete(d.cache, c.id)
	}
	return err
}

func (d *Director) notify(c *cached) {
	c.view = nil
	d.mu.Lock()
	defer d.mu.Unlock()
	d.setOutdated(c)
}

// append applies another node's events instead, and returns errConflict, if it was first.
func (d *Director) append(ctx context.Context, c *cached, events []Event) error {
	next, err := c.state.After(events...)
	if err != nil {
		return err
	}
	text, err := briefOf(next)
	if err != nil {
		return err
	}
	c.due = d.nextDue(next)
	err = d.storage.append(ctx, c.id, next, events, c.due, text)
	if errors.Is(err, errConflict) {
		if lost := d.refresh(ctx, c, true); lost != nil {
			return lost
		}
		return err
	}
	if err != nil {
		return err
	}
	c.state = next
	d.notify(c)
	if slices.ContainsFunc(events, func(e Event) bool { return e.Kind == Left }) && next.terms.Kind == Consultation {
		for _, tell := range d.left {
			tell(ctx, c.id)
		}
	}
	return nil
}

func (d *Director) nextDue(s *State) play.Instant {
	switch s.stage {
	case Open:
		return s.terms.Starts
	case Running:
		return d.now() // another node takes over if this one fails
	case Done:
	}
	return 0
}

// ErrNotFound is the error for a tournament that does not exist or that the
// account may not see.
var ErrNotFound = database.ErrNotFound
