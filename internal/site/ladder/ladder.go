package ladder

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"math"
	"slices"
	"time"

	"thera/internal/site/play"
	"thera/internal/site/room"
	"thera/internal/site/store"
)

// Config is what a ladder needs.
type Config struct {
	Store *store.Store
	// Begin starts a game between given players, once, as lobby.Pair does. If
	// Absent returns true for the error, one of them may not play any more.
	Begin  func(ctx context.Context, id string, setup play.Setup) error
	Absent func(error) bool
	// Connected returns which of some programs are connected to any node.
	Connected func(ctx context.Context, players ...string) []string
	Now       func() play.Instant
	// Games are the games that have a ladder.
	Games []Game
	// Bots are the house bots of all games.
	Bots []Resident
	// Exhibition is how many games house bots play with each other while no
	// program is connected, two for each pairing; 0 for none.
	Exhibition int
	// Round is the interval between pairings, 0 for two seconds.
	Round time.Duration
	// Log gets unexpected errors; nil for none.
	Log *slog.Logger
}

// Game is a game with a ladder.
type Game struct {
	Name, Variant string
	Control       play.Control
	// Openings are the positions that games start from. Each is balanced and
	// played with both seats, so these games can be rated.
	Openings []string
}

// Resident is a house bot.
type Resident struct {
	Player play.Player
	Game   string
	// Start is the bot's rating before its first game, which anchors the scale
	// of the strengths.
	Start float64
}

// Limits of the ladder.
const (
	MaxGames        = 8                  // concurrent games of a program
	houseGames      = 2                  // how many games a house bot plays at a time
	absenceLimit    = 60_000             // how long a disconnected program stays ready, in ms
	pairingLifetime = 7 * 24 * 3_600_000 // how long the games of a pairing can begin, in ms
	seenInterval    = 20_000             // how often it is recorded that a program is connected, in ms
)

// TournamentOf returns the ID of the tournament that the games of a game's
// ladder belong to.
func TournamentOf(game string) string { return "ladder-" + game }

// Ladder pairs programs. It is safe for concurrent use.
type Ladder struct {
	config Config
	tables tables
	wake   chan struct{} // holds a value when somebody may be free to be paired
}

// New returns a ladder, which pairs while Run does.
func New(config Config) *Ladder {
	if config.Round == 0 {
		config.Round = 2 * time.Second
	}
	if config.Log == nil {
		config.Log = slog.New(slog.DiscardHandler)
	}
	return &Ladder{config: config, tables: tables{config.Store.DB()}, wake: make(chan struct{}, 1)}
}

// Run pairs until ctx is done.
func (l *Ladder) Run(ctx context.Context) {
	ticker := time.NewTicker(l.config.Round)
	defer ticker.Stop()
	for ctx.Err() == nil {
		for _, g := range l.config.Games {
			if err := l.round(ctx, g); err != nil && ctx.Err() == nil {
				l.config.Log.Error("games of the ladder not paired", "game", g.Name, "cause", err)
			}
		}
		select {
		case <-ticker.C:
		case <-l.wake:
		case <-ctx.Done():
		}
	}
}

// Follow is called with changes of games: players whose game has ended are
// paired again.
func (l *Ladder) Follow(c room.Change) {
	if len(c.Events) > 0 && c.State.Over() && c.State.Setup().Tournament == TournamentOf(c.State.Setup().Game) {
		l.wakeNow()
	}
}

func (l *Ladder) wakeNow() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// gameNamed returns the game with a name. The error is a play.Refusal.
func (l *Ladder) gameNamed(name string) (Game, error) {
	for _, g := range l.config.Games {
		if g.Name == name {
			return g, nil
		}
	}
	return Game{}, play.Refuse(UnknownGame, "game %q has no ladder", name)
}

// Reasons of refusals.
const (
	UnknownGame play.Reason = "unknown-game"
	NotABot     play.Reason = "not-a-bot"
	InClass     play.Reason = "class"
	NotHere     play.Reason = "not-connected"
	TooMany     play.Reason = "too-many"
)

// Ready declares that a program wants to be paired, for 1 to [MaxGames] games at a
// time. It must be connected, and stays ready until it leaves or has been
// disconnected for a minute. The error is a play.Refusal for programs that may not.
func (l *Ladder) Ready(ctx context.Context, who play.Player, game string, games int) error {
	if who.Kind != play.Bot {
		return play.Refuse(NotABot, "%s is a %s: the ladder is for bot accounts", who.Name, who.Kind)
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
	case len(l.config.Connected(ctx, who.ID)) == 0:
		return play.Refuse(NotHere, "%s follows neither /api/v1/events nor /api/v1/stream/event: connect first, because games are announced there", who.Name)
	}
	err := l.tables.enter(ctx, game, who.ID, games, l.config.Now())
	l.wakeNow()
	return err
}

// Leave stops pairing a program. Games in progress continue.
func (l *Ladder) Leave(ctx context.Context, player, game string) error {
	if _, err := l.gameNamed(game); err != nil {
		return err
	}
	return l.tables.leave(ctx, game, player)
}

// connected returns the programs that are ready and connected, and removes
// those that have been away too long.
func (l *Ladder) connected(ctx context.Context, game string) (here []readyProgram, err error) {
	all, err := l.tables.ready(ctx, game)
	there := l.config.Connected(ctx, playersOf(all)...)
	now := l.config.Now()
	for _, r := range all {
		switch {
		case slices.Contains(there, r.player):
			here = append(here, r)
			if now-r.seen > seenInterval {
				err = errors.Join(err, l.tables.markSeen(ctx, game, r.player, now))
			}
		case now-r.seen > absenceLimit:
			err = errors.Join(err, l.tables.leaveAbsent(ctx, game, r.player, r.seen))
		}
	}
	return here, err
}

func playersOf(ready []readyProgram) (ids []string) {
	for _, one := range ready {
		ids = append(ids, one.player)
	}
	return ids
}

func (l *Ladder) rating(ctx context.Context, g Game, player string) (store.Rating, error) {
	return l.config.Store.Rating(ctx, player, g.Name, g.Control.Speed(), l.config.Now())
}

// Program is a program that may be paired.
type Program struct {
	ID     string
	House  bool    // a house bot
	Rating float64 // in the ladder's game
	Free   int     // how many more games it can start
	Last   string  // the last opponent, "" for none
	Paired int64   // number of the last pairing
}

const meetingPenalty = 60 // rating points that one earlier meeting weighs

// Pair returns the next pairs among the programs with a free game, each program at
// most once. The program that has waited longest chooses first: it gets the
// opponent with the nearest rating and few earlier meetings, which met counts.
//
// A program is not paired with its previous opponent while another one is
// available, be it a house bot. But it does not get a house bot twice in a row
// while another program is playing: it waits for that one. House bots play each
// other only if no other program is there.
func Pair(programs []Program, met func(a, b string) int) (pairs [][2]string) {
	waiting := slices.Clone(programs)
	alone := !slices.ContainsFunc(programs, func(p Program) bool { return !p.House })
	slices.SortFunc(waiting, func(a, b Program) int { return cmp.Or(cmp.Compare(a.Paired, b.Paired), cmp.Compare(a.ID, b.ID)) })
	taken := map[string]bool{}
	for _, p := range waiting {
		if p.Free < 1 || taken[p.ID] || p.House && !alone {
			continue
		}
		best, least := "", math.Inf(1)
		for _, other := range waiting {
			if other.ID == p.ID || other.Free < 1 || taken[other.ID] || other.House && shouldWait(p, programs) {
				continue
			}
			if cost := distance(p, other, alone) + meetingPenalty*float64(met(p.ID, other.ID)) + math.Abs(p.Rating-other.Rating); cost < least {
				best, least = other.ID, cost
			}
		}
		if best != "" {
			taken[p.ID], taken[best] = true, true
			pairs = append(pairs, [2]string{p.ID, best})
		}
	}
	return pairs
}

// shouldWait reports whether a program whose last opponent was a house bot
// should wait for another program to finish. If it took the next house bot, the
// two would hardly ever be free at the same time.
func shouldWait(p Program, programs []Program) bool {
	return !p.House && slices.ContainsFunc(programs, func(o Program) bool { return o.House && o.ID == p.Last }) &&
		slices.ContainsFunc(programs, func(o Program) bool { return !o.House && o.ID != p.ID && o.Free < 1 })
}

// distance ranks opponents before ratings count: first programs, then house
// bots, then the previous opponent.
func distance(p, other Program, alone bool) float64 {
	const rank = 1e9
	switch {
	case p.Last == other.ID || other.Last == p.ID && !other.House:
		return 2 * rank
	case other.House && !alone:
		return rank
	}
	return 0
}
