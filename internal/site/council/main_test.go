package council_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"testing"

	"thera/game/gametest"
	"thera/internal/catalog"
	"thera/internal/cluster/bus"
	"thera/internal/site/account"
	"thera/internal/site/council"
	"thera/internal/site/lobby"
	"thera/internal/site/play"
	"thera/internal/site/room"
	"thera/internal/site/store"
	"thera/internal/site/store/storetest"
	"thera/internal/site/tournament"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// place is a council with everything it needs.
type place struct {
	*council.Council
	t        *testing.T
	store    *store.Store
	house    *room.House
	lobby    *lobby.Lobby
	director *tournament.Director
	start    func(...func(context.Context)) // runs something until stop is called
	stop     func()
}

// open opens a council on a store, as a starting program does; stop ends it before the test
// does.
func open(t *testing.T, address string) *place {
	t.Helper()
	s, err := store.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	p := openRooms(t, s, nil, room.Config{}, s, s)
	p.start(p.Run)
	return p
}

// openRooms is open with some of the rooms' configuration, without ending votes.
func openRooms(t *testing.T, s *store.Store, b *bus.Bus, config room.Config, beats room.HeartbeatStore, calendar room.Calendar) *place {
	t.Helper()
	ctx, run, stop := storetest.Serve(t, s)
	var err error
	if config.Heartbeat, err = room.NewHeartbeat(ctx, beats); err != nil {
		t.Fatal(err)
	}
	config.Rules, config.Log = catalog.Rules, s
	house := room.NewHouse(config, calendar)
	l, err := lobby.New(ctx, lobby.Config{Store: s, House: house, Rules: catalog.Rules, Bus: b})
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	d := tournament.NewDirector(tournament.DirectorConfig{Store: s, House: house, Lobby: l, Log: log})
	c := council.New(council.Config{Store: s, House: house, Lobby: l, Sides: d, MaySee: maySee, Log: log})
	run(house.Run, l.Run, d.Run)
	return &place{c, t, s, house, l, d, run, stop}
}

// maySee lets everybody but mallory see all games.
func maySee(_ context.Context, who account.Who, game string) error {
	if who.ID == person("mallory").ID {
		return fmt.Errorf("game %q: %w", game, store.ErrNotFound)
	}
	return nil
}

func person(name string) account.Who {
	return account.Who{Player: play.Player{ID: name, Name: name, Kind: play.Person}}
}

// begin starts a consultation game of the players of two sides. The first side has seat 1.
func (p *place) begin(clock string, seconds int, sides ...[]string) (game string) {
	p.t.Helper()
	ctx := p.t.Context()
	control := gametest.Must(p.t, play.ParseControl, clock)
	for _, name := range append([]string{"org", "eve"}, append(sides[0], sides[1]...)...) {
		if err := p.store.AddAccount(ctx, store.Account{ID: name, Name: name, Folded: name, Kind: play.Person}, nil); err != nil {
			p.t.Fatal(err)
		}
	}
	made, err := p.director.Create(ctx, person("org"), tournament.Conditions{
		Kind: tournament.Consultation, Name: "Consultation", Game: "hermit", Variant: "3x3", Control: control, Players: tournament.People,
		Teams: []string{"Red", "Blue"}, Voting: seconds,
	})
	for i, side := range sides {
		for _, name := range side {
			if err == nil {
				_, err = p.director.Join(ctx, person(name), made.ID, i+1)
			}
		}
	}
	if err == nil {
		made, err = p.director.Do(ctx, person("org"), made.ID, func(by string) tournament.Command { return tournament.Start{By: by} })
	}
	if err != nil {
		p.t.Fatal(err)
	}
	return made.Boards[0].Games[0]
}

func (p *place) state(game string) *play.State {
	p.t.Helper()
	r, leave, err := p.house.Enter(p.t.Context(), game)
	if err != nil {
		p.t.Fatal(err)
	}
	defer leave()
	return r.State()
}

// vote votes for the nth legal turn.
func (p *place) vote(game, name string, n int) council.Votes {
	p.t.Helper()
	s := p.state(game)
	v, err := p.Vote(p.t.Context(), person(name), game, s.Ply()+1, string(s.Position().Moves()[n]))
	if err != nil {
		p.t.Fatalf("vote of %s: %v", name, err)
	}
	return v
}

// listen counts how often a player hears that somebody has voted in a game or, if that is
// "", that somebody may have.
func (p *place) listen(name, game string) *atomic.Int32 {
	p.t.Helper()
	var heard atomic.Int32
	ready, greeted := make(chan struct{}), false
	p.start(func(ctx context.Context) {
		for notice, err := range p.lobby.Watch(ctx, person(name).Player, true) {
			switch {
			case err != nil:
				if ctx.Err() == nil {
					p.t.Errorf("notices of %s: %v", name, err)
				}
				return
			case notice.Event == lobby.Hello && !greeted:
				greeted = true
				close(ready)
			case notice.Event == lobby.Voted && notice.ID == game, notice.Event == lobby.Hello && game == "":
				heard.Add(1)
			}
		}
	})
	<-ready
	return &heard
}

// mustSee checks the proposals that a player sees: votes in the order of proposals, with a
// star for their own.
func (p *place) mustSee(game, name string, want string) {
	p.t.Helper()
	v, err := p.View(p.t.Context(), person(name), game)
	if err != nil {
		p.t.Fatalf("view of %s: %v", name, err)
	}
	got := ""
	for _, one := range v.Proposals {
		if got += fmt.Sprint(one.Votes); one.Yours {
			got += "*"
		}
	}
	if got != want {
		p.t.Errorf("%s sees %q, want %q", name, got, want)
	}
}

func (p *place) mustRefuse(err error, want play.Reason) {
	p.t.Helper()
	var r *play.Refusal
	if !errors.As(err, &r) || r.Reason != want {
		p.t.Errorf("error %v, want a refusal %s", err, want)
	}
}

// mustHavePlayed checks the last turn: the nth legal one before it.
func (p *place) mustHavePlayed(game string, before *play.State, n int) {
	p.t.Helper()
	turns := p.state(game).Turns()
	if want := before.Position().Moves()[n]; len(turns) != before.Ply()+1 || turns[before.Ply()] != want {
		p.t.Errorf("the turns are %q, want %s after %d", turns, want, before.Ply())
	}
}
