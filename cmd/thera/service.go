package main

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"thera/game"
	"thera/internal/catalog"
	"thera/internal/catalog/draft"
	"thera/internal/cluster/bus"
	"thera/internal/cluster/queue"
	"thera/internal/site/account"
	"thera/internal/site/analysis"
	"thera/internal/site/attempts"
	"thera/internal/site/botapi"
	"thera/internal/site/class"
	"thera/internal/site/housebot"
	"thera/internal/site/jobs"
	"thera/internal/site/ladder"
	"thera/internal/site/live"
	"thera/internal/site/lobby"
	"thera/internal/site/ownership"
	"thera/internal/site/play"
	"thera/internal/site/push"
	"thera/internal/site/room"
	"thera/internal/site/server"
	"thera/internal/site/store"
	"thera/internal/site/study"
	"thera/internal/site/tournament"
)

// botDelay is how long a house bot takes for a turn at least, so that people can
// follow.
const botDelay = 700 * time.Millisecond

// service is what lets people play with each other.
type service struct {
	store    *store.Store
	bus      *bus.Bus
	node     *ownership.Node // nil where there can be only one
	desk     *queue.Dispatcher
	meter    *workMeter
	now      func() play.Instant
	accounts *account.Accounts
	gate     *account.API
	push     *push.Push
	analyses *analysis.API
	live     *live.API
	hall     *tournament.API
	ladder   *ladder.API
	school   *class.API
	trials   *attempts.API
	studies  *study.API
	library  *server.Explorer
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
		if err := os.MkdirAll(filepath.Dir(address), 0o700); err != nil {
			return nil, err
		}
	}
	ctx, stop := context.WithCancel(context.WithoutCancel(ctx))
	s = &service{stop: stop}
	if s.store, err = store.Open(ctx, address); err != nil {
		return nil, err
	}
	opened := s // which an error takes away
	defer func() {
		if err != nil {
			err = errors.Join(err, opened.close())
		}
	}()
	if err := s.store.Reserve(ctx); err != nil {
		return nil, err
	}
	config, err := f.nats.config(log)
	if err != nil {
		return nil, err
	}
	if s.bus, err = bus.Open(ctx, config); err != nil {
		return nil, err
	}
	house, pulse, err := s.openHouse(ctx, log)
	if err != nil {
		return nil, err
	}
	s.accounts, err = account.New(ctx, account.Config{Store: s.store, Games: catalog.Names(), Bus: s.bus})
	if err != nil {
		return nil, err
	}
	s.gate = account.NewAPI(account.APIConfig{Accounts: s.accounts, Store: s.store, Log: log, Limits: account.DefaultLimits(), TrustProxy: f.trustProxy})
	if s.node != nil {
		if err := s.gate.Share(s.bus); err != nil {
			return nil, err
		}
	}
	inside, err := s.openDesk(ctx, int(f.slots), log)
	if err != nil {
		return nil, err
	}
	s.analyses = analysis.New(analysis.Config{
		DB: s.store.DB(), Log: s.store, Others: jobs.NewAnalysts(s.desk, inside), Identity: s.gate, Rules: rulesOf, Logger: log,
		Limits: analysis.DefaultLimits(),
		MaySee: func(ctx context.Context, game string) error { return s.live.MaySee(ctx, game) },
	})
	bots, err := housebot.New(ctx, housebot.Config{
		Store: s.store, House: house, Games: catalog.Games(), Account: s.accounts.HouseBot, Delay: botDelay,
		Others: jobs.Thinkers{Desk: s.desk}, Log: log,
	})
	if err != nil {
		return nil, err
	}
	meeting := lobby.Config{Store: s.store, House: house, Rules: rulesOf, Cards: cardsOf, Find: s.find, Bots: bots}
	if s.node != nil {
		meeting.Bus = s.bus
	}
	lobby, err := lobby.New(ctx, meeting)
	if err != nil {
		return nil, err
	}
	s.push, err = push.New(ctx, push.Config{Store: s.store, Log: log, Online: lobby.Listens, Contact: f.contact})
	if err != nil {
		return nil, err
	}
	house.Follow(s.push.Follow)
	classes := class.New(class.Config{Store: s.store, Accounts: s.accounts, Forget: lobby.Forget})
	s.school = class.NewAPI(class.APIConfig{Classes: classes, Gate: s.gate, Online: lobby.Listens, Log: log, Joins: class.DefaultJoins()})
	s.studies = study.New(study.Config{DB: s.store.DB(), Gate: s.gate, Games: allRules(), Log: log, Puts: study.DefaultPuts()})
	if s.trials, err = s.openTrials(log); err != nil {
		return nil, err
	}
	s.live = live.New(live.Config{
		House: house, Lobby: lobby, Bots: bots, Store: s.store, Pulse: pulse, Identity: s.gate, Find: s.find, Sees: classes.Sees,
		Games: catalog.Names(), Rules: rulesOf, Page: page, Log: log, Limits: live.DefaultLimits(),
	})
	s.openContests(house, lobby, classes, bots, log)
	if s.ladder, err = s.openLadder(house, lobby, bots, int(f.exhibition), log); err != nil {
		return nil, err
	}
	s.library = server.NewExplorer(f.explorer, catalog.Games(), log)
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
	s.run = append(s.run, house.Run, lobby.Run, s.push.Run, bots.Run, s.analyses.Run, follow)
	s.ctx = ctx
	return s, nil
}

// openHouse makes the house for the games: of this program alone, or of one of the
// nodes of a store that several can serve.
func (s *service) openHouse(ctx context.Context, log *slog.Logger) (house *room.House, pulse *room.Pulse, err error) {
	var heart room.Heart = s.store
	var calendar room.Calendar = s.store
	config := room.Config{Rules: rulesOf, Log: s.store}
	if s.store.Shared() {
		if s.node, err = ownership.New(ctx, ownership.Config{Store: s.store, Bus: s.bus, Log: log}); err != nil {
			return nil, nil, err
		}
		heart, calendar, config.Peers = s.node, s.node, s.node
	}
	if pulse, err = room.NewPulse(ctx, heart); err != nil {
		return nil, nil, err
	}
	config.Pulse, s.now = pulse, pulse.Now
	house = room.NewHouse(config, calendar)
	if s.node != nil {
		s.run = append(s.run, func(ctx context.Context) { s.node.Run(ctx, house) })
	}
	return house, pulse, nil
}

// openDesk makes the desk that has house bots' turns searched, and a worker inside
// this program with so many slots, whose name it returns.
func (s *service) openDesk(ctx context.Context, slots int, log *slog.Logger) (inside string, err error) {
	version := buildVersion().Version
	s.meter = newWorkMeter(s.bus)
	s.desk, err = queue.OpenDispatcher(ctx, queue.DispatcherConfig{Bus: s.bus, Kinds: jobs.Kinds(), Version: version, Log: log})
	if err != nil || slots == 0 {
		return "", err
	}
	w := queue.NewWorker(queue.WorkerConfig{
		Bus: s.bus, Kinds: jobs.Kinds(), Version: version, Name: "inside", Slots: slots, Log: log, Finished: s.meter.finished,
	})
	s.run = append(s.run, func(ctx context.Context) {
		if err := w.Run(ctx); err != nil {
			log.Error("the worker inside this program", "cause", err)
		}
	})
	return w.Name(), nil
}

// begin lets the games go on, from when players can be heard.
func (s *service) begin() {
	for _, run := range s.run {
		s.tasks.Go(func() { run(s.ctx) })
	}
}

// parts are those that have operations in the API.
func (s *service) parts() []server.Part {
	return []server.Part{
		s.gate,
		account.Browsers{Gate: s.gate, Push: s.push},
		s.live,
		botapi.API{Live: s.live},
		s.hall, s.analyses, s.school, s.studies, s.trials, s.ladder, s.meter, s.library,
		server.NewPreviews(server.PreviewConfig{Games: catalog.Games(), Played: s.live.Sheet}),
	}
}

// close ends all. What is acknowledged is stored; games go on when the service
// is opened again.
func (s *service) close() error {
	if s.live != nil {
		s.live.Close()
		s.hall.Close()
	}
	s.stop()
	s.tasks.Wait()
	if s.desk != nil {
		s.desk.Close()
	}
	var err error
	if s.node != nil && s.now != nil {
		err = s.node.Retire(context.Background(), s.now())
	}
	if s.bus != nil {
		err = errors.Join(err, s.bus.Close())
	}
	if s.library != nil {
		err = errors.Join(err, s.library.Close())
	}
	return errors.Join(err, s.store.Close())
}

// find returns the player of a name as somebody in a class, or in none, means it; or
// store.ErrNotFound.
func (s *service) find(ctx context.Context, class, name string) (play.Player, error) {
	p, err := s.accounts.FindIn(ctx, class, name)
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
