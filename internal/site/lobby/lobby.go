package lobby

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"thera/game"
	"thera/internal/catalog/draft"
	"thera/internal/cluster/bus"
	"thera/internal/site/play"
	"thera/internal/site/room"
	"thera/internal/site/store"
	"thera/internal/site/stream"
)

// Errors of listening.
var (
	// ErrBehind is the error of a listener who was too slow: he has to begin anew.
	ErrBehind = stream.ErrBehind
	// ErrClosed is the error of listening to a lobby that does not run any more.
	ErrClosed = errors.New("the lobby is closed")
)

// Config is what a lobby needs.
type Config struct {
	Store *store.Store
	House *room.House
	// Rules returns the rules of a game by its name.
	Rules func(name string) (game.Game, error)
	// Cards returns the powers of a game by its name; nil where none has any.
	Cards func(name string) draft.Cards
	// Find returns the player of an account by its name as somebody in a class, or
	// in none, wrote it, or store.ErrNotFound; nil is by the name in small letters.
	Find func(ctx context.Context, class, name string) (play.Player, error)
	// Bots are the house bots, nil for none.
	Bots Bots
	// Bus is that of all nodes that serve the store; nil where there is only this
	// program.
	Bus *bus.Bus
	// Patience is how long who wants to play now waits for people, before house
	// bots take the seats that are left; 0 for seven seconds.
	Patience time.Duration
}

// Bots are players of the house, who are always there.
type Bots interface {
	// Has reports whether a player is one of them.
	Has(player string) bool
	// Choose returns so many of them that play on these terms, about as strong
	// as who. If named is not "" that one is among them, or it is a refusal.
	Choose(ctx context.Context, who play.Player, terms Terms, n int, named string) ([]play.Player, error)
}

// Lobby is where players find each other, safe for concurrent use.
type Lobby struct {
	config Config
	hub    *stream.Hub[Notice]
	nodes  nodes

	// mu guards the offers. Nobody writes to the store while holding it.
	mu         sync.Mutex
	seeks      book
	challenges book
	drafts     book

	saving sync.Mutex // one offer is written at a time

	acting sync.Mutex // one thing at a time happens in drafts; held before mu

	tasks  sync.WaitGroup
	ending sync.Mutex // guards the beginning of tasks against the end
	closed chan struct{}
}

// New returns a lobby with the offers that are stored. Run must be called for
// it to live.
func New(ctx context.Context, config Config) (*Lobby, error) {
	if config.Patience == 0 {
		config.Patience = 7 * time.Second
	}
	if config.Find == nil {
		config.Find = finder(config.Store)
	}
	l := &Lobby{config: config, closed: make(chan struct{})}
	if err := l.share(); err != nil {
		return nil, err
	}
	if err := l.load(ctx); err != nil {
		return nil, err
	}
	if config.Cards == nil {
		l.config.Cards = func(string) draft.Cards { return draft.Cards{} }
	}
	config.House.Follow(l.follow)
	return l, nil
}

const (
	// round is from one look at all seeks to the next.
	round = time.Second
	// clearing is from one look at what is too old to the next.
	clearing = 10 * time.Minute
	// count is from one look at how many are online to the next.
	count = stream.Meeting
)

// Run lets house bots take the places that are left and removes what is too
// old, until ctx is done. After that nobody can listen.
func (l *Lobby) Run(ctx context.Context) {
	look, online, tidy := time.NewTicker(round), time.NewTicker(count), time.NewTicker(clearing)
	defer l.unshare()
	defer look.Stop()
	defer online.Stop()
	defer tidy.Stop()
	l.clear(ctx)
	for ctx.Err() == nil {
		select {
		case <-look.C:
			l.sweep(ctx)
		case <-tidy.C:
			l.clear(ctx)
		case <-online.C:
			l.meet(ctx)
			l.hub.Count(func(n int) Notice { return Notice{Event: OnlineCount, Count: n} })
		case <-ctx.Done():
		}
	}
	l.ending.Lock()
	close(l.closed)
	l.ending.Unlock()
	l.tasks.Wait()
}

// start does something beside all else, unless the lobby is closed.
func (l *Lobby) start(task func()) {
	l.ending.Lock()
	defer l.ending.Unlock()
	select {
	case <-l.closed:
	default:
		l.tasks.Go(task)
	}
}

// now returns the time.
func (l *Lobby) now() play.Instant { return l.config.House.Now() }

// finder finds open accounts by their names in small letters.
func finder(s *store.Store) func(context.Context, string, string) (play.Player, error) {
	return func(ctx context.Context, _, name string) (play.Player, error) {
		a, err := s.AccountNamed(ctx, strings.ToLower(name))
		if err == nil && a.Closed != 0 {
			err = store.ErrNotFound
		}
		return play.Player{ID: a.ID, Name: a.Name, Kind: a.Kind}, err
	}
}
