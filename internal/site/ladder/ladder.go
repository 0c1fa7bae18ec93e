package ladder

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"thera/internal/site/play"
	"thera/internal/site/room"
	"thera/internal/site/store"
)

// Config is what a ladder needs.
type Config struct {
	Store *store.Store
	// Begin begins a game between given players, once, as lobby.Pair does. An
	// error that Absent knows means that one of them may not play any more.
	Begin  func(ctx context.Context, id string, setup play.Setup) error
	Absent func(error) bool
	// IsConnected reports whether a program is connected, to whatever node.
	IsConnected func(player string) bool
	Now         func() play.Instant
	// Games are those that have a ladder.
	Games []Game
	// House are the house bots of all games.
	House []Resident
	// Exhibition is how many games house bots play with each other where no
	// program is there, two for each pairing of them; 0 for none.
	Exhibition int
	// Round is from one pairing to the next, 0 for two seconds.
	Round time.Duration
	// Log is told of what should not happen; nil for nobody.
	Log *slog.Logger
}

// Game is a game that has a ladder.
type Game struct {
	Name, Variant string
	Control       play.Control
	// Openings are the texts of the positions that games begin from. Each is
	// even, and played with both colors; so these games are rated.
	Openings []string
}

// Resident is a house bot.
type Resident struct {
	Player play.Player
	Game   string
	// Start is the rating that the bot had before its first game: by these the
	// strengths of a standing get their scale.
	Start float64
}

const (
	// MaxGames is how many games a program can play at a time.
	MaxGames = 8
	// houseGames is how many a house bot plays.
	houseGames = 2
	// absenceLimit is how long a program that is not connected stays ready.
	absenceLimit = 60_000
	// seenInterval is from one time that it is kept who is connected to the next.
	seenInterval = 20_000
)

// TournamentOf returns the contest that the games of a game's ladder are a part of.
func TournamentOf(game string) string { return "ladder-" + game }

// Ladder pairs programs, safe for concurrent use.
type Ladder struct {
	config Config
	tables tables
	wake   chan struct{} // has one when there may be somebody to pair

	mu        sync.Mutex
	standings map[string]cachedStanding
}

// New returns a ladder, which pairs while Run does.
func New(config Config) *Ladder {
	if config.Round == 0 {
		config.Round = 2 * time.Second
	}
	if config.Log == nil {
		config.Log = slog.New(slog.DiscardHandler)
	}
	return &Ladder{config: config, tables: tables{config.Store.DB()}, wake: make(chan struct{}, 1), standings: map[string]cachedStanding{}}
}

// Run pairs until ctx is done.
func (l *Ladder) Run(ctx context.Context) {
	ticker := time.NewTicker(l.config.Round)
	defer ticker.Stop()
	for ctx.Err() == nil {
		for _, g := range l.config.Games {
			if err := l.round(ctx, g); err != nil && ctx.Err() == nil {
				l.config.Log.Error("ladder", "game", g.Name, "error", err)
			}
		}
		select {
		case <-ticker.C:
		case <-l.wake:
		case <-ctx.Done():
		}
	}
}

// Follow is told of what happens in games: who has ended one is paired again.
func (l *Ladder) Follow(c room.Change) {
	if len(c.Events) > 0 && c.State.Over() && c.State.Setup().Tournament == TournamentOf(c.State.Setup().Game) {
		l.wakeNow()
	}
}

// wakeNow has the next round be now.
func (l *Ladder) wakeNow() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// gameNamed returns the game of a name. The error is a play.Refusal.
func (l *Ladder) gameNamed(name string) (Game, error) {
	for _, g := range l.config.Games {
		if g.Name == name {
			return g, nil
		}
	}
	return Game{}, play.Refuse(UnknownGame, "game %q: no ladder is of that", name)
}

// Reasons of refusals.
const (
	UnknownGame play.Reason = "unknown-game"
	NotABot     play.Reason = "not-a-bot"
	InClass     play.Reason = "class"
	NotHere     play.Reason = "not-connected"
	TooMany     play.Reason = "too-many"
)

// Ready says that a program wants to be paired, for so many games at a time, 1 to
// [MaxGames]. It has to be connected, and stays ready until it leaves or is not
// connected for a minute. The error is a play.Refusal for who can't.
func (l *Ladder) Ready(ctx context.Context, who play.Player, game string, games int) error {
	if who.Kind != play.Bot {
		return play.Refuse(NotABot, "%s is a %s: want the account of a bot", who.Name, who.Kind)
	}
	if who.Class != "" {
		return play.Refuse(InClass, "%s belongs to a class, whose games are private: use an account outside the class", who.Name)
	}
	if _, err := l.gameNamed(game); err != nil {
		return err
	}
	switch {
	case games < 1 || games > MaxGames:
		return play.Refuse(TooMany, "%d games at a time: want 1 to %d", games, MaxGames)
	case !l.config.IsConnected(who.ID):
		return play.Refuse(NotHere, "%s does not follow /api/v1/events: want that first, by which it hears of its games", who.Name)
	}
	err := l.tables.enter(ctx, game, who.ID, games, l.config.Now())
	l.wakeNow()
	return err
}

// Leave says that a program is not to be paired any more. Games that have begun
// go on.
func (l *Ladder) Leave(ctx context.Context, player, game string) error {
	if _, err := l.gameNamed(game); err != nil {
		return err
	}
	return l.tables.leave(ctx, game, player)
}

// connected returns the programs that are ready and connected, and forgets those
// that are not for long.
func (l *Ladder) connected(ctx context.Context, game string) (here []readyProgram, err error) {
	all, err := l.tables.ready(ctx, game)
	now := l.config.Now()
	for _, r := range all {
		switch there := l.config.IsConnected(r.player); {
		case there:
			here = append(here, r)
			if now-r.seen > seenInterval {
				err = errors.Join(err, l.tables.markSeen(ctx, game, r.player, now))
			}
		case now-r.seen > absenceLimit:
			err = errors.Join(err, l.tables.leave(ctx, game, r.player))
		}
	}
	return here, err
}

// rating returns the rating of a player in a ladder.
func (l *Ladder) rating(ctx context.Context, g Game, player string) (store.Rating, error) {
	return l.config.Store.Rating(ctx, player, g.Name, g.Control.Speed(), l.config.Now())
}
