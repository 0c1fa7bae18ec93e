package lobby_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"thera/internal/catalog"
	"thera/internal/catalog/setup"
	"thera/internal/site/lobby"
	"thera/internal/site/play"
	"thera/internal/site/room"
	"thera/internal/site/store"
	"thera/internal/site/store/database"
	"thera/internal/site/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// place is a lobby with everything it needs.
type place struct {
	*lobby.Lobby
	t     *testing.T
	store *store.Store
	house *room.House
	stop  func()
}

// each runs a test with a lobby on each kind of store.
func each(t *testing.T, test func(t *testing.T, p *place)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, address string) {
		test(t, open(t, address, nil))
	})
}

// open opens a lobby on a store, as a program begins; stop ends it before the test does.
func open(t *testing.T, address string, bots lobby.Bots) *place {
	t.Helper()
	return openWith(t, address, lobby.Config{Bots: bots})
}

// openWith is open with more of a configuration.
func openWith(t *testing.T, address string, config lobby.Config) *place {
	t.Helper()
	return openLog(t, address, config, func(s *store.Store) room.Log { return s })
}

// openLog is openWith for rooms with another log than the store.
func openLog(t *testing.T, address string, config lobby.Config, logOf func(*store.Store) room.Log) *place {
	t.Helper()
	s, err := store.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	_, run, stop := storetest.Serve(t, s)
	pulse, err := room.NewHeartbeat(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	house := room.NewHouse(room.Config{Rules: catalog.Rules, Log: logOf(s), Heartbeat: pulse}, s)
	config.Store, config.House, config.Rules, config.Handicaps = s, house, catalog.Rules, handicapsOf
	if config.Cards == nil {
		config.Cards = cardsOf
	}
	if config.Find == nil {
		config.Find = func(ctx context.Context, _, name string) (play.Player, error) {
			a, err := s.AccountNamed(ctx, strings.ToLower(name))
			if errors.Is(err, store.ErrNotFound) || a.Closed > 0 {
				err = play.Refuse(play.UnknownPlayer, "nobody is called %q", name)
			}
			return play.Player{ID: a.ID, Name: a.Name, Kind: a.Kind}, err
		}
	}
	l, err := lobby.New(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	run(house.Run, l.Run)
	return &place{l, t, s, house, stop}
}

// cardsOf are some powers of Santorini, of which one pair is even.
func cardsOf(name string) setup.Cards {
	if name != "santorini" {
		return setup.Cards{}
	}
	return setup.Cards{None: "mortal", Names: []string{"athena", "atlas", "hermes", "pan"}, Rates: func(powers []string) (setup.WinRate, bool) {
		if slices.Equal(powers, []string{"pan", "atlas"}) {
			return setup.WinRate{First: 0.5, Error: 0.02, Games: 1000}, true
		}
		return setup.WinRate{First: 0.7, Error: 0.02, Games: 1000}, true
	}}
}

// account makes a person's account.
func (p *place) account(name string) play.Player {
	p.t.Helper()
	a := store.Account{ID: "id-" + name, Name: name, Folded: strings.ToLower(name), Kind: play.Person}
	if err := p.store.AddAccount(p.t.Context(), a, nil); err != nil {
		p.t.Fatal(err)
	}
	return play.Player{ID: a.ID, Name: a.Name, Kind: a.Kind}
}

func guest(n int) play.Player {
	return play.Player{ID: fmt.Sprint("guest", n), Name: "Guest", Kind: play.Guest}
}

// person has the same ID as the guest with that number, and none of a guest's limits.
func person(n int) play.Player {
	return play.Player{ID: fmt.Sprint("guest", n), Name: "Person", Kind: play.Person}
}

// terms are of a casual game, as "hermit 3x3 5+3".
func terms(text string) lobby.Terms {
	f := strings.Fields(text)
	control, err := play.ParseControl(f[2])
	if err != nil {
		panic(err) // a mistake in the test
	}
	return lobby.Terms{Game: f[0], Variant: f[1], Control: control}
}

func (p *place) must(made lobby.Made, err error) lobby.Made {
	p.t.Helper()
	if err != nil {
		p.t.Fatal(err)
	}
	return made
}

// summary returns a game.
func (p *place) summary(id string) play.Summary {
	p.t.Helper()
	sum, err := p.store.Summary(p.t.Context(), id)
	if err != nil {
		p.t.Fatalf("game %q: %v", id, err)
	}
	return sum
}

// refused checks the reason of a refusal.
func (p *place) refused(err error, want play.Reason) {
	p.t.Helper()
	var r *play.Refusal
	if !errors.As(err, &r) || r.Reason != want || r.Detail == "" {
		p.t.Errorf("error %v, want a refusal %q", err, want)
	}
}

// ear listens until the test ends.
type ear struct {
	mu  sync.Mutex
	all []lobby.Notice
	end context.CancelFunc
}

func (p *place) listen(player string, all bool) *ear {
	ctx, cancel := context.WithCancel(p.t.Context())
	e := &ear{}
	ready, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for n, err := range p.Watch(ctx, play.Player{ID: player}, all) {
			if err != nil {
				return
			}
			e.mu.Lock()
			e.all = append(e.all, n)
			if len(e.all) == 1 {
				close(ready)
			}
			e.mu.Unlock()
		}
	}()
	e.end = func() {
		cancel()
		<-done
	}
	<-ready
	return e
}

// heard returns the events that have been heard, in order of the alphabet: what
// concerns all and what concerns one come beside each other.
func (e *ear) heard() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	var words []string
	for _, n := range e.all {
		words = append(words, string(n.Event))
	}
	slices.Sort(words)
	return strings.Join(words, " ")
}

// wait waits for a number of notices, not counting those of how many are
// online.
func (e *ear) wait(t *testing.T, want string) {
	t.Helper()
	got := ""
	defer func() {
		if got != want {
			t.Logf("heard %q", got)
		}
	}()
	storetest.Until(t, fmt.Sprintf("heard %q", want), func() bool {
		got = strings.Join(slices.DeleteFunc(strings.Fields(e.heard()), func(word string) bool { return word == string(lobby.OnlineCount) }), " ")
		return got == want
	})
}

// first returns how things were when listening began.
func (e *ear) first() lobby.Notice {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.all[0]
}

// hasHello reports whether a full update with a game has been heard.
func (e *ear) hasHello(game string) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.ContainsFunc(e.all, func(n lobby.Notice) bool {
		return n.Event == lobby.Hello && slices.ContainsFunc(n.Games, func(g play.Summary) bool { return g.ID == game })
	})
}

// live returns the IDs of all games in progress.
func live(t *testing.T, s *store.Store) []string {
	t.Helper()
	ids, err := database.List(t.Context(), s.DB().Reader(), database.Texts, `SELECT id FROM games WHERE ended_at = 0`)
	if err != nil {
		t.Fatal(err)
	}
	return ids
}
