package live

import (
	"fmt"
	"net/http"
	"testing"

	"thera/game"
	"thera/game/gametest"
	"thera/internal/catalog"
	"thera/internal/site/account/accounttest"
	"thera/internal/site/play"
	"thera/internal/site/store/storetest"
)

// TestOffersOfOneAddress has a class offer games at one address, and then somebody who does
// nothing else.
func TestOffersOfOneAddress(t *testing.T) {
	s := start(t, storetest.SQLite(t), func(c *Config) { c.Limits.ClientOffers.PerSecond = 1e-4 })
	seek := func(who string) (status int) {
		status, answer := s.ask(who, "POST", "/seeks", `{"game":"hermit","variant":"3x3","clock":"5+3","rated":false}`)
		if seek, ok := answer["seek"].(map[string]any); ok {
			res, _ := accounttest.Send(t, http.DefaultClient, "DELETE", s.url+"/seeks/"+seek["id"].(string), "", http.Header{"Authorization": {"Bearer " + who}})
			status = res.StatusCode
		}
		return status
	}
	for n := range 31 {
		for range 3 {
			if status := seek(fmt.Sprint("pupil", n)); status/100 != 2 {
				t.Fatalf("pupil %d: %d", n+1, status)
			}
		}
	}
	for n := range 30 {
		if status := seek(fmt.Sprint("other", n)); status == 429 {
			return
		}
	}
	t.Error("more offers of one address are not refused")
}

// TestRecordInOneGame asks for the results in one of the games that a player has played.
func TestRecordInOneGame(t *testing.T) {
	s := start(t, storetest.SQLite(t), nil)
	for name, variant := range map[string]string{"hermit": "3x3", "amazons": "6x6"} {
		s.resigned(name, variant, "ann", "bob")
	}
	for query, want := range map[string]string{
		"":              "[amazons hermit]",
		"?game=amazons": "[amazons]",
		"?game=hermit":  "[hermit]",
	} {
		_, answer := s.ask("", "GET", "/player/ann/record"+query, "")
		games := []any{}
		for _, side := range answer["sides"].([]any) {
			games = append(games, side.(map[string]any)["game"])
		}
		if fmt.Sprint(games) != want {
			t.Errorf("record%s has sides in %v, want %s", query, games, want)
		}
	}
}

// resigned stores a game that the first player has resigned after a turn of each.
func (s *service) resigned(name, variant string, players ...string) {
	s.t.Helper()
	setup := play.Setup{Game: name, Variant: variant}
	for _, player := range players {
		setup.Players = append(setup.Players, play.Player{ID: "id-" + player, Name: player, Kind: play.Person})
	}
	rules := gametest.Must(s.t, catalog.Rules, name)
	state, events, err := play.Create(rules, setup, 1)
	store := func() {
		s.t.Helper()
		if err != nil {
			s.t.Fatal(err)
		}
		if err := s.Store.Append(s.t.Context(), state.Batch(name, events)); err != nil {
			s.t.Fatal(err)
		}
	}
	store()
	for i := range players {
		turn := play.Turn{Seat: game.Seat(i), Ply: i + 1, Text: string(state.Position().Moves()[0])}
		state, events, err = state.Decide(2, turn)
		store()
	}
	state, events, err = state.Decide(3, play.Resign{Seat: 0})
	store()
}
