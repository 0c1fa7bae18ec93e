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
	"thera/internal/gate"
	"thera/internal/housebot"
	"thera/internal/live"
	"thera/internal/lobby"
	"thera/internal/push"
	"thera/internal/room"
	"thera/internal/server"
	"thera/internal/store"
)

// service is what lets people play with each other.
type service struct {
	store    *store.Store
	accounts *account.Accounts
	gate     *gate.Gate
	push     *push.Push
	live     *live.Service
	stop     context.CancelFunc
	tasks    sync.WaitGroup
}

// openService opens the store, the default one if none is named, and lets the
// games in it go on. It lives until close, longer than ctx.
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
		Store: s.store, House: house, Games: catalog.Games(), Account: s.accounts.HouseBot, Delay: time.Second, Log: log,
	})
	if err != nil {
		return nil, err
	}
	lobby, err := lobby.New(ctx, lobby.Config{Store: s.store, House: house, Rules: rulesOf, Find: s.accounts.Find, Bots: bots})
	if err != nil {
		return nil, err
	}
	s.push, err = push.New(ctx, push.Config{Store: s.store, Log: log, Online: lobby.Listens, Contact: f.contact})
	if err != nil {
		return nil, err
	}
	house.Follow(s.push.Follow)
	s.live = live.New(live.Config{
		House: house, Lobby: lobby, Store: s.store, Pulse: pulse, Identity: s.gate, Page: page, Log: log, Limits: live.DefaultLimits(),
	})
	s.tasks.Go(func() { house.Run(ctx) })
	s.tasks.Go(func() { lobby.Run(ctx) })
	s.tasks.Go(func() { s.push.Run(ctx) })
	s.tasks.Go(func() { bots.Run(ctx) })
	return s, nil
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

// rulesOf returns the rules of a game by its name.
func rulesOf(name string) (game.Game, error) {
	entry, err := catalog.Find(name)
	return entry.Game, err
}
