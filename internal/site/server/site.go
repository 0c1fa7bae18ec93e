package server

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"thera/internal/catalog"
	"thera/internal/catalog/setup"
	"thera/internal/cluster/bus"
	"thera/internal/cluster/queue"
	"thera/internal/lab/match"
	"thera/internal/lab/puzzle"
	"thera/internal/site/account"
	"thera/internal/site/analysis"
	"thera/internal/site/bot"
	"thera/internal/site/class"
	"thera/internal/site/council"
	"thera/internal/site/housebot"
	"thera/internal/site/httpkit"
	"thera/internal/site/jobs"
	"thera/internal/site/ladder"
	"thera/internal/site/live"
	"thera/internal/site/lobby"
	"thera/internal/site/moderation"
	"thera/internal/site/ownership"
	"thera/internal/site/play"
	"thera/internal/site/practice"
	"thera/internal/site/push"
	"thera/internal/site/room"
	"thera/internal/site/store"
	"thera/internal/site/store/database"
	"thera/internal/site/stream"
	"thera/internal/site/study"
	"thera/internal/site/tournament"
)

// SiteConfig configures a site.
type SiteConfig struct {
	// Store is the file or the postgres:// URL of the store, which is created if it does
	// not exist.
	Store string
	// Bus says which bus to use, or how to run one. Its Log is set to Log.
	Bus bus.Config
	// Page has the files of the web page, nil if it was not built. Puzzles has files
	// *.jsonl with the page's puzzles, nil for none.
	Page, Puzzles fs.FS
	// Explorer is the folder of the explorer files, "" for none.
	Explorer string
	// Contact is the address at which push services reach the operator.
	Contact string
	// Slots is how many jobs of workers this program does at a time.
	Slots int
	// Exhibition is how many games house bots play with each other on each ladder while
	// no program is there.
	Exhibition int
	// Showcase has two house bots play while somebody looks and there is no other game.
	Showcase bool
	// TrustProxy and Hosts are explained at [Config].
	TrustProxy bool
	Hosts      []string
	// Certificates is explained at [Config].
	Certificates *Certificates
	// Limits are [DefaultLimits] if they have no connections.
	Limits Limits
	// Version is the version of this program. Workers only do jobs of their own version.
	Version string
	// Commit is that of the program's source, "" if it is unknown.
	Commit string
	// Log gets a line for each request, and internal errors.
	Log *slog.Logger
}

// Site is a store with everything that runs on it. Its fields are in the order in which
// they are opened.
type Site struct {
	config SiteConfig

	store     *store.Store
	bus       *bus.Bus
	node      *ownership.Node // nil if no other program can serve the store
	heartbeat *room.Heartbeat
	house     *room.House

	// Accounts has the accounts of the site.
	Accounts   *account.Accounts
	identity   *account.API
	moderation *moderation.Service

	dispatcher *queue.Dispatcher
	metrics    *jobs.Metrics
	analyses   *analysis.API
	bots       *housebot.Bots

	openings    map[string][]string // by game, the positions after its built-in openings
	lobby       *lobby.Lobby
	push        *push.Push
	classes     *class.Classes
	showcase    *housebot.Showcase // nil for none
	live        *live.API
	tournaments *tournament.API
	council     *council.Council
	ladder      *ladder.API
	explorer    *Explorer
	http        *Server

	run   []func(context.Context) // from Start until Close
	ctx   context.Context         // of what runs
	stop  context.CancelFunc
	tasks sync.WaitGroup
}

// botDelay is the least time a house bot takes for a turn, so that people can follow.
const botDelay = 700 * time.Millisecond

// OpenSite opens a site. Its games continue after [Site.Start] until [Site.Close], even
// if ctx is done before that.
func OpenSite(ctx context.Context, c SiteConfig) (*Site, error) {
	if c.Limits.Connections == 0 {
		c.Limits = DefaultLimits()
	}
	s := &Site{config: c}
	s.ctx, s.stop = context.WithCancel(context.WithoutCancel(ctx))
	for _, open := range []func() error{
		s.openStore, s.openRooms, s.openAccounts, s.openWorkers, s.openLobby, s.openShowcase, s.openLive, s.openTournaments, s.openLadder, s.openServer,
	} {
		if err := open(); err != nil {
			return nil, errors.Join(err, s.Close())
		}
	}
	return s, nil
}

func (s *Site) openStore() (err error) {
	if s.store, err = store.Open(s.ctx, s.config.Store); err != nil {
		return err
	}
	if err = s.store.Reserve(s.ctx); err != nil {
		return err
	}
	s.logSchema()
	s.run = append(s.run, func(ctx context.Context) { watchDatabase(ctx, s.store.DB().Ready, s.config.Log) })
	config := s.config.Bus
	config.Log = s.config.Log
	s.bus, err = bus.Open(s.ctx, config)
	return err
}

// logSchema says what opening the store has changed in it, and whether this program is
// older than another one on it.
func (s *Site) logSchema() {
	switch schema := s.store.DB().Schema(); {
	case schema.Now > schema.Program:
		s.config.Log.Warn("a newer version has upgraded the store: upgrade this program too", "schema", schema.Now, "known", schema.Program)
	case schema.Before > 0 && schema.Before < schema.Now:
		s.config.Log.Info("store upgraded", "from_schema", schema.Before, "to_schema", schema.Now, "oldest_program", schema.Oldest)
	}
}

// logClock warns if the time of games, which never goes back, is ahead of the machine's.
func (s *Site) logClock(ahead time.Duration) {
	if ahead >= time.Minute {
		s.config.Log.Warn("games go on in the store's time, which is ahead of this machine's clock: set the clock", "seconds", ahead.Seconds())
	}
}

// openRooms opens all games, or this node's share if several nodes can serve the store.
func (s *Site) openRooms() (err error) {
	var beats room.HeartbeatStore = s.store
	var calendar room.Calendar = s.store
	config := room.Config{Rules: catalog.Rules, Log: s.store, Logger: s.config.Log}
	if s.store.Shared() {
		if s.node, err = ownership.New(s.ctx, ownership.Config{Store: s.store, Bus: s.bus, Log: s.config.Log}); err != nil {
			return err
		}
		beats, calendar, config.Peers = s.node, s.node, s.node
	}
	if s.heartbeat, err = room.NewHeartbeat(s.ctx, beats); err != nil {
		return err
	}
	s.logClock(time.Duration(s.heartbeat.Now()-play.Now()) * time.Millisecond)
	config.Heartbeat = s.heartbeat
	s.house = room.NewHouse(config, calendar)
	s.store.FollowNames(s.house.Rename)
	if s.node != nil {
		s.run = append(s.run, func(ctx context.Context) { s.node.Run(ctx, s.house) })
	}
	s.run = append(s.run, s.house.Run)
	return nil
}

func (s *Site) openAccounts() (err error) {
	s.Accounts, err = account.New(s.ctx, account.Config{
		Store: s.store, Games: catalog.Names(), Hosts: s.config.Hosts, Bus: s.bus, Now: s.heartbeat.Now,
		Seen: func(ctx context.Context, account string) { s.moderation.Saw(ctx, account) },
	})
	if err != nil {
		return err
	}
	s.moderation, err = moderation.New(s.ctx, moderation.Config{
		Store: s.store, Accounts: s.Accounts, Log: s.config.Log,
		Forget: func(ctx context.Context, player string) error {
			return errors.Join(s.lobby.Forget(ctx, player), s.tournaments.Director.CancelOpen(ctx, player))
		},
	})
	if err != nil {
		return err
	}
	s.identity = account.NewAPI(account.APIConfig{Accounts: s.Accounts, Limits: account.DefaultLimits(), TrustProxy: s.config.TrustProxy})
	s.run = append(s.run, s.followOperators, s.moderation.Run)
	if s.node == nil {
		return nil
	}
	return s.identity.Share(s.bus)
}

// followOperators applies what operators do with thera admin beside this program.
func (s *Site) followOperators(ctx context.Context) {
	s.Accounts.Follow(ctx, func(act store.Act) error {
		err := s.moderation.Follow(ctx, act)
		switch act.Act {
		case account.ActAbort:
			err = errors.Join(err, s.house.Reload(ctx, act.Object))
		case account.ActRemoveContest:
			err = errors.Join(err, s.tournaments.Director.Reload(ctx, act.Object))
		}
		if err != nil && ctx.Err() == nil {
			s.config.Log.Warn("operator's action not applied", "act", act.Act, "object", act.Object, "cause", err)
		}
		return err
	})
}

// followChanges applies changes of names, and finishes the departures of accounts.
func (s *Site) followChanges(ctx context.Context) {
	s.Accounts.FollowChanges(ctx, func(err error) { s.config.Log.Warn("changed or departed accounts not followed", "cause", err) })
}

// resignGames ends the games of an account that was closed.
func (s *Site) resignGames(ctx context.Context, player string) error {
	games, err := s.store.Running(ctx, player)
	for _, g := range games {
		err = errors.Join(err, s.house.Resign(ctx, g.ID, player))
	}
	return err
}

// leaveClass ends the games in a class of players who no longer belong to it.
func (s *Site) leaveClass(ctx context.Context, class string) error {
	games, err := s.store.RunningIn(ctx, class)
	var players []string
	for _, g := range games {
		for _, p := range g.Players {
			players = append(players, p.ID)
		}
	}
	outsiders, failed := s.classes.Outsiders(ctx, class, players)
	err = errors.Join(err, failed)
	for _, g := range games {
		for _, p := range g.Players {
			if slices.Contains(outsiders, p.ID) {
				err = errors.Join(err, s.house.Resign(ctx, g.ID, p.ID))
			}
		}
	}
	return err
}

// insideWorker is the user of the worker inside this program; no token is for it.
const insideWorker = "inside"

// openWorkers opens house bots and analyses. One worker is inside this program.
func (s *Site) openWorkers() (err error) {
	s.metrics = jobs.NewMetrics(s.bus, s.config.Version)
	s.dispatcher, err = queue.OpenDispatcher(s.ctx, queue.DispatcherConfig{
		Bus: s.bus, Kinds: jobs.Kinds(), Version: s.config.Version, Log: s.config.Log,
	})
	if err != nil {
		return err
	}
	inside := ""
	if s.config.Slots > 0 {
		worker := queue.NewWorker(queue.WorkerConfig{
			Bus: s.bus, Kinds: jobs.Kinds(), Version: s.config.Version, User: insideWorker, IsTrusted: true, Slots: s.config.Slots,
			Log: s.config.Log, Finished: s.metrics.Finished,
		})
		inside = worker.Name()
		s.run = append(s.run, func(ctx context.Context) {
			if err := worker.Run(ctx); err != nil {
				s.config.Log.Error("the worker inside this program has stopped", "cause", err)
			}
		})
	}
	s.analyses = analysis.New(analysis.Config{
		Store: s.store, Log: s.store, Summary: s.store.Summary, Workers: jobs.NewAnalyzers(s.dispatcher, inside), Rules: catalog.Rules, Logger: s.config.Log,
		Now: s.heartbeat.Now, Connections: s.Accounts.Connections(), Limits: analysis.DefaultLimits(),
		MaySee: func(ctx context.Context, who account.Who, game string, first ...func(string)) error {
			return s.live.MaySee(ctx, who, game, first...)
		},
		Tell: func(player, game string) { s.lobby.TellAnalyzed(player, game) },
	})
	s.bots, err = housebot.New(s.ctx, housebot.Config{
		Store: s.store, House: s.house, Games: catalog.Games(), Account: s.Accounts.HouseBot, Delay: botDelay,
		Workers: jobs.Searchers{Dispatcher: s.dispatcher}, Log: s.config.Log,
	})
	if err != nil {
		return err
	}
	s.run = append(s.run, s.bots.Run, s.analyses.Run)
	return nil
}

func (s *Site) openLobby() (err error) {
	config := lobby.Config{Store: s.store, House: s.house, Rules: catalog.Rules, Cards: cardsOf, Handicaps: handicapsOf, Find: s.Accounts.FindIn, Bots: s.bots}
	if s.node != nil {
		config.Bus = s.bus
	}
	if s.lobby, err = lobby.New(s.ctx, config); err != nil {
		return err
	}
	s.push, err = push.New(s.ctx, push.Config{Store: s.store, Log: s.config.Log, Online: s.lobby.Listens, Contact: s.config.Contact})
	if err != nil {
		return err
	}
	s.house.Follow(s.push.Follow)
	s.run = append(s.run, s.lobby.Run, s.push.Run)
	return nil
}

func (s *Site) openShowcase() (err error) {
	if !s.config.Showcase {
		return nil
	}
	config := housebot.ShowcaseConfig{Begin: s.begin, Openings: func(game string) []string { return s.openings[game] }}
	if s.node != nil {
		config.Bus = s.bus
	}
	if s.showcase, err = housebot.NewShowcase(s.bots, config); err == nil {
		s.run = append(s.run, s.showcase.Run)
	}
	return err
}

// begin starts a game of the ladder or the showcase, unless it exists.
func (s *Site) begin(ctx context.Context, id string, gameSetup play.Setup) error {
	return s.lobby.Pair(ctx, id, gameSetup, setup.AsNamed)
}

func (s *Site) openLive() error {
	s.classes = class.New(class.Config{Store: s.store, Accounts: s.Accounts})
	s.live = live.New(live.Config{
		House: s.house, Lobby: s.lobby, Bots: s.bots, Store: s.store, Still: s.Accounts.Still, Find: s.Accounts.FindIn,
		Connections: s.Accounts.Connections(),
		Contest: func(ctx context.Context, to live.Subscriber, id string) (stream.Feed, error) {
			return s.tournaments.Follow(ctx, to.Who, to.Connection, id, to.Wake)
		},
		ContestFrames: tournament.Frames(), Showcase: s.showcase, Sees: s.classes.Sees, Silenced: s.moderation.Silenced, Games: catalog.Names(), Rules: catalog.Rules,
		Page: PageVersion(s.config.Page), Log: s.config.Log, Limits: live.DefaultLimits(),
	})
	return nil
}

func (s *Site) openServer() error {
	puzzles, err := readPuzzles(s.config.Puzzles)
	if err != nil {
		return err
	}
	studies := study.New(study.Config{Store: s.store, Games: catalog.AllRules(), Puts: study.DefaultPuts()})
	s.run = append(s.run, func(ctx context.Context) {
		if err := studies.ListWords(ctx); err != nil && ctx.Err() == nil {
			s.config.Log.Error("studies can't be listed for searches", "cause", err)
		}
	})
	positions := moderation.NewPositions(s.store.DB())
	s.explorer = NewExplorer(s.config.Explorer, catalog.Games(), s.config.Log)
	s.explorer.MayAsk = positions.MayAsk
	s.http, err = New(Config{
		Games: catalog.Games(), Page: s.config.Page, Log: s.config.Log, Limits: s.config.Limits,
		TrustProxy: s.config.TrustProxy, TrustLocal: true, Hosts: s.config.Hosts, Certificates: s.config.Certificates,
		Identify: s.identity.Identify, Barred: s.moderation.Barred, MayAsk: positions.MayAsk, Ready: s.ready, Explain: s.store.DB().Explain,
		Collectors: append(s.metrics.Collectors(), backups{s.store}),
		Parts: []Part{
			s.identity,
			&moderation.API{Service: s.moderation, Reports: moderation.DefaultReports()},
			s.push,
			s.live,
			&bot.API{Live: s.live},
			s.tournaments,
			&council.API{Council: s.council, Votes: council.DefaultVotes()},
			s.analyses,
			&class.API{Classes: s.classes, Cookie: s.identity.Cookie, Online: s.lobby.Listening, Joins: class.DefaultJoins()},
			studies,
			practice.New(practice.Config{Store: s.store, Puzzles: puzzles, Games: catalog.AllRules(), Puts: practice.DefaultPuts()}),
			s.ladder,
			s.explorer,
			NewPlayerExplorer(PlayerExplorerConfig{
				Logs: s.store.Logs, Games: catalog.Games(), Log: s.config.Log, Asked: DefaultPlayerExplorerRate(),
				Find: s.Accounts.Find,
			}),
			&Previews{Games: catalog.Games(), Played: s.live.Sheet, Version: s.config.Version + s.config.Commit},
		},
	})
	return err
}

// Start lets the games continue, as soon as players can connect.
func (s *Site) Start() {
	for _, run := range s.run {
		s.tasks.Go(func() { run(s.ctx) })
	}
}

// ServeHTTP implements [http.Handler], without the limits on time and connections.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.http.ServeHTTP(w, r) }

// Serve starts the site and answers requests on the listener until ctx is done.
func (s *Site) Serve(ctx context.Context, l net.Listener) error {
	s.config.Log.Info("serving", "version", s.config.Version, "commit", s.config.Commit, "listen", l.Addr().String(),
		"store", database.Redacted(s.config.Store), "schema", s.store.DB().Schema().Now)
	s.Start()
	// Migrations and the API's document have left 30 MB that are no longer needed, and
	// that the system would otherwise get back only slowly.
	debug.FreeOSMemory()
	defer context.AfterFunc(ctx, s.Disconnect)()
	return s.http.Serve(ctx, l)
}

// Redirect is [Server.Redirect].
func (s *Site) Redirect(ctx context.Context, l net.Listener, encrypted net.Addr) error {
	return s.http.Redirect(ctx, l, encrypted)
}

// ServeMonitor answers operators on a listener of their own until ctx is done.
func (s *Site) ServeMonitor(ctx context.Context, l net.Listener) error {
	return s.http.ServeMonitor(ctx, l)
}

// Operations returns the declarations of everything that clients can ask the site for.
func (s *Site) Operations() []*httpkit.Operation { return s.http.kit.Operations() }

// ready asks what the site can't do without.
func (s *Site) ready(ctx context.Context) error {
	return allReady(ctx, s.store.DB().Ready, s.bus.Ready)
}

// allReady asks at the same time, so that one that hangs leaves the others their time.
func allReady(ctx context.Context, ask ...func(context.Context) error) error {
	errs := make([]error, len(ask))
	var asked sync.WaitGroup
	for i, ready := range ask {
		asked.Go(func() { errs[i] = ready(ctx) })
	}
	asked.Wait()
	return errors.Join(errs...)
}

// Disconnect ends all streams and sockets, for which the HTTP server does not wait.
// Their clients connect again.
func (s *Site) Disconnect() {
	if s.live != nil {
		s.live.Close()
	}
}

// Close closes the site. Everything acknowledged is stored, and games continue when the
// site is opened again.
func (s *Site) Close() error {
	s.Disconnect()
	s.stop()
	s.tasks.Wait()
	if s.dispatcher != nil {
		s.dispatcher.Close()
	}
	var err error
	if s.node != nil && s.heartbeat != nil {
		err = s.node.Retire(context.Background(), s.heartbeat.Now())
	}
	if s.bus != nil {
		err = errors.Join(err, s.bus.Close())
	}
	if s.explorer != nil {
		err = errors.Join(err, s.explorer.Close())
	}
	if s.store != nil {
		err = errors.Join(err, s.store.Close())
	}
	return err
}

func cardsOf(name string) setup.Cards {
	entry, _ := catalog.Find(name) // an unknown game has none
	return entry.Cards
}

func handicapsOf(name string) []setup.Handicap {
	entry, _ := catalog.Find(name) // an unknown game has none
	return entry.Handicaps
}

// openTournaments opens the tournaments. They and the ladders play from the openings
// that are built into the program.
func (s *Site) openTournaments() (err error) {
	s.openings = map[string][]string{}
	for _, entry := range catalog.Games() {
		if s.openings[entry.Game.Name()], err = builtInOpenings(entry); err != nil {
			return err
		}
	}
	director := tournament.NewDirector(tournament.DirectorConfig{
		Store: s.store, House: s.house, Lobby: s.lobby, Classes: s.classes, Log: s.config.Log,
		Opening: func(game string, n int) (string, error) {
			positions := s.openings[game]
			if positions == nil {
				return "", fmt.Errorf("game %q: there are no openings", game)
			}
			return positions[n%len(positions)], nil
		},
		Residents: func(game string) (all []play.Player) {
			for _, bot := range s.bots.Starts(game) {
				all = append(all, bot.Player)
			}
			return all
		},
	})
	s.Accounts.OnClose(account.Departing{
		Plan:   s.classes.PlanClosing,
		Finish: []func(context.Context, string) error{s.lobby.Forget, director.Leave, s.resignGames, director.LeaveClass, s.leaveClass, s.classes.Depart},
	})
	s.run = append(s.run, s.followChanges)
	s.tournaments = tournament.NewAPI(tournament.APIConfig{Director: director, Limits: tournament.DefaultLimits()})
	s.push.Members = director.Members
	maySee := func(ctx context.Context, who account.Who, game string) error { return s.live.MaySee(ctx, who, game) }
	s.council = council.New(council.Config{Store: s.store, House: s.house, Lobby: s.lobby, Sides: director, MaySee: maySee, Log: s.config.Log})
	s.run = append(s.run, director.Run, s.council.Run)
	return nil
}

// ladderClock is the clock of all games on ladders: long enough for a program in a slow
// language, and short enough for many games a day.
const ladderClock = "3+2"

func (s *Site) openLadder() error {
	config := ladder.Config{
		Store: s.store, Connected: s.lobby.Listening, Now: s.house.Now, Exhibition: s.config.Exhibition, Log: s.config.Log,
		Begin: s.begin,
		Absent: func(err error) bool {
			_, absent := errors.AsType[*lobby.AbsentError](err)
			return absent
		},
	}
	control, err := play.ParseControl(ladderClock)
	if err != nil {
		return err
	}
	for _, entry := range catalog.Games() {
		name := entry.Game.Name()
		config.Games = append(config.Games, ladder.Game{Name: name, Variant: entry.Game.Variants()[0], Control: control, Openings: s.openings[name]})
		for _, r := range s.bots.Starts(name) {
			config.Bots = append(config.Bots, ladder.Resident{Player: r.Player, Game: name, Start: float64(r.Rating)})
		}
	}
	l := ladder.New(config)
	s.house.Follow(l.Follow)
	s.run = append(s.run, l.Run)
	s.ladder = &ladder.API{Ladder: l, Store: s.store, Find: s.Accounts.Find, Rules: catalog.Rules}
	return nil
}

func builtInOpenings(entry catalog.Entry) ([]string, error) {
	list, err := match.BuiltInOpenings(entry)
	if err != nil {
		return nil, err
	}
	positions := make([]string, list.Len())
	for i := range positions {
		opening, err := list.Opening(i)
		if err != nil {
			return nil, err
		}
		end, err := opening.End()
		if err != nil {
			return nil, err
		}
		positions[i] = end.String()
	}
	return positions, nil
}

func readPuzzles(from fs.FS) (all []puzzle.Puzzle, err error) {
	if from == nil {
		return nil, nil
	}
	names, err := fs.Glob(from, "*.jsonl")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		file, err := from.Open(name)
		if err != nil {
			return nil, err
		}
		some, err := puzzle.Read(file)
		_ = file.Close() // it was only read
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, some...)
	}
	return all, nil
}
