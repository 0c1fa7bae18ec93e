package housebot_test

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"thera/engine"
	"thera/game"
	"thera/internal/catalog"
	"thera/internal/catalog/setup"
	"thera/internal/site/housebot"
	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/storetest"
)

// showcase returns a showcase of the bots, which plays as fast as it can until stop is
// called, and watches it.
func (p *place) showcase(c housebot.ShowcaseConfig) (s *housebot.Showcase, stop func()) {
	p.t.Helper()
	c.Pace, c.Rest = time.Millisecond, cmp.Or(c.Rest, time.Millisecond)
	c.Openings = func(string) []string { return nil }
	if c.Begin == nil {
		c.Begin = p.begin
	}
	s, err := housebot.NewShowcase(p.bots, c)
	if err != nil {
		p.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(p.t.Context())
	var running sync.WaitGroup
	running.Go(func() { s.Run(ctx) })
	stop = func() {
		cancel()
		running.Wait()
	}
	p.t.Cleanup(stop)
	return s, stop
}

// begin starts a game of the showcase, unless it exists.
func (p *place) begin(ctx context.Context, id string, gameSetup play.Setup) error {
	return p.Pair(ctx, id, gameSetup, setup.AsNamed)
}

// shown returns the game of a showcase.
func (p *place) shown(s *housebot.Showcase) play.Summary {
	p.t.Helper()
	game, err := s.Game(p.t.Context())
	if err != nil {
		p.t.Fatal(err)
	}
	return game
}

// resign ends a game.
func (p *place) resign(id string) {
	p.t.Helper()
	p.sit(id, ann).do(play.Resign{Seat: 0})
}

// TestShowcase has one casual game for everybody who looks, in which turns are played only
// by the showcase.
func TestShowcase(t *testing.T) {
	each(t, func(t *testing.T, p *place) {
		s, stop := p.showcase(housebot.ShowcaseConfig{Attention: time.Hour})
		games := make([]play.Summary, 200)
		var all sync.WaitGroup
		for i := range games {
			all.Go(func() { games[i], _ = s.Game(t.Context()) })
		}
		all.Wait()
		first := games[0]
		if slices.ContainsFunc(games, func(g play.Summary) bool { return g.ID != first.ID }) || first.ID == "" {
			t.Fatalf("those who look see different games: %v", games)
		}
		if first.Game != "amazons" || first.Rated || first.Tournament != play.Showcase {
			t.Errorf("the game is %+v", first)
		}
		g := p.sit(first.ID, ann)
		g.until("three turns", func(s *play.State) bool { return s.Ply() >= 3 })
		stop()
		if err := g.Reload(t.Context()); err != nil { // the last turn is carried out first
			t.Fatal(err)
		}
		ply := g.State().Ply()
		made, err := p.Challenge(t.Context(), visit, "hermit-1", terms("hermit 4x4 5+3"))
		if err != nil {
			t.Fatal(err)
		}
		for other := p.sit(made.Game, visit); !other.until("my turn", other.mine).Over(); {
			other.move()
		}
		if now := g.State().Ply(); now != ply {
			t.Errorf("%d turns have been played while nobody looked", now-ply)
		}
	})
}

// TestShowcaseEnds begins the next game, keeps the last ones, and leaves no trace in ratings
// and in the games that are published.
func TestShowcaseEnds(t *testing.T) {
	each(t, func(t *testing.T, p *place) {
		s, stop := p.showcase(housebot.ShowcaseConfig{Attention: time.Nanosecond})
		defer stop()
		const played = 14
		var names []string
		for range played {
			game := p.shown(s)
			p.resign(game.ID)
			names = append(names, game.Game)
			storetest.Until(t, "the next game", func() bool { return p.shown(s).ID != game.ID })
		}
		if want := []string{"amazons", "santorini", "hermit", "amazons"}; !slices.Equal(names[:4], want) {
			t.Errorf("the games are of %v, want %v", names[:4], want)
		}
		kept, err := p.store.TournamentGames(t.Context(), play.Showcase, store.Page{}, 0)
		if err != nil || len(kept) != 11 { // with the one in progress
			t.Errorf("%d games are kept, %v", len(kept), err)
		}
		for published, err := range p.store.RatedGames(t.Context(), "") {
			t.Errorf("published: %v, %v; want no game of the showcase", published, err)
		}
		for _, player := range kept[0].Players {
			ratings, err := p.store.RatingsOf(t.Context(), player.ID, p.house.Now())
			if err != nil || slices.ContainsFunc(ratings, func(r store.Rating) bool { return r.Games > 0 }) {
				t.Errorf("ratings of %s: %+v, %v", player.Name, ratings, err)
			}
		}
		if wrong, err := p.store.Recount(t.Context(), false); err != nil || wrong != 0 {
			t.Errorf("%d counters are wrong, %v", wrong, err)
		}
	})
}

// stubborn searches until it is interrupted.
type stubborn struct {
	engine.Engine
	began chan<- struct{}
}

func (e stubborn) Search(ctx context.Context, req engine.Request) (engine.Info, error) {
	select {
	case e.began <- struct{}{}:
	default:
	}
	<-ctx.Done()
	return e.Engine.Search(ctx, req)
}

// stubbornly returns a game whose only engine is stubborn.
func stubbornly(entry catalog.Entry, began chan<- struct{}) catalog.Entry {
	kind, plain := entry.Engines[0], entry
	kind.New = func(c engine.Config) engine.Engine { return stubborn{plain.NewEngine(c), began} }
	entry.Engines = []catalog.Engine{kind}
	return entry
}

// TestShowcaseYields interrupts a search of the showcase for a game with a person.
func TestShowcaseYields(t *testing.T) {
	began := make(chan struct{}, 1)
	games := []catalog.Entry{stubbornly(catalog.Amazons(), began), catalog.Hermit()}
	p := openWith(t, storetest.SQLite(t), housebot.Config{Searches: 1, Games: games}, time.Hour)
	defer p.stop()
	s, _ := p.showcase(housebot.ShowcaseConfig{Attention: time.Hour})
	shown := p.shown(s)
	<-began
	made, err := p.Challenge(t.Context(), visit, "hermit-1", terms("hermit 4x4 5+3"))
	if err != nil {
		t.Fatal(err)
	}
	g := p.sit(made.Game, visit)
	g.move()
	if g.until("my turn", g.mine).Over() {
		t.Error("the bot has waited for the showcase until its first turn was due")
	}
	if r := p.sit(shown.ID, ann); r.State().Ply() != 0 || r.State().Position().Turn() != game.Seat(0) {
		t.Error("an interrupted search has played a turn")
	}
}
