package store_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"

	"thera/hermit"
	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/storetest"
)

var rules = hermit.Rules()

// setupOf returns a game of Hermit between two players.
func setupOf(t testing.TB, rated bool, players ...string) play.Setup {
	t.Helper()
	s := play.Setup{Game: "hermit", Variant: "3x3", Control: play.Control{Initial: 300_000, Increment: 3000}, Rated: rated}
	for _, p := range players {
		s.Players = append(s.Players, play.Player{ID: p, Name: play.GuestName(p), Kind: play.Person})
	}
	return s
}

// game is a game that a test plays.
type game struct {
	t     testing.TB
	s     *store.Store
	id    string
	state *play.State
	log   []play.Event
}

func begin(t testing.TB, s *store.Store, id string, at play.Instant, gameSetup play.Setup) *game {
	t.Helper()
	state, events, err := play.Create(rules, gameSetup, at)
	if err == nil {
		err = s.Append(t.Context(), state.Batch(id, events))
	}
	if err != nil {
		t.Fatal(err)
	}
	return &game{t, s, id, state, events}
}

func (g *game) do(after play.Millis, c play.Command) {
	g.t.Helper()
	state, events, err := g.state.Decide(g.state.At()+play.Instant(after), c)
	if err == nil {
		err = g.s.Append(g.t.Context(), state.Batch(g.id, events))
	}
	if err != nil {
		g.t.Fatal(err)
	}
	g.state, g.log = state, append(g.log, events...)
}

func (g *game) move() { g.t.Helper(); g.do(1000, turn(g.state)) }

func turn(s *play.State) play.Turn {
	return play.Turn{Seat: s.Position().Turn(), Ply: s.Ply() + 1, Text: string(s.Position().Moves()[0])}
}

// play plays the game to its end, by the rules or by resignation of the second.
func (g *game) play(resign bool) {
	g.t.Helper()
	for !g.state.Over() {
		if resign && g.state.Ply() >= 2 {
			g.do(1000, play.Resign{Seat: 1})
			return
		}
		g.move()
	}
}

func TestLog(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		g := begin(t, s, "g", 5000, setupOf(t, true, "ann", "bob"))
		g.move()
		g.do(1, play.MoreTime{Seat: 1})
		g.play(false)
		log, err := s.Events(t.Context(), "g", 0)
		if err != nil || !reflect.DeepEqual(log, g.log) {
			t.Fatalf("%v: the log is\n%+v\nwant\n%+v", err, log, g.log)
		}
		if rest, err := s.Events(t.Context(), "g", 2); err != nil || !reflect.DeepEqual(rest, g.log[2:]) {
			t.Errorf("%v: after 2\n%+v", err, rest)
		}
		again, err := play.Replay(rules, log)
		if err != nil || !reflect.DeepEqual(again.View(0), g.state.View(0)) {
			t.Errorf("%v: replayed\n%+v", err, again.View(0))
		}
		if none, err := s.Events(t.Context(), "none", 0); err != nil || len(none) != 0 {
			t.Errorf("events of no game: %+v, %v", none, err)
		}
	})
}

// A batch that does not begin at the next number changes nothing.
func TestAppendTakenNumbers(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		g := begin(t, s, "g", 0, setupOf(t, false, "ann", "bob"))
		g.move()
		for _, first := range []int{1, 2, 4, 100} {
			events := []play.Event{{Number: first, Kind: play.Turned}, {Number: first + 1, Kind: play.Turned}}
			if first == 1 {
				events[0] = g.log[0]
			}
			if err := s.Append(ctx, play.Batch{Game: "g", Events: events}); !errors.Is(err, play.ErrTaken) {
				t.Errorf("append from %d: %v, want that it is taken", first, err)
			}
		}
		if err := s.Append(ctx, play.Batch{Game: "none", Events: []play.Event{{Number: 2}}}); !errors.Is(err, play.ErrTaken) {
			t.Errorf("append to no game: %v, want that it is taken", err)
		}
		for _, events := range [][]play.Event{nil, {{Number: 1, Kind: play.Created}}, {{Number: 3}, {Number: 5}}} {
			if err := s.Append(ctx, play.Batch{Game: "g2", Events: events}); err == nil || errors.Is(err, play.ErrTaken) {
				t.Errorf("append %+v: %v, want an error", events, err)
			}
		}
		if log, err := s.Events(ctx, "g", 0); err != nil || !reflect.DeepEqual(log, g.log) {
			t.Errorf("%v: the log is %+v, want %+v", err, log, g.log)
		}
		g.move()
	})
}

// Many games are written at the same time, each by two writers that both
// believe they own it: one of them succeeds with each number.
func TestManyWriters(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		const games, events = 50, 20
		var all sync.WaitGroup
		var mu sync.Mutex
		written := map[string]int{}
		for n := range games {
			begin(t, s, id(n), 0, setupOf(t, false, "ann", "bob"))
			for range 2 {
				all.Go(func() {
					for number := 2; number < 2+events; number++ {
						b := play.Batch{Game: id(n), Events: []play.Event{{Number: number, Kind: play.Offered}}}
						switch err := s.Append(t.Context(), b); {
						case err == nil:
							mu.Lock()
							written[fmt.Sprint(id(n), " ", number)]++
							mu.Unlock()
						case !errors.Is(err, play.ErrTaken):
							t.Error(err)
						}
					}
				})
			}
		}
		all.Wait()
		for n := range games {
			log, err := s.Events(t.Context(), id(n), 0)
			if err != nil || len(log) != 1+events {
				t.Fatalf("game %d has %d events, want %d: %v", n, len(log), 1+events, err)
			}
			for i, e := range log[1:] {
				if e.Number != i+2 || written[fmt.Sprint(id(n), " ", e.Number)] != 1 {
					t.Fatalf("game %d: event %d was acknowledged %d times", n, e.Number, written[fmt.Sprint(id(n), " ", e.Number)])
				}
			}
		}
	})
}

func TestGames(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		g := begin(t, s, "g", 5000, setupOf(t, true, "ann", "bob"))
		want := store.Game{ID: "g", Game: "hermit", Variant: "3x3", Speed: play.Fast, Rated: true, Created: 5000, Number: 1, Turn: 1, Deadline: 35_000}
		if got, err := s.Game(ctx, "g"); err != nil || got != want {
			t.Errorf("%v: the game is\n%+v, want\n%+v", err, got, want)
		}
		begin(t, s, "h", 6000, setupOf(t, false, "bob", "cid")).play(true)
		g.move()
		want.Number, want.Ply, want.Turn, want.Deadline = 2, 1, 2, 36_000
		if got, err := s.Game(ctx, "g"); err != nil || got != want {
			t.Errorf("%v: the game is\n%+v, want\n%+v", err, got, want)
		}
		if got, err := s.Game(ctx, "h"); err != nil || got.Reason != play.ByResign || got.Ended != 9000 || got.Deadline != 0 {
			t.Errorf("%v: the other game is\n%+v", err, got)
		}
		if _, err := s.Game(ctx, "none"); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("no game: %v", err)
		}
		for until, want := range map[play.Instant]string{36_000: "g", 35_999: ""} {
			if due, err := s.Due(ctx, until); err != nil || strings.Join(due, " ") != want {
				t.Errorf("due until %d: %q, %v, want %q", until, due, err, want)
			}
		}
		live, err := s.Live(ctx)
		if err != nil || len(live) != 1 || live[0].ID != "g" {
			t.Errorf("live games: %+v, %v, want g", live, err)
		}
	})
}

func TestPulse(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		if last, outages, err := s.LastBeat(t.Context()); last != 0 || len(outages) != 0 || err != nil {
			t.Errorf("of a new store: %d, %+v, %v", last, outages, err)
		}
		for _, err := range []error{
			s.Beat(t.Context(), 10), s.Beat(t.Context(), 30, play.Span{From: 10, To: 30}), s.Beat(t.Context(), 40, play.Span{From: 10, To: 40}),
			s.Beat(t.Context(), 50, play.Span{From: 45, To: 50}),
		} {
			if err != nil {
				t.Fatal(err)
			}
		}
		last, outages, err := s.LastBeat(t.Context())
		if want := []play.Span{{From: 10, To: 40}, {From: 45, To: 50}}; last != 50 || !reflect.DeepEqual(outages, want) || err != nil {
			t.Errorf("%d, %+v, %v, want 50, %+v", last, outages, err, want)
		}
	})
}

func TestClosedStore(t *testing.T) {
	s, err := store.Open(t.Context(), storetest.SQLite(t))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.Append(t.Context(), play.Batch{Game: "g", Events: []play.Event{{Number: 2}}}); !errors.Is(err, store.ErrClosed) {
		t.Errorf("error %v, want that it is closed", err)
	}
}

func TestOpenRefuses(t *testing.T) {
	for _, address := range []string{"", "mysql://somewhere/games", ":memory:", t.TempDir(), "postgres://ann:secret@127.0.0.1:1/games?connect_timeout=1"} {
		s, err := store.Open(t.Context(), address)
		if err == nil {
			t.Errorf("%q is opened: %v", address, s.Close())
		} else if strings.Contains(err.Error(), "secret") {
			t.Errorf("the error tells the password: %v", err)
		}
	}
}
