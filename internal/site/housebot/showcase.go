package housebot

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"thera/game"
	"thera/internal/catalog"
	"thera/internal/cluster/bus"
	"thera/internal/site/play"
	"thera/internal/site/room"
	"thera/internal/site/store"
)

// Showcase is a game of two house bots for people to watch while there is no other
// game: an unrated one of the tournament [play.Showcase], with the games in turn. It
// continues only while somebody looks, a turn every few seconds, and its searches give
// way to all others of house bots.
//
// Its state is in the store alone, so it continues after a crash. Where several
// nodes serve the store they have one showcase: the ID of a game follows from the
// previous game, so it is begun once, and the node that owns it plays the turns.
//
// Only the last games are kept.
type Showcase struct {
	bots   *Bots
	config ShowcaseConfig
	ended  func() // ends the subscription

	mu        sync.Mutex
	watchedAt time.Time // when somebody was last known to look, at any node
	toldAt    time.Time // when other nodes were last told that somebody looks at this one
}

// ShowcaseConfig is what a showcase needs.
type ShowcaseConfig struct {
	// Begin starts a game between given players unless it exists, as lobby.Pair does.
	Begin func(ctx context.Context, id string, setup play.Setup) error
	// Openings has, by game, positions to start from.
	Openings func(game string) []string
	// Bus connects the nodes that serve the store; nil if there is only this program.
	Bus *bus.Bus
	// Pace is the time between two turns; 0 for three seconds.
	Pace time.Duration
	// Attention is how long the game continues after somebody has looked; 0 for 15
	// seconds. Those who look say so more often.
	Attention time.Duration
	// Rest is how long a game is shown after its end; 0 for 15 seconds.
	Rest time.Duration
}

const (
	showcasePace      = 3 * time.Second
	showcaseAttention = 15 * time.Second
	showcaseSearch    = 300 * time.Millisecond // longest search
	showcaseRest      = 15 * time.Second
	showcasesKept     = 10
	showcaseLevel     = 4 // the weakest bot: those below make poor games to watch
	showcaseSubject   = "showcase"
)

// NewShowcase returns the showcase of these bots. It plays while Run does.
func NewShowcase(b *Bots, c ShowcaseConfig) (*Showcase, error) {
	if c.Pace == 0 {
		c.Pace = showcasePace
	}
	if c.Attention == 0 {
		c.Attention = showcaseAttention
	}
	if c.Rest == 0 {
		c.Rest = showcaseRest
	}
	s := &Showcase{bots: b, config: c, ended: func() {}}
	var err error
	if c.Bus != nil {
		s.ended, err = c.Bus.Subscribe(showcaseSubject, func(bus.Message) { s.watched(time.Now()) })
	}
	return s, err
}

// Run plays the turns of the showcase until ctx is done.
func (s *Showcase) Run(ctx context.Context) {
	defer s.ended()
	ticker := time.NewTicker(s.config.Pace)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
		if !s.isWatched(time.Now()) {
			continue
		}
		log := s.bots.config.Log
		err := room.Guard(log, func() error { return s.playTurn(ctx) }, "contest", play.Showcase)
		if err != nil && ctx.Err() == nil {
			log.Error("turn of the showcase game not played", "cause", err)
		}
		if errors.Is(err, room.ErrPanic) {
			pause(ctx, room.PanicRest)
		}
	}
}

// Watch says that somebody looks at the showcase. It is cheap, and must be repeated for as
// long as they look.
func (s *Showcase) Watch() {
	now := time.Now()
	s.watched(now)
	if s.config.Bus == nil {
		return
	}
	s.mu.Lock()
	isDue := now.Sub(s.toldAt) >= s.config.Attention/3
	if isDue {
		s.toldAt = now
	}
	s.mu.Unlock()
	if isDue {
		_ = s.config.Bus.Publish(showcaseSubject, nil) // repeated soon
	}
}

func (s *Showcase) watched(now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.watchedAt = now
}

func (s *Showcase) isWatched(now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return now.Sub(s.watchedAt) < s.config.Attention
}

// Game returns the game to show to somebody who looks. It begins one if there is none, or
// if the last one ended some time ago.
func (s *Showcase) Game(ctx context.Context) (play.Summary, error) {
	s.Watch()
	last, err := s.bots.config.Store.Showcase(ctx)
	if errors.Is(err, store.ErrNotFound) {
		err = nil
	}
	for err == nil && (last.ID == "" || s.isPast(last)) { // again, if the next one is past as well
		last, err = s.next(ctx, last)
	}
	return last, err
}

func (s *Showcase) isPast(g play.Summary) bool {
	return g.Ended > 0 && s.bots.config.House.Now() >= g.Ended+play.Instant(s.config.Rest.Milliseconds())
}

// next begins the game after the last one, unless another node has done so, and returns it.
func (s *Showcase) next(ctx context.Context, last play.Summary) (play.Summary, error) {
	ctx = context.WithoutCancel(ctx) // others want it too
	id := play.TournamentGameID(play.Showcase+" "+last.ID, 1, 1)
	if err := s.config.Begin(ctx, id, s.setup(last.Game)); err != nil {
		return play.Summary{}, err
	}
	if err := s.bots.config.Store.DeleteShowcases(ctx, showcasesKept); err != nil {
		s.bots.config.Log.Error("past showcase games not deleted", "cause", err) // deleted with the next ones
	}
	return s.bots.config.Store.Summary(ctx, id)
}

// setup returns a game of two neighboring levels, of the game after another one, "" for the
// first.
func (s *Showcase) setup(after string) play.Setup {
	games := s.bots.config.Games
	at := slices.IndexFunc(games, func(e catalog.Entry) bool { return e.Game.Name() == after })
	rules := games[(at+1)%len(games)].Game
	bots := s.bots.Starts(rules.Name())
	weaker := showcaseLevel + rand.IntN(len(bots)-showcaseLevel)
	players := []play.Player{bots[weaker-1].Player, bots[weaker].Player}
	if rand.IntN(2) == 0 {
		slices.Reverse(players)
	}
	setup := play.Setup{Tournament: play.Showcase, Game: rules.Name(), Variant: rules.Variants()[0], Players: players}
	if openings := s.config.Openings(rules.Name()); len(openings) > 0 {
		setup.Position = openings[rand.IntN(len(openings))]
	}
	return setup
}

// playTurn plays a turn of the game in progress, if this node owns it and has no other
// turns to search.
func (s *Showcase) playTurn(ctx context.Context) error {
	last, err := s.bots.config.Store.Showcase(ctx)
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	if err != nil || last.Ended > 0 {
		return err
	}
	r, leave, err := s.bots.config.House.Enter(ctx, last.ID)
	if err != nil {
		return err
	}
	defer leave()
	state := r.State()
	if !r.IsOwner() || state.Over() {
		return nil
	}
	move, err := s.bots.searchShowcase(ctx, state, seedOf(last.ID))
	if err != nil || move == "" {
		return err
	}
	return do(ctx, r, state, move)
}

// searchShowcase searches a turn, unless other turns are being searched in all slots or
// another one comes up meanwhile: then it returns "".
func (b *Bots) searchShowcase(ctx context.Context, s *play.State, seed uint64) (game.Move, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	b.setInterrupt(cancel)
	defer b.setInterrupt(nil)
	select {
	case b.slots <- struct{}{}:
	default:
		return "", nil
	}
	defer func() { <-b.slots }()
	me := b.byID[s.Setup().Players[s.Position().Turn()].ID]
	info, err := Search(ctx, me.entry, SearchRequest{Position: s.Position(), Level: me.level, Time: showcaseSearch, Seed: seed})
	switch {
	case ctx.Err() != nil:
		return "", nil
	case err != nil:
		return "", err
	}
	return info.Best(), nil
}

func (b *Bots) setInterrupt(interrupt context.CancelFunc) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.interrupt = interrupt
}

// interruptShowcase ends a search for the showcase, if there is one.
func (b *Bots) interruptShowcase() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.interrupt != nil {
		b.interrupt()
	}
}
