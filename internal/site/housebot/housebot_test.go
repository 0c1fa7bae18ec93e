package housebot_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"thera/game"
	"thera/internal/catalog"
	"thera/internal/cluster/bus"
	"thera/internal/site/housebot"
	"thera/internal/site/lobby"
	"thera/internal/site/ownership"
	"thera/internal/site/play"
	"thera/internal/site/room"
	"thera/internal/site/store"
	"thera/internal/site/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// place is a lobby with house bots.
type place struct {
	*lobby.Lobby
	t     *testing.T
	store *store.Store
	house *room.House
	bots  *housebot.Bots
	node  *ownership.Node // nil for the only program
	stop  func()
	// stopBots stops only the bots.
	stopBots func()
}

func each(t *testing.T, test func(t *testing.T, p *place)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, address string) {
		p := open(t, address, 0)
		defer p.stop()
		test(t, p)
	})
}

func open(t *testing.T, address string, delay time.Duration) *place {
	t.Helper()
	return openWith(t, address, housebot.Config{Delay: delay}, time.Hour)
}

// openWith is open with more of a configuration, and how long people wait for people.
func openWith(t *testing.T, address string, config housebot.Config, patience time.Duration) *place {
	t.Helper()
	return openNode(t, address, nil, config, patience)
}

// openNode is openWith for one of several nodes, which a bus connects, or for the only
// program if the bus is nil. Its stop ends a node without a word.
func openNode(t *testing.T, address string, b *bus.Bus, config housebot.Config, patience time.Duration) *place {
	t.Helper()
	return openLog(t, address, b, config, patience, func(s *store.Store) gameLog { return s })
}

// gameLog is where rooms store games and heartbeats.
type gameLog interface {
	room.Log
	room.HeartbeatStore
}

// openLog is openNode for rooms with another log than the store.
func openLog(t *testing.T, address string, b *bus.Bus, config housebot.Config, patience time.Duration, logOf func(*store.Store) gameLog) *place {
	t.Helper()
	p := &place{t: t}
	var err error
	must := func() {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	p.store, err = store.Open(t.Context(), address)
	must()
	log := logOf(p.store)
	var beats room.HeartbeatStore = log
	var calendar room.Calendar = p.store
	rooms := room.Config{Rules: catalog.Rules, Log: log}
	if peers, ok := log.(room.Peers); ok {
		rooms.Peers = peers
	}
	follow := func(context.Context) {}
	if b != nil {
		p.node = storetest.Join(t, p.store, b)
		beats, calendar, rooms.Peers = p.node, p.node, p.node
		follow = func(ctx context.Context) { p.node.Run(ctx, p.house) }
	}
	rooms.Heartbeat, err = room.NewHeartbeat(t.Context(), beats)
	must()
	p.house = room.NewHouse(rooms, calendar)
	config.Store, config.House, config.Account = p.store, p.house, p.account
	if config.Games == nil {
		config.Games = catalog.Games()
	}
	p.bots, err = housebot.New(t.Context(), config)
	must()
	p.Lobby, err = lobby.New(t.Context(), lobby.Config{
		Store: p.store, House: p.house, Rules: catalog.Rules, Bots: p.bots, BotDelay: patience,
		Find: func(ctx context.Context, _, name string) (play.Player, error) {
			a, err := p.store.AccountNamed(ctx, strings.ToLower(name))
			return play.Player{ID: a.ID, Name: a.Name, Kind: a.Kind}, err
		},
	})
	must()
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	for _, run := range []func(context.Context){p.house.Run, p.Run, follow} {
		running.Go(func() { run(ctx) })
	}
	playing, cancelBots := context.WithCancel(ctx)
	var bots sync.WaitGroup
	bots.Go(func() { p.bots.Run(playing) })
	p.stopBots = func() {
		cancelBots()
		bots.Wait()
	}
	p.stop = sync.OnceFunc(func() {
		cancel()
		p.stopBots()
		running.Wait()
		if err := p.store.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

func (p *place) account(ctx context.Context, name string) (play.Player, error) {
	a := store.Account{ID: "id-" + name, Name: name, Folded: strings.ToLower(name), Kind: play.Bot}
	err := p.store.AddAccount(ctx, a, nil)
	if errors.Is(err, store.ErrExists) {
		err = nil
	}
	return play.Player{ID: a.ID, Name: a.Name, Kind: a.Kind}, err
}

var (
	ann   = play.Player{ID: "ann", Name: "Ann", Kind: play.Person}
	visit = play.Player{ID: "visitor", Name: "Guest", Kind: play.Guest}
)

func terms(text string) lobby.Terms {
	f := strings.Fields(text)
	control, err := play.ParseControl(f[2])
	if err != nil {
		panic(err) // a mistake in the test
	}
	return lobby.Terms{Game: f[0], Variant: f[1], Control: control}
}

// table is a game with one person in it.
type table struct {
	*room.Room
	t  *testing.T
	me game.Seat
}

// sit enters a game of a player.
func (p *place) sit(id string, who play.Player) table {
	p.t.Helper()
	r, leave, err := p.house.Enter(p.t.Context(), id)
	if err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(leave)
	me := slices.IndexFunc(r.State().Setup().Players, func(o play.Player) bool { return o.ID == who.ID })
	return table{r, p.t, game.Seat(me)}
}

// until waits for something in the game, which has to come.
func (g table) until(what string, reached func(*play.State) bool) *play.State {
	g.t.Helper()
	ctx, cancel := context.WithTimeout(g.t.Context(), time.Minute)
	defer cancel()
	for _, err := range g.Watch(ctx, 0, 0) {
		if s := g.State(); reached(s) {
			return s
		}
		if err != nil {
			g.t.Fatalf("wait for %s: %v", what, err)
		}
	}
	return nil
}

func (g table) mine(s *play.State) bool { return s.Over() || s.Position().Turn() == g.me }

func (g table) move() {
	g.t.Helper()
	s := g.until("my turn", g.mine)
	moves := s.Position().Moves()
	g.do(play.Turn{Seat: g.me, Ply: s.Ply() + 1, Text: string(moves[len(moves)/3])})
}

func (g table) do(c play.Command) {
	g.t.Helper()
	if _, err := g.Do(g.t.Context(), c); err != nil {
		g.t.Fatal(err)
	}
}

// A rated game by playing now, to its end and into the ratings, and a rematch.
func TestPlayNow(t *testing.T) {
	each(t, func(t *testing.T, p *place) {
		want := terms("hermit 3x3 3d") // a seek of minutes goes while its player is not there
		want.Rated = true
		made, err := p.PlayNow(t.Context(), ann, want)
		if err != nil || made.Seek == nil {
			t.Fatalf("%+v, %v", made, err)
		}
		made, err = p.PlayNow(t.Context(), ann, want) // she asks again
		if err != nil || made.Game == "" {
			t.Fatalf("%+v, %v", made, err)
		}
		g := p.sit(made.Game, ann)
		bot := g.State().Setup().Players[1-g.me]
		if bot.Name != "hermit-3" {
			t.Errorf("against %q, want level 3 for who is new", bot.Name)
		}
		for !g.until("my turn", g.mine).Over() {
			g.move()
		}
		if changes, err := p.store.Changes(t.Context(), made.Game); err != nil || len(changes) != 2 {
			t.Errorf("ratings %+v, %v", changes, err)
		}
		g.do(play.Offer{Seat: g.me, Kind: play.Rematch})
		g.until("a rematch", (*play.State).Rematch)
		var all sync.WaitGroup
		ids := make([]string, 4)
		for i := range ids {
			all.Go(func() { ids[i], _ = p.Rematch(t.Context(), made.Game) })
		}
		all.Wait()
		if slices.Contains(ids, "") || len(slices.Compact(ids)) != 1 {
			t.Errorf("rematches %q, want one", ids)
		}
		next := p.sit(ids[0], ann)
		if next.me == g.me || next.State().Setup().Previous != made.Game {
			t.Errorf("seat %s after %s, %+v", next.me, g.me, next.State().Setup())
		}
		next.move()
		next.move()
	})
}

// If nobody accepts a seek, a bot does.
func TestFallback(t *testing.T) {
	p := openWith(t, storetest.SQLite(t), housebot.Config{}, time.Second)
	defer p.stop()
	// Not by a clock of minutes: such a seek goes while its player is not there.
	visit := play.Player{ID: visit.ID, Name: "Ann", Kind: play.Person} // guests have two seeks at most
	for _, want := range []string{"amazons 6x6 none", "santorini 3p none", "hermit 4x4 3d"} {
		made, err := p.PlayNow(t.Context(), visit, terms(want))
		if err != nil || made.Seek == nil {
			t.Fatalf("%s: %+v, %v", want, made, err)
		}
	}
	var games []play.Summary
	storetest.Until(t, "three games", func() bool {
		var err error
		if games, err = p.store.Running(t.Context(), visit.ID); err != nil {
			t.Fatal(err)
		}
		return len(games) == 3
	})
	for _, g := range games {
		at := p.sit(g.ID, visit)
		at.move()
		at.move()
	}
}

// Bots agree to what people ask for, at once.
func TestOffers(t *testing.T) {
	each(t, func(t *testing.T, p *place) {
		made, err := p.Challenge(t.Context(), visit, "Amazons-1", terms("amazons 6x6 5+3"))
		if err != nil || made.Game == "" {
			t.Fatalf("%+v, %v", made, err)
		}
		g := p.sit(made.Game, visit)
		g.move()
		s := g.until("my turn", g.mine)
		g.do(play.Offer{Seat: g.me, Kind: play.Takeback})
		g.until("a takeback", func(now *play.State) bool { return now.Ply() < s.Ply() })
		g.move()
		g.until("my turn", g.mine) // an offer lapses when a turn is played
		g.do(play.Offer{Seat: g.me, Kind: play.Abortion})
		g.until("the end", (*play.State).Over)
	})
}

// A bot that was to move when the program ended moves after the next start.
func TestRestart(t *testing.T) {
	address := storetest.SQLite(t)
	p := open(t, address, time.Hour)
	var games []string
	for _, want := range []string{"hermit 5x5 3d", "santorini 4p 3d"} {
		offer := terms(want)
		offer.Seat = 1
		made, err := p.Challenge(t.Context(), ann, offer.Game+"-2", offer)
		if err != nil {
			t.Fatal(err)
		}
		g := p.sit(made.Game, ann)
		g.move()
		games = append(games, made.Game)
	}
	p.stop()
	p = open(t, address, 0)
	defer p.stop()
	for _, id := range games {
		g := p.sit(id, ann)
		g.move()
	}
}

// TestStoppedSearch stops the bots, but not the house, while they search turns of several
// games. None plays what little it has seen.
func TestStoppedSearch(t *testing.T) {
	const games = 10
	began := make(chan struct{}, games)
	p := openWith(t, storetest.SQLite(t), housebot.Config{Searches: games, Games: []catalog.Entry{stubbornly(catalog.Hermit(), began)}}, time.Hour)
	defer p.stop()
	var all []table
	for range games {
		all = append(all, p.sit(p.challenge(), ann))
	}
	for range games {
		<-began
	}
	p.stopBots()
	for _, g := range all {
		if err := g.Reload(t.Context()); err != nil { // a last turn is carried out first
			t.Fatal(err)
		}
		if ply := g.State().Ply(); ply != 0 {
			t.Errorf("%d turns are played by an interrupted search", ply)
		}
	}
}

// Players cannot claim that a bot has left.
func TestBotsStay(t *testing.T) {
	p := open(t, storetest.SQLite(t), 0)
	defer p.stop()
	made, err := p.Challenge(t.Context(), visit, "hermit-1", terms("hermit 4x4 5+3"))
	if err != nil {
		t.Fatal(err)
	}
	g := p.sit(made.Game, visit)
	if present := g.Present(); present != game.Only(1-g.me) {
		t.Errorf("seats %s are present, want the bot's", present)
	}
}

// Who receives a handicap meets a stronger bot than who gives it.
func TestChooseWithHandicap(t *testing.T) {
	each(t, func(t *testing.T, p *place) {
		who, offer := ann, terms("amazons 10x10 5+3")
		who.Rating, offer.Handicap = 1500, "three-amazons"
		var names []string
		for _, gives := range []bool{false, true} {
			offer.Gives = gives
			bots, err := p.bots.Choose(t.Context(), who, offer, 1, "")
			if err != nil {
				t.Fatal(err)
			}
			names = append(names, bots[0].Name)
		}
		if names[0] <= "amazons-3" || names[1] >= "amazons-3" {
			t.Errorf("%q: want a stronger one than amazons-3, and a weaker one", names)
		}
	})
}

func TestChoose(t *testing.T) {
	each(t, func(t *testing.T, p *place) {
		for _, test := range []struct {
			rating int
			named  string
			seats  int
			want   string
		}{
			{0, "", 1, "amazons-3"},
			{1500, "", 1, "amazons-3"},
			{100, "", 1, "amazons-1"},
			{3000, "", 1, "amazons-8"},
			{1500, "", 3, "amazons-3 amazons-4 amazons-2"},
			{1500, "id-amazons-8", 2, "amazons-8 amazons-7"},
			{1500, "id-hermit-1", 1, "no-bot"},
		} {
			who := ann
			who.Rating = test.rating
			bots, err := p.bots.Choose(t.Context(), who, terms("amazons 6x6 5+3"), test.seats, test.named)
			var names []string
			for _, b := range bots {
				names = append(names, b.Name)
			}
			if refused := (*play.Refusal)(nil); errors.As(err, &refused) {
				names = append(names, string(refused.Reason))
			}
			if got := strings.Join(names, " "); got != test.want {
				t.Errorf("%+v: %q, %v", test, got, err)
			}
		}
		// However many challenges come at once, a player has as many games as are allowed.
		var all sync.WaitGroup
		var made atomic.Int32
		for n := range 40 {
			all.Go(func() {
				_, err := p.Challenge(t.Context(), visit, fmt.Sprint("hermit-", 1+n%8), terms("hermit 10x10 14d"))
				refusal, refused := errors.AsType[*play.Refusal](err)
				switch {
				case err == nil:
					made.Add(1)
				case !refused || refusal.Reason != lobby.TooMany:
					t.Error(err)
				}
			})
		}
		all.Wait()
		if n := made.Load(); n != 20 {
			t.Errorf("%d games with house bots, want 20", n)
		}
	})
}
