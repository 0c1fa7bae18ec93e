package housebot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"thera/game"
	"thera/internal/catalog"
	"thera/internal/catalog/setup"
	"thera/internal/lab/rating"
	"thera/internal/site/lobby"
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
	// Slots returns how many turns of rated or of casual games they can search at a
	// time, 0 if none is connected. Nobody can check that a turn is the best that a
	// level finds, so turns of rated games are for workers that the operator trusts.
	Slots(rated bool) int
	// Search returns a turn for the seat to move, unless ctx is done first. The bots
	// check it, and search themselves after an error.
	Search(ctx context.Context, t SearchRequest) (game.Move, error)
}

// SearchRequest is a turn to be searched.
type SearchRequest struct {
	Game     string
	Position game.Position
	Level    int
	Time     time.Duration // limit
	Seed     uint64        // not 0
	Rated    bool          // the game is rated
}

// Bots are the house bots. They implement [lobby.Bots].
type Bots struct {
	config Config
	byID   map[string]bot

	slots   chan struct{} // one value for each search in progress
	waiting atomic.Int64  // turns waiting for a slot
	lost    chan struct{} // holds a value when another node is gone

	mu   sync.Mutex
	todo map[task]bool // false while it is being done and the game has not changed since
	// interrupt ends the search for the showcase game in progress; nil for none.
	interrupt context.CancelFunc
	ctx       context.Context // that of Run, nil before
	closed    bool
	tasks     sync.WaitGroup
}

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
	b := &Bots{config: config, byID: map[string]bot{}, slots: make(chan struct{}, config.Searches), lost: make(chan struct{}, 1), todo: map[task]bool{}}
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
	config.House.CountAsPresent(b.Has)
	config.House.Follow(b.follow)
	config.House.OnNodeLost(func() {
		select {
		case b.lost <- struct{}{}:
		default:
		}
	})
	return b, nil
}

// Has reports whether a player is one of the bots.
func (b *Bots) Has(player string) bool {
	_, ok := b.byID[player]
	return ok
}

// Run plays until ctx is done, starting with the games that wait for a bot. When another
// node is gone, it starts with those again: that node can have left some that nobody has open.
func (b *Bots) Run(ctx context.Context) {
	b.mu.Lock()
	b.ctx = ctx
	for t := range b.todo {
		b.begin(t)
	}
	b.mu.Unlock()
	for ctx.Err() == nil {
		for id := range b.byID {
			b.resume(ctx, id)
		}
		select {
		case <-b.lost:
		case <-ctx.Done():
		}
	}
	b.mu.Lock()
	b.closed = true
	b.mu.Unlock()
	b.tasks.Wait()
}

// resume plays in the games that wait for a bot.
func (b *Bots) resume(ctx context.Context, bot string) {
	games, err := b.config.Store.Running(ctx, bot)
	for err != nil && ctx.Err() == nil {
		b.logError("games of a house bot not read", "bot", bot, err)
		pause(ctx, retry)
		games, err = b.config.Store.Running(ctx, bot)
	}
	for _, g := range games {
		if g.Players[g.Turn-1].ID == bot {
			b.attend(task{g.ID, false})
		}
	}
}

// logError logs an error, unless it is that the bots are being stopped.
func (b *Bots) logError(what, key, value string, err error) {
	if errors.Is(err, context.Canceled) {
		return
	}
	b.config.Log.Error(what, key, value, "cause", err)
}

const (
	// maxGames is how many games with bots one player can have at a time. Each node has a
	// player's games begin one by one: nodes asked at the same time may each allow one more.
	maxGames = 20
	newcomer = 3 // the level taken to be as strong as a new player or guest
)

// Resident is a bot that can be played.
type Resident struct {
	Player play.Player `json:"player" doc:"Who it is"`
	Level  int         `json:"level" doc:"From 1, the weakest"`
	Rating int         `json:"rating" doc:"Its own or, before it is known, an estimate"`
}

// Residents returns the bots of a game by level, with their ratings at a speed.
func (b *Bots) Residents(ctx context.Context, game string, speed play.Speed) ([]Resident, error) {
	var all []Resident
	known, offset := 0, 0.0
	for _, m := range b.byID {
		if m.entry.Game.Name() != game {
			continue
		}
		r, err := b.config.Store.Rating(ctx, m.player.ID, game, speed, b.config.House.Now())
		if err != nil {
			return nil, err
		}
		one := Resident{Player: m.player, Level: m.level}
		if r.Games > 0 || !r.Provisional() {
			one.Player.Rating, one.Player.Provisional = int(math.Round(r.Rating.Rating)), r.Deviation >= rating.Provisional
		}
		if one.Player.Rating > 0 && !one.Player.Provisional {
			one.Rating = one.Player.Rating
			known++
			offset += r.Rating.Rating - m.strength()
		}
		all = append(all, one)
	}
	if known > 0 {
		offset /= float64(known)
	}
	for i, one := range all {
		m := b.byID[one.Player.ID]
		switch {
		case one.Rating > 0:
		case known > 0:
			all[i].Rating = int(math.Round(m.strength() + offset))
		default:
			all[i].Rating = int(math.Round(m.strength() - m.strengthOf(newcomer) + rating.New().Rating))
		}
	}
	slices.SortFunc(all, func(a, b Resident) int { return cmp.Compare(a.Level, b.Level) })
	return all, nil
}

// strength returns the strength of the bot's level by the catalog, in Elo above
// level 1.
func (m bot) strength() float64 { return m.strengthOf(m.level) }

func (m bot) strengthOf(level int) float64 { return float64(m.entry.Strengths[level-1]) }

// startDeviation is the deviation of the bots' starting ratings: the
// differences between levels were measured to about ±150 Elo (95%).
const startDeviation = 80

// start returns the rating the bot has before its first game, as far from the
// newcomer's as the levels were measured to be. It anchors everybody who plays the
// bot, so that ratings keep their meaning over the years. It changes like any other.
func (m bot) start() rating.Rating {
	const steady = 0.06 // a level plays no better with time
	points := rating.New().Rating + m.strength() - m.strengthOf(newcomer)
	return rating.Rating{Rating: points, Deviation: startDeviation, Volatility: steady}
}

// Starts returns the bots of a game by level, with their starting ratings.
func (b *Bots) Starts(game string) (all []Resident) {
	for _, m := range b.byID {
		if m.entry.Game.Name() == game {
			all = append(all, Resident{Player: m.player, Level: m.level, Rating: int(math.Round(m.start().Rating))})
		}
	}
	slices.SortFunc(all, func(a, b Resident) int { return cmp.Compare(a.Level, b.Level) })
	return all
}

// Choose returns n bots for the seats that are left, those with ratings nearest to who's,
// as a handicap shifts it. If named is not "", that bot is among them, and it must play the
// game.
func (b *Bots) Choose(ctx context.Context, who play.Player, terms lobby.Terms, n int, named string) ([]play.Player, error) {
	all, err := b.Residents(ctx, terms.Game, terms.Control.Speed())
	if err != nil {
		return nil, err
	}
	if err := b.checkGameLimit(ctx, who); err != nil {
		return nil, err
	}
	wanted := cmp.Or(who.Rating, int(rating.New().Rating)) + b.advantage(terms)
	if m, ok := b.byID[named]; ok {
		i := slices.IndexFunc(all, func(r Resident) bool { return r.Player.ID == named })
		if i < 0 {
			return nil, play.Refuse(lobby.NoBot, "%s plays only %s", m.player.Name, m.entry.Game.Name())
		}
		wanted = all[i].Rating
	}
	far := func(r Resident) int {
		if r.Player.ID == named {
			return -1
		}
		return max(r.Rating-wanted, wanted-r.Rating)
	}
	slices.SortStableFunc(all, func(a, b Resident) int { return cmp.Compare(far(a), far(b)) })
	if len(all) < n {
		return nil, play.Refuse(lobby.NoBot, "only %d house bots play %q: %d seats are open", len(all), terms.Game, n)
	}
	var chosen []play.Player
	for _, r := range all[:n] {
		chosen = append(chosen, r.Player)
	}
	return chosen, nil
}

// advantage returns how many Elo points stronger the player who offers terms is with
// their handicap, negative for the one who gives it.
func (b *Bots) advantage(terms lobby.Terms) int {
	entry, _ := catalog.Among(b.config.Games, terms.Game)       // an unknown game has none
	h, _ := setup.FindHandicap(entry.Handicaps, terms.Handicap) // nothing is worth nothing
	worth := int(h.Worth().Elo)
	if terms.Gives {
		return -worth
	}
	return worth
}

func (b *Bots) checkGameLimit(ctx context.Context, who play.Player) error {
	games, err := b.config.Store.Running(ctx, who.ID)
	if err != nil {
		return err
	}
	n := 0
	for _, g := range games {
		if slices.ContainsFunc(g.Players, func(p play.Player) bool { return b.Has(p.ID) }) {
			n++
		}
	}
	if n >= maxGames {
		return play.Refuse(lobby.TooMany, "%d games with house bots: finish one first", n)
	}
	return nil
}
