package housebot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"thera/game"
	"thera/internal/catalog"
	"thera/internal/site/play"
	"thera/internal/site/room"
	"thera/internal/site/store"
)

// Config is what bots need.
type Config struct {
	Store *store.Store
	House *room.House
	// Games are the games that the bots play.
	Games []catalog.Entry
	// Account returns the bot account with a name, creating it if necessary.
	Account func(ctx context.Context, name string) (play.Player, error)
	// Delay is the minimum time for a turn, if the clock allows it, so that
	// people can follow.
	Delay time.Duration
	// Searches is how many turns are searched at a time; 0 for one less than
	// the number of processors, at least one.
	Searches int
	// Workers, if not nil, search turns instead of this program while any are
	// connected.
	Workers Workers
	// Log gets unexpected errors; nil for none.
	Log *slog.Logger
}

// Workers are other machines that search for the bots.
type Workers interface {
	// Slots returns how many turns they can search at a time, 0 if none is connected.
	Slots() int
	// Search returns a turn for the seat to move. The bots check it, and search
	// themselves after an error.
	Search(ctx context.Context, t SearchRequest) (game.Move, error)
}

// SearchRequest is a turn to be searched.
type SearchRequest struct {
	Game     string
	Position game.Position
	Level    int
	Time     time.Duration // limit
	Seed     uint64        // not 0
}

// Bots are the house bots. They implement [lobby.Bots].
type Bots struct {
	config Config
	byID   map[string]bot

	slots   chan struct{} // one value for each search in progress
	waiting atomic.Int64  // turns waiting for a slot

	mu       sync.Mutex
	thinking map[string]bool // games a bot is working on; true if the game has changed since
	ctx      context.Context // that of Run, nil before
	closed   bool
	tasks    sync.WaitGroup
}

// bot is a level of a game.
type bot struct {
	player play.Player
	entry  catalog.Entry
	level  int
}

// New returns the bots and creates their accounts. They play while Run does.
func New(ctx context.Context, config Config) (*Bots, error) {
	if config.Searches == 0 {
		config.Searches = max(1, runtime.GOMAXPROCS(0)-1)
	}
	if config.Log == nil {
		config.Log = slog.New(slog.DiscardHandler)
	}
	b := &Bots{config: config, byID: map[string]bot{}, slots: make(chan struct{}, config.Searches), thinking: map[string]bool{}}
	for _, entry := range config.Games {
		for level := 1; level <= catalog.MaxLevel; level++ {
			name := entry.Game.Name() + "-" + strconv.Itoa(level)
			player, err := config.Account(ctx, name)
			if err == nil && player.Kind != play.Bot {
				err = fmt.Errorf("it belongs to a %s", player.Kind)
			}
			if err != nil {
				return nil, fmt.Errorf("account of the house bot %q: %w", name, err)
			}
			m := bot{player, entry, level}
			if err := config.Store.StartRating(ctx, player.ID, entry.Game.Name(), m.start()); err != nil {
				return nil, fmt.Errorf("rating of the house bot %q: %w", name, err)
			}
			b.byID[player.ID] = m
		}
	}
	config.House.AddResidents(b.Has)
	config.House.Follow(b.follow)
	return b, nil
}

// Has reports whether a player is one of the bots.
func (b *Bots) Has(player string) bool {
	_, ok := b.byID[player]
	return ok
}

// Run plays until ctx is done, starting with the games that wait for a bot.
func (b *Bots) Run(ctx context.Context) {
	b.mu.Lock()
	b.ctx = ctx
	b.mu.Unlock()
	for id := range b.byID {
		games, err := b.config.Store.Running(ctx, id)
		if err != nil {
			b.logError("games of a house bot", "bot", id, err)
		}
		for _, g := range games {
			if b.Has(g.Players[g.Turn-1].ID) {
				b.think(g.ID)
			}
		}
	}
	<-ctx.Done()
	b.mu.Lock()
	b.closed = true
	b.mu.Unlock()
	b.tasks.Wait()
}

// start runs a task in the background while Run does.
func (b *Bots) start(task func(ctx context.Context)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ctx != nil && !b.closed {
		b.tasks.Go(func() { task(b.ctx) })
	}
}

// logError logs an error, unless it is that the bots are being stopped.
func (b *Bots) logError(what, key, value string, err error) {
	if errors.Is(err, context.Canceled) {
		return
	}
	b.config.Log.Error(what, key, value, "error", err)
}
