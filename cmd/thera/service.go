package main

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"thera/game"
	"thera/internal/account"
	"thera/internal/catalog"
	"thera/internal/draft"
	"thera/internal/gate"
	"thera/internal/housebot"
	"thera/internal/live"
	"thera/internal/lobby"
	"thera/internal/play"
	"thera/internal/push"
	"thera/internal/room"
	"thera/internal/server"
	"thera/internal/store"
)

// botDelay is how long a house bot takes for a turn at least, so that people can
// follow.
const botDelay = 700 * time.Millisecond

// service is what lets people play with each other.
type service struct {
	store    *store.Store
	accounts *account.Accounts
	gate     *gate.Gate
	push     *push.Push
	live     *live.Service
	run      []func(context.Context)
	ctx      context.Context
	stop     context.CancelFunc
	tasks    sync.WaitGroup
}

// openService opens the store, the default one if none is named. The games in it
// go on after begin, until close, which may be later than the end of ctx.
func openService(ctx context.Context, f serveFlags, log *slog.Logger, page string) (s *service, err error) {
	address := f.store
	if address == "" {
		if address, err = defaultStore(); err != nil {
			return nil, err
		}
	}
	ctx, stop := context.WithCancel(context.WithoutCancel(ctx))
	s = &service{stop: stop}
	if s.store, err = store.Open(ctx, address); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.close())
		}
	}()
	pulse, err := room.NewPulse(ctx, s.store)
	if err != nil {
		return nil, err
	}
	house := room.NewHouse(room.Config{Rules: rulesOf, Log: s.store, Pulse: pulse}, s.store)
	s.accounts, err = account.New(ctx, account.Config{Store: s.store, Games: catalog.Names()})
	if err != nil {
		return nil, err
	}
	s.gate = gate.New(gate.Config{Accounts: s.accounts, Store: s.store, Log: log, Limits: gate.DefaultLimits(), TrustProxy: f.trustProxy})
	bots, err := housebot.New(ctx, housebot.Config{
		Store: s.store, House: house, Games: catalog.Games(), Account: s.accounts.HouseBot, Delay: botDelay, Log: log,
	})
	if err != nil {
		return nil, err
	}
	lobby, err := lobby.New(ctx, lobby.Config{Store: s.store, House: house, Rules: rulesOf, Cards: cardsOf, Find: s.find, Bots: bots})
	if err != nil {
		return nil, err
	}
	s.push, err = push.New(ctx, push.Config{Store: s.store, Log: log, Online: lobby.Listens, Contact: f.contact})
	if err != nil {
		return nil, err
	}
	house.Follow(s.push.Follow)
	s.live = live.New(live.Config{
		House: house, Lobby: lobby, Bots: bots, Store: s.store, Pulse: pulse, Identity: s.gate, Find: s.find,
		Games: catalog.Names(), Rules: rulesOf, Page: page, Log: log, Limits: live.DefaultLimits(),
	})
	follow := func(ctx context.Context) {
		s.accounts.Follow(ctx, func(act store.Act) {
			if act.Act != actAbort {
				return
			}
			if err := house.Reload(ctx, act.Object); err != nil {
				log.Warn("aborted game", "game", act.Object, "cause", err)
			}
		})
	}
	s.run = []func(context.Context){house.Run, lobby.Run, s.push.Run, bots.Run, follow}
	s.ctx = ctx
	return s, nil
}

// begin lets the games go on, from when players can be heard.
func (s *service) begin() {
	for _, run := range s.run {
		s.tasks.Go(func() { run(s.ctx) })
	}
}

// parts are those that have operations in the API.
func (s *service) parts() []server.Part {
	return []server.Part{s.gate, gate.Browsers{Gate: s.gate, Push: s.push}, s.live}
}

// close ends all. What is acknowledged is stored; games go on when the service
// is opened again.
func (s *service) close() error {
	if s.live != nil {
		s.live.Close()
	}
	s.stop()
	s.tasks.Wait()
	return s.store.Close()
}

// find returns the player of a name, or store.ErrNotFound.
func (s *service) find(ctx context.Context, name string) (play.Player, error) {
	p, err := s.accounts.Find(ctx, name)
	if refused, ok := errors.AsType[*account.Refusal](err); ok && refused.Reason == account.NotFound {
		err = store.ErrNotFound
	}
	return p, err
}

// cardsOf returns the powers of a game by its name.
func cardsOf(name string) draft.Cards {
	entry, _ := catalog.Find(name) // an unknown game has none
	return entry.Cards
}

// rulesOf returns the rules of a game by its name.
func rulesOf(name string) (game.Game, error) {
	entry, err := catalog.Find(name)
	return entry.Game, err
}
