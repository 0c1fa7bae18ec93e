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
	// Games are those that the bots play.
	Games []catalog.Entry
	// Account returns the bot's account of a name, which is made if there is
	// none.
	Account func(ctx context.Context, name string) (play.Player, error)
	// Delay is how long a bot takes for a turn at least, where its clock allows
	// it, so that people can follow.
	Delay time.Duration
	// Searches is how many turns are searched at a time; 0 for one less than
	// there are processors, and at least one.
	Searches int
	// Workers, if not nil, search turns in place of this program, as long as there
	// are any.
	Workers Workers
	// Log is told of what should not happen; nil for nobody.
	Log *slog.Logger
}

// Workers are machines that search for the bots.
type Workers interface {
	// Slots returns how many turns they can search at a time, 0 where nobody is
	// there.
	Slots() int
	// Search returns a turn for the seat to move. The bots search themselves
	// after an error, and check the turn.
	Search(ctx context.Context, t SearchRequest) (game.Move, error)
}

// SearchRequest is a turn to be searched.
type SearchRequest struct {
	Game     string
	Position game.Position
	Level    int
	Time     time.Duration // at most
	Seed     uint64        // not 0
}

// Bots are the players of the house. They are the [lobby.Bots] of a lobby.
type Bots struct {
	config Config
	byID   map[string]bot

	slots   chan struct{} // one for each search at a time
	waiting atomic.Int64  // turns that wait for one

	mu       sync.Mutex
	thinking map[string]bool // games that a bot thinks about; true to look again
	ctx      context.Context // of Run, nil before
	closed   bool
	tasks    sync.WaitGroup
}

// bot is a level of a game.
type bot struct {
	player play.Player
	entry  catalog.Entry
	level  int
}

// New returns the bots, whose accounts are there then. They play while Run does.
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
				err = fmt.Errorf("it is that of a %s", player.Kind)
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

// Run plays until ctx is done, and begins with the games that wait for a bot's
// turn since before.
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

// start does something beside all else while Run does.
func (b *Bots) start(task func(ctx context.Context)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ctx != nil && !b.closed {
		b.tasks.Go(func() { task(b.ctx) })
	}
}

// logError tells the log of what went wrong. What is cut off by the end did not.
func (b *Bots) logError(what, key, value string, err error) {
	if errors.Is(err, context.Canceled) {
		return
	}
	b.config.Log.Error(what, key, value, "error", err)
}
