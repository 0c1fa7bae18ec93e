package room

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"thera/internal/site/play"
)

// Calendar finds games that are due although nobody looks at them.
type Calendar interface {
	// Due returns the IDs of games whose deadline is not later than until.
	Due(ctx context.Context, until play.Instant) ([]string, error)
}

// House holds the rooms of a program, one for each game. It opens rooms that
// somebody enters or whose deadline is near and closes the others, so that many
// correspondence games cost only their rows in the store.
type House struct {
	config   Config
	calendar Calendar

	mu       sync.Mutex
	entries  map[string]*entry
	isClosed bool
	wakeUp   chan struct{} // holds a value to start the next sweep now

	lookUps  sync.WaitGroup // of games whose creation had no answer; they begin with mu held
	lifetime context.Context
	end      context.CancelFunc // ends lifetime

	followersMu   sync.RWMutex
	followers     []func(Change)
	alwaysPresent []func(player string) bool
	nodeLost      []func()
}

type entry struct {
	ready chan struct{} // closed when room or err is set
	room  *Room
	err   error
	users int
	// closed is made when the room begins to close, and closed when it has. Until then
	// nobody opens another room of the game.
	closed chan struct{}
}

// NewHouse returns a house without rooms. It works while Run does.
func NewHouse(config Config, calendar Calendar) *House {
	if config.Peers == nil {
		config.Peers = singleNode{}
	}
	if config.Logger == nil {
		config.Logger = slog.New(slog.DiscardHandler)
	}
	h := &House{config: config, calendar: calendar, entries: map[string]*entry{}, wakeUp: make(chan struct{}, 1)}
	h.lifetime, h.end = context.WithCancel(context.Background())
	h.config.house = h
	return h
}

// Follow registers a function that is called with everything committed in the
// house's games, including their start. It is called on the game's goroutine
// and must not block, least of all on a room.
func (h *House) Follow(changed func(Change)) {
	h.followersMu.Lock()
	defer h.followersMu.Unlock()
	h.followers = append(h.followers, changed)
}

func (h *House) notify(c Change) {
	h.followersMu.RLock()
	defer h.followersMu.RUnlock()
	for _, changed := range h.followers {
		changed(c)
	}
}

// CountAsPresent has players count as present without a connection, in rooms that are opened
// from now on.
func (h *House) CountAsPresent(isPresent func(player string) bool) {
	h.followersMu.Lock()
	defer h.followersMu.Unlock()
	h.alwaysPresent = append(h.alwaysPresent, isPresent)
}

// OnNodeLost registers a function that is called when another node is gone. It must not
// block.
func (h *House) OnNodeLost(lost func()) {
	h.followersMu.Lock()
	defer h.followersMu.Unlock()
	h.nodeLost = append(h.nodeLost, lost)
}

func (h *House) isAlwaysPresent(player string) bool {
	h.followersMu.RLock()
	defer h.followersMu.RUnlock()
	return slices.ContainsFunc(h.alwaysPresent, func(has func(string) bool) bool { return has(player) })
}

// Now returns the time by the house's clock.
func (h *House) Now() play.Instant { return h.config.Heartbeat.Now() }

const (
	sweepInterval = 30 * time.Second
	// how long before its deadline a game is opened
	openAhead = play.Instant(3 * sweepInterval / time.Millisecond)
)

// Run beats the heartbeat, opens rooms when they are due and closes those that
// nobody needs. When ctx is done it closes all of them.
func (h *House) Run(ctx context.Context) {
	var pulse sync.WaitGroup
	pulse.Go(func() { h.config.Heartbeat.Run(ctx) })
	ticker := time.NewTicker(sweepInterval)
	defer ticker.Stop()
	for ctx.Err() == nil {
		h.openDue(ctx)
		h.sweep(false)
		select {
		case <-ticker.C:
		case <-h.wakeUp:
		case <-ctx.Done():
		}
	}
	pulse.Wait()
	h.end()
	h.sweep(true)
	h.lookUps.Wait()
}

// openDue opens games whose deadline is near. The next sweep retries after an error.
func (h *House) openDue(ctx context.Context) {
	ids, err := h.calendar.Due(ctx, h.config.Heartbeat.Now()+openAhead)
	if err != nil {
		h.logFailure(ctx, "games that are due are unknown", err)
		return
	}
	for _, id := range ids {
		_, leave, err := h.Enter(ctx, id)
		if err != nil {
			h.logFailure(ctx, "game that is due can't be opened", err, "game", id)
			continue
		}
		leave()
	}
}

func (h *House) logFailure(ctx context.Context, what string, err error, args ...any) {
	if ctx.Err() == nil {
		h.config.Logger.ErrorContext(ctx, what, append(args, "cause", err)...)
	}
}

// sweep closes the rooms that nobody needs, or all of them for good. A room may take
// long to close, so nobody waits for that but those who want to open it again.
func (h *House) sweep(all bool) {
	var closing []*entry
	h.mu.Lock()
	h.isClosed = h.isClosed || all
	for _, p := range h.entries {
		select {
		case <-p.ready:
			if p.err == nil && p.closed == nil && (all || p.users == 0 && !h.isNeeded(p.room)) {
				p.closed = make(chan struct{})
				closing = append(closing, p)
			}
		default: // being opened for somebody
		}
	}
	h.mu.Unlock()
	Parallel(closing, h.close)
}

// close closes a room that is marked as closing.
func (h *House) close(p *entry) {
	p.room.Close()
	h.mu.Lock()
	delete(h.entries, p.room.ID())
	h.mu.Unlock()
	close(p.closed)
}

// isNeeded reports whether a room without users here has something to decide
// soon, or players on other nodes.
func (h *House) isNeeded(r *Room) bool {
	if !r.IsOwner() {
		return false
	}
	at, ok := r.State().Deadline()
	return ok && at <= h.config.Heartbeat.Now()+openAhead || r.hasVisitorsElsewhere()
}

// Begin creates a game and opens its room. An error that does not wrap [play.ErrTaken]
// means that, as far as is known, there is no such game. If it turns out that there is, the
// game is announced then.
func (h *House) Begin(ctx context.Context, id string, setup play.Setup) error {
	ctx = context.WithoutCancel(ctx) // a stored game is announced even if the player who asked has left
	state, events, err := create(ctx, h.config, id, setup)
	if state == nil || errors.Is(err, play.ErrTaken) {
		return err
	}
	begun := Change{Game: id, State: state, Events: events, IsOwner: true}
	if err != nil { // it may be that only the answer is lost
		switch found := h.lookUp(ctx, begun); {
		case found == nil, errors.Is(found, play.ErrTaken):
			err = found
		case !errors.Is(found, ErrNoGame):
			h.lookUpAgain(begun)
		}
	}
	if err == nil {
		h.announce(ctx, begun)
	}
	return err
}

func (h *House) announce(ctx context.Context, begun Change) {
	h.notify(begun)
	if _, leave, err := h.Enter(ctx, begun.Game); err == nil {
		leave()
	} else { // the game has begun all the same: its room opens when somebody enters or it is due
		h.logFailure(ctx, "game that has begun can't be opened", err, "game", begun.Game)
	}
}

// lookUp returns nil if a game that was to be created is stored, [play.ErrTaken] if another
// was there first, and [ErrNoGame] if there is none. Any other error is no answer.
func (h *House) lookUp(ctx context.Context, begun Change) error {
	log, err := h.config.Log.Events(ctx, begun.Game, 0)
	switch {
	case err != nil:
		return err
	case len(log) == 0:
		return ErrNoGame
	case log[0].At != begun.Events[0].At:
		return play.ErrTaken
	}
	return nil
}

const (
	lookUpRetry    = time.Second // twice as long each time
	maxLookUpRetry = 10 * time.Second
)

// lookUpAgain announces a game, if it is stored, as soon as the log can be read: nobody else
// would tell its players.
func (h *House) lookUpAgain(begun Change) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.isClosed {
		return
	}
	h.lookUps.Go(func() {
		for wait := lookUpRetry; ; wait = min(2*wait, maxLookUpRetry) {
			select {
			case <-time.After(wait):
			case <-h.lifetime.Done():
				return
			}
			switch err := h.lookUp(h.lifetime, begun); {
			case err == nil:
				h.announce(h.lifetime, begun)
				return
			case errors.Is(err, play.ErrTaken), errors.Is(err, ErrNoGame):
				return
			}
		}
	})
}

// Enter returns the room of a game, opening it if necessary. It stays open
// until everybody who entered has called leave.
func (h *House) Enter(ctx context.Context, id string) (r *Room, leave func(), err error) {
	p, isNew, err := h.entry(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	if isNew {
		// Others may be waiting for it, so the first caller's cancellation does not count.
		p.room, p.err = Open(context.WithoutCancel(ctx), h.config, id)
		h.opened(id, p)
	}
	select {
	case <-p.ready:
	case <-ctx.Done():
		h.leave(p)
		return nil, nil, ctx.Err()
	}
	if p.err != nil {
		return nil, nil, p.err
	}
	return p.room, sync.OnceFunc(func() { h.leave(p) }), nil
}

// entry returns the entry of a game, new or not, with one more user. It waits for a room
// that is being closed.
func (h *House) entry(ctx context.Context, id string) (p *entry, isNew bool, err error) {
	for {
		h.mu.Lock()
		if h.isClosed {
			h.mu.Unlock()
			return nil, false, ErrClosed
		}
		p = h.entries[id]
		if p == nil || p.closed == nil {
			break
		}
		h.mu.Unlock()
		select {
		case <-p.closed:
		case <-ctx.Done():
			return nil, false, ctx.Err()
		}
	}
	defer h.mu.Unlock()
	if isNew = p == nil; isNew {
		p = &entry{ready: make(chan struct{})}
		h.entries[id] = p
	}
	p.users++
	return p, isNew, nil
}

// opened lets the users of a new entry continue. A room that was opened too late is closed.
func (h *House) opened(id string, p *entry) {
	h.mu.Lock()
	isLate := p.err == nil && h.isClosed
	if isLate {
		p.err = ErrClosed
	}
	if p.err != nil {
		delete(h.entries, id)
	}
	h.mu.Unlock()
	close(p.ready)
	if isLate {
		p.room.Close()
	}
}

func (h *House) leave(p *entry) {
	h.mu.Lock()
	defer h.mu.Unlock()
	p.users--
}
