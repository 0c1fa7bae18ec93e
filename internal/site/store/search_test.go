package store_test

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/storetest"
)

// A game as lists show it is the same by its row as by its state.
func TestSummary(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		g := begin(t, s, "g", 1000, setupOf(t, true, "ann", "bob"))
		for {
			got, err := s.Summary(t.Context(), "g")
			if want := g.state.Summary("g"); err != nil || !same(got, want) {
				t.Fatalf("%v\n%+v, want\n%+v", err, got, want)
			}
			if g.state.Over() {
				break
			}
			g.move()
		}
		g.do(1000, play.Offer{Seat: 0, Kind: play.Rematch})
		if got, err := s.Summary(t.Context(), "g"); err != nil || !same(got, g.state.Summary("g")) {
			t.Errorf("after an offer of a rematch: %+v, %v", got, err)
		}
		if _, err := s.Summary(t.Context(), "none"); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("no game: %v", err)
		}
	})
}

func same(a, b play.Summary) bool { return reflect.DeepEqual(a, b) }

// A game has one rematch.
func TestRematchOf(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		begin(t, s, "g", 1000, setupOf(t, false, "ann", "bob"))
		if _, err := s.RematchOf(t.Context(), "g"); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("no rematch: %v", err)
		}
		next := setupOf(t, false, "bob", "ann")
		next.Previous = "g"
		begin(t, s, "h", 2000, next)
		state, events, err := play.Create(rules, next, 3000)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Append(t.Context(), state.Batch("i", events)); !errors.Is(err, play.ErrTaken) {
			t.Errorf("a second rematch: %v", err)
		}
		if id, err := s.RematchOf(t.Context(), "g"); id != "h" || err != nil {
			t.Errorf("%q, %v", id, err)
		}
	})
}

// several stores four games of Ann: won at seat 1, lost at seat 2, aborted, in progress.
func several(t *testing.T, s *store.Store) {
	t.Helper()
	strong := setupOf(t, true, "ann", "bob")
	strong.Players[0].Rating, strong.Players[1].Rating = 1600, 1500
	begin(t, s, "won", 1000, strong).play(true)
	begin(t, s, "lost", 2000, setupOf(t, false, "bob", "ann")).play(true)
	begin(t, s, "aborted", 3000, setupOf(t, false, "ann", "cid")).do(10, play.Abort{Seat: 0})
	begin(t, s, "on", 4000, strong).move()
	begin(t, s, "weak", 5000, setupOf(t, true, "cid", "dan"))
	slow := setupOf(t, false, "dan", "ann")
	slow.Control = play.Control{Turn: 86_400_000}
	begin(t, s, "days", 6000, slow)
}

// TestLogsOfDeletedGames deletes games while their logs are read.
func TestLogsOfDeletedGames(t *testing.T) {
	s := open(t, storetest.SQLite(t))
	const games = 60 // more than are read at a time
	for n := range games {
		begin(t, s, id(n), play.Instant(n), setupOf(t, false, "guest", "visitor")).do(10, play.Abort{Seat: 0})
	}
	read := 0
	for g, err := range s.Logs(t.Context(), store.Search{Player: "guest"}) {
		if err != nil || len(g.Log) == 0 {
			t.Fatalf("%q has the log %v, %v", g.ID, g.Log, err)
		}
		if read++; read == 1 {
			if n, err := s.DeleteGuestGames(t.Context(), games+100); err != nil || n != games {
				t.Fatalf("%d games are deleted, %v", n, err)
			}
		}
	}
	if read == games {
		t.Error("all logs were read before the games were deleted")
	}
}

func TestSearch(t *testing.T) {
	yes, no := true, false
	each(t, func(t *testing.T, s *store.Store) {
		several(t, s)
		for want, search := range map[string]store.Search{
			"days on aborted lost won": {},
			"days on":                  {Limit: 2},
			"aborted lost won":         {Page: store.Page{Before: 4000}},
			"on won lost":              {Opponent: "bob"},
			"lost":                     {Result: store.Lost},
			"won":                      {Result: store.Won, Game: "hermit", Rated: &yes},
			"aborted":                  {Result: store.Aborted},
			"lost won":                 {Decided: true},
			"days":                     {Speed: play.Correspondence, Result: store.GoingOn},
			"lost aborted days":        {Rated: &no},
			"":                         {Game: "amazons"},
		} {
			search.Player = "ann"
			games, err := s.Games(t.Context(), search)
			got, names := ids(games), strings.Fields(want)
			if search.Opponent != "" || search.Rated == &no { // the newest first, as the others show
				slices.Sort(names)
				slices.Sort(got)
			}
			if err != nil || !slices.Equal(got, names) {
				t.Errorf("%+v: %q, %v, want %q", search, got, err, want)
			}
		}
		var logged []string
		for g, err := range s.Logs(t.Context(), store.Search{Player: "ann", Decided: true}) {
			if err != nil || g.Log[0].Setup == nil || g.Log[len(g.Log)-1].Kind != play.Ended {
				t.Errorf("%+v, %v: want the log of a finished game", g, err)
			}
			logged = append(logged, g.ID)
		}
		if !slices.Equal(logged, []string{"lost", "won"}) {
			t.Errorf("logs of %q", logged)
		}
		if _, err := s.Games(t.Context(), store.Search{Result: "drawn"}); err == nil {
			t.Error("there are drawn games")
		}
		for since, want := range map[play.Instant]int{0: 5, 1999: 4, 2000: 3, 6000: 0} {
			if n, first, err := s.Begun(t.Context(), "ann", since); n != want || err != nil || n > 0 && first <= since {
				t.Errorf("%d games begun since %d, the first at %d, %v; want %d", n, since, first, err, want)
			}
		}
		if games, err := s.Running(t.Context(), "ann"); err != nil || !slices.Equal(ids(games), []string{"on", "days"}) {
			t.Errorf("running: %q, %v", ids(games), err)
		}
		if games, err := s.Running(t.Context(), "dan"); err != nil || !slices.Equal(ids(games), []string{"days", "weak"}) {
			t.Errorf("running: %q, %v, want those first in which he is to move", ids(games), err)
		}
		if games, err := s.MostUrgent(t.Context(), "dan", 1); err != nil || !slices.Equal(ids(games), []string{"days"}) {
			t.Errorf("the most urgent: %q, %v", ids(games), err)
		}
		if games, err := s.Strongest(t.Context(), "hermit", 9); err != nil || !slices.Equal(ids(games), []string{"on", "weak"}) {
			t.Errorf("strongest: %q, %v", ids(games), err)
		}
	})
}

func ids(games []play.Summary) []string {
	ids := []string{}
	for _, g := range games {
		ids = append(ids, g.ID)
	}
	return ids
}

func TestTally(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		several(t, s)
		must(t, s.AddAccount(t.Context(), store.Account{ID: "bob", Name: "Bob", Folded: "bob", Kind: play.Person}, nil))
		counts, err := s.Counts(t.Context(), "ann")
		if want := []store.Count{{Game: "hermit", Games: 2, Won: 1, Rated: 1, GoingOn: 2}}; err != nil || !slices.Equal(counts, want) {
			t.Errorf("%+v, %v, want %+v", counts, err, want)
		}
		bob := store.Against{Player: play.Player{ID: "bob", Name: "Bob", Kind: play.Person}, Games: 2, Won: 1, Last: 2000}
		for game, want := range map[string][]store.Against{"": {bob}, "hermit": {bob}, "amazons": nil} {
			if got, err := s.ByOpponent(t.Context(), "ann", game, 9); err != nil || !slices.Equal(got, want) {
				t.Errorf("%q: %+v, %v, want %+v", game, got, err, want)
			}
		}
		if got, err := s.ByOpponent(t.Context(), "bob", "", 9); err != nil || len(got) != 1 || got[0].Player.Kind != play.Guest {
			t.Errorf("against a guest: %+v, %v", got, err)
		}
		sides := []store.Side{{Game: "hermit", Variant: "3x3", Seat: 1, Games: 1, Won: 1}, {Game: "hermit", Variant: "3x3", Seat: 2, Games: 1}}
		for game, want := range map[string][]store.Side{"": sides, "hermit": sides, "amazons": nil} {
			if got, err := s.BySide(t.Context(), "ann", game, 9); err != nil || !slices.Equal(got, want) {
				t.Errorf("%q: %+v, %v, want %+v", game, got, err, want)
			}
		}
	})
}
