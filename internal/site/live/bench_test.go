package live

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"thera/game/gametest"
	"thera/internal/catalog"
	"thera/internal/site/httpkit"
	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/database"
	"thera/internal/site/store/storetest"
)

// BenchmarkPublic measures the answers that everybody gets alike, as a browser asks for
// them: each time as if for the first, and again with the tag of the last answer.
func BenchmarkPublic(b *testing.B) {
	s := start(b, storetest.SQLite(b), nil)
	fillPublic(b, s)
	for _, path := range []string{"/live", "/leaderboard/amazons/fast"} {
		for _, isKnown := range []bool{false, true} {
			name := path[1:5]
			if isKnown {
				name += "-again"
			}
			b.Run(name, func(b *testing.B) {
				bytes, tag := 0, ""
				for b.Loop() {
					r := httptest.NewRequestWithContext(httpkit.WithRequest(b.Context(), &httpkit.Request{Client: httpkit.Local}), http.MethodGet, "/api/v1"+path, nil)
					r.Header.Set("Accept-Encoding", "gzip")
					if isKnown && tag != "" {
						r.Header.Set("If-None-Match", tag)
					}
					w := httptest.NewRecorder()
					s.kit.ServeHTTP(w, r)
					if w.Code != http.StatusOK && w.Code != http.StatusNotModified {
						b.Fatal(w.Code, w.Body)
					}
					bytes, tag = bytes+w.Body.Len(), w.Header().Get("ETag")
				}
				b.ReportMetric(float64(bytes)/float64(b.N), "bytes/op")
			})
		}
	}
}

// fillPublic begins as many games as a list has, and rates as many players as a
// leaderboard has.
func fillPublic(b *testing.B, s *service) {
	b.Helper()
	ctx := b.Context()
	player := func(n int) play.Player {
		name := fmt.Sprint("player", n)
		return play.Player{ID: "id-" + name, Name: name, Kind: play.Person}
	}
	for n := range leaders {
		p := player(n)
		err := s.Store.AddAccount(ctx, store.Account{ID: p.ID, Name: p.Name, Folded: p.Name, Kind: p.Kind}, nil)
		if err == nil {
			err = s.Store.DB().Exec(ctx, `INSERT INTO ratings (player, game, speed, rating, deviation, volatility, games, at) VALUES `+database.Values(8),
				p.ID, "amazons", play.Fast, 1500+n, 60, 0.06, 100, 0)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	control := gametest.Must(b, play.ParseControl, "5+3")
	for _, entry := range catalog.Games() {
		for n := range listGames {
			setup := play.Setup{
				Game: entry.Game.Name(), Variant: entry.Game.Variants()[0], Control: control, Rated: true, Players: []play.Player{player(n), player(n + 1)},
			}
			if err := s.House.Begin(ctx, fmt.Sprint(setup.Game, n), setup); err != nil {
				b.Fatal(err)
			}
		}
	}
}
