package live

import (
	"context"
	"errors"
	"testing"
	"time"

	"thera/internal/catalog"
	"thera/internal/catalog/setup"
	"thera/internal/site/housebot"
	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/storetest"
)

// withShowcase adds house bots and their showcase, which plays as fast as it can.
func withShowcase(t *testing.T) func(*Config) {
	return func(c *Config) {
		var err error
		c.Bots, err = housebot.New(t.Context(), housebot.Config{
			Store: c.Store, House: c.House, Games: catalog.Games(),
			Account: func(ctx context.Context, name string) (play.Player, error) {
				err := c.Store.AddAccount(ctx, store.Account{ID: "id-" + name, Name: name, Folded: name, Kind: play.Bot}, nil)
				if errors.Is(err, store.ErrExists) {
					err = nil
				}
				return play.Player{ID: "id-" + name, Name: name, Kind: play.Bot}, err
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		showcase, err := housebot.NewShowcase(c.Bots, housebot.ShowcaseConfig{
			Pace:     time.Millisecond,
			Openings: func(string) []string { return nil },
			Begin: func(ctx context.Context, id string, gameSetup play.Setup) error {
				return c.Lobby.Pair(ctx, id, gameSetup, setup.AsNamed)
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		c.Showcase = showcase
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			showcase.Run(ctx)
			close(ended)
		}()
		t.Cleanup(func() {
			cancel()
			<-ended
		})
	}
}

// TestShowcase lists the showcase only where there is no other game.
func TestShowcase(t *testing.T) {
	s := start(t, storetest.SQLite(t), withShowcase(t))
	_, answer := s.ask("", "GET", "/live?game=hermit", "")
	if games := answer["games"].([]any); len(games) != 0 {
		t.Errorf("a list of one game has %v", games)
	}
	_, answer = s.ask("", "GET", "/live", "")
	games, featured := answer["games"].([]any), answer["featured"].(map[string]any)
	if len(games) != 1 || len(featured) != 1 || games[0].(map[string]any)["contest"] != play.Showcase {
		t.Fatalf("the list is %v, featured %v", games, featured)
	}
	for range 100 {
		if _, other := s.ask("", "GET", "/live", ""); other["games"].([]any)[0].(map[string]any)["id"] != games[0].(map[string]any)["id"] {
			t.Fatalf("another visitor sees %v", other)
		}
	}
	if all, err := s.Store.TournamentGames(t.Context(), play.Showcase, store.Page{}, 0); err != nil || len(all) != 1 {
		t.Errorf("for all of them there are %d games, %v", len(all), err)
	}
	id := s.begin("g", "5+3", "ann", "bob")
	// Without waiting until the answer is made again.
	if list, err := s.listLive(t.Context(), &liveInput{}); err != nil || len(list.Games) != 1 || list.Games[0].ID != id {
		t.Errorf("beside a game of people the list is %+v, %v", list, err)
	}
}

// TestNoShowcase answers with an empty list if no game can be begun, and tries seldom.
func TestNoShowcase(t *testing.T) {
	begun := 0
	s := start(t, storetest.SQLite(t), func(c *Config) {
		withShowcase(t)(c)
		var err error
		c.Showcase, err = housebot.NewShowcase(c.Bots, housebot.ShowcaseConfig{
			Openings: func(string) []string { return nil },
			Begin: func(context.Context, string, play.Setup) error {
				begun++
				return errors.New("the bot is banned")
			},
		})
		if err != nil {
			t.Fatal(err)
		}
	})
	for range 100 {
		if status, answer := s.ask("", "GET", "/live", ""); status != 200 || len(answer["games"].([]any)) != 0 {
			t.Fatalf("%d, %v", status, answer)
		}
	}
	if begun == 0 || begun == 100 {
		t.Errorf("100 visitors made it try %d times", begun)
	}
}

// TestShowcaseIsFollowed continues the showcase while somebody follows it, although nobody
// asks for the list.
func TestShowcaseIsFollowed(t *testing.T) {
	s := start(t, storetest.SQLite(t), withShowcase(t))
	err := s.House.Begin(t.Context(), "shown", play.Setup{
		Tournament: play.Showcase, Game: "hermit", Variant: "5x5",
		Players: []play.Player{{ID: "id-hermit-4", Kind: play.Bot}, {ID: "id-hermit-5", Kind: play.Bot}},
	})
	if err != nil {
		t.Fatal(err)
	}
	s.stream("", "/game/shown/stream").wait("turn")
}
