package live

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"thera/game/gametest"
	"thera/internal/site/account"
	"thera/internal/site/play"
	"thera/internal/site/store/storetest"
)

// A game of a class is visible to its players and to everyone who may see the class.
// No request of anyone else finds it.
func TestClassPrivacy(t *testing.T) {
	s := start(t, storetest.SQLite(t), func(c *Config) {
		c.Sees = func(_ context.Context, who account.Who, class string) (bool, error) {
			return class == "c" && (who.Name == "teacher" || who.Name == "zoe" || who.Name == "jan"), nil
		}
	})
	control := gametest.Must(t, play.ParseControl, "5+3")
	setup := play.Setup{Game: "hermit", Variant: "3x3", Control: control}
	for _, name := range []string{"zoe", "jan"} {
		setup.Players = append(setup.Players, play.Player{ID: "id-" + name, Name: name, Kind: play.Guest, Class: "c"})
	}
	if err := s.House.Begin(t.Context(), "g1", setup); err != nil {
		t.Fatal(err)
	}
	for who, want := range map[string]int{"": 404, "stranger": 404, "teacher": 200, "zoe": 200, "jan": 200} {
		for _, path := range []string{"/game/g1", "/game/g1/record", "/game/g1/stream?after=0", "/game/g1/socket"} {
			r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.url+path, nil)
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Authorization", "Bearer "+who)
			want := want
			if strings.HasSuffix(path, "socket") {
				r.Header.Set("Connection", "Upgrade")
				r.Header.Set("Upgrade", "websocket")
				r.Header.Set("Sec-WebSocket-Version", "13")
				r.Header.Set("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==")
				if want == 200 {
					want = 101
				}
			}
			res, err := http.DefaultTransport.RoundTrip(r)
			if err != nil {
				t.Fatal(err)
			}
			_ = res.Body.Close()
			if res.StatusCode != want {
				t.Errorf("%s: %q gets %d, want %d", path, who, res.StatusCode, want)
			}
		}
		if status, _ := s.ask(who, "POST", "/game/g1/phrase", `{"phrase":"hello"}`); who == "stranger" && status != 404 {
			t.Errorf("%s says something: %d", who, status)
		}
	}
	if _, answer := s.ask("stranger", "GET", "/live", ""); len(answer["games"].([]any)) != 0 {
		t.Errorf("the list of games: %v", answer)
	}
}
