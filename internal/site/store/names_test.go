package store_test

import (
	"slices"
	"strings"
	"testing"

	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/database"
	"thera/internal/site/store/storetest"
)

// rawLogs returns the logs of all games as they are stored.
func rawLogs(t *testing.T, s *store.Store) string {
	t.Helper()
	all, err := database.List(t.Context(), s.DB().Reader(), database.Texts, `SELECT event FROM events ORDER BY game, number`)
	must(t, err)
	return strings.Join(all, "\n")
}

// playersOf returns the names and kinds in a game's log and in a list of games.
func playersOf(t *testing.T, s *store.Store, game string) string {
	t.Helper()
	log, err := s.Events(t.Context(), game, 0)
	must(t, err)
	summary, err := s.Summary(t.Context(), game)
	must(t, err)
	if !slices.Equal(log[0].Setup.Players, summary.Players) {
		t.Errorf("the log has %+v, the list %+v", log[0].Setup.Players, summary.Players)
	}
	var all []string
	for _, p := range summary.Players {
		all = append(all, p.Name+" "+string(p.Kind))
	}
	return strings.Join(all, ", ")
}

// A name is stored once: a game shows the present one, and neither renaming an account
// nor closing it touches a log.
func TestNames(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		must(t, s.AddAccount(ctx, store.Account{ID: "ann", Name: "Annabel", Folded: "annabel", Kind: play.Person}, nil))
		casual := setupOf(t, false, "ann", "g7k2xyz")
		casual.Players[0].Name, casual.Players[1].Kind = "Annabel", play.Guest
		begin(t, s, "game", 0, casual).play(true)
		logs := rawLogs(t, s)
		var told []string
		s.FollowNames(func(p play.Player) { told = append(told, p.Name+" "+string(p.Kind)) })
		for _, step := range []struct {
			change func() error
			want   string
		}{
			{func() error { return nil }, "Annabel person, guest-g7k2 guest"},
			{func() error { return s.Rename(ctx, "ann", "Bella", "bella", store.Act{ID: "1", At: 5}) }, "Bella person, guest-g7k2 guest"},
			{func() error {
				return s.AddAccount(ctx, store.Account{ID: "g7k2xyz", Name: "Cid", Folded: "cid", Kind: play.Person}, nil)
			}, "Bella person, Cid person"},
			{func() error { return s.CloseAccounts(ctx, store.Closing{Accounts: []string{"ann"}, At: 9}) }, "deleted person, Cid person"},
		} {
			must(t, step.change())
			if got := playersOf(t, s, "game"); got != step.want {
				t.Errorf("the players are %s, want %s", got, step.want)
			}
		}
		if strings.Contains(logs, "Annabel") || strings.Contains(logs, "guest-") || rawLogs(t, s) != logs {
			t.Errorf("the logs have names, or have changed from %s to %s", logs, rawLogs(t, s))
		}
		if want := []string{"Bella person", "Cid person", "deleted person"}; !slices.Equal(told, want) {
			t.Errorf("followers heard %q, want %q", told, want)
		}
	})
}

// A program that did not change a name itself shows the new one once it hears of it.
func TestNamesOfAnotherProgram(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		ctx := t.Context()
		here, there := open(t, address), open(t, address)
		must(t, here.AddAccount(ctx, store.Account{ID: "ann", Name: "Annabel", Folded: "annabel", Kind: play.Person, Created: 3}, nil))
		begin(t, here, "game", 0, setupOf(t, true, "ann", "bob"))
		before := playersOf(t, here, "game")
		must(t, there.Rename(ctx, "ann", "Bella", "bella", store.Act{ID: "1", At: 5}))
		changes, err := here.NameChangesSince(ctx, 4)
		if want := []store.NameChange{{Account: "ann", At: 5}}; err != nil || !slices.Equal(changes, want) {
			t.Errorf("changes %+v, %v, want %+v", changes, err, want)
		}
		number := here.NameChanges()
		must(t, here.Renamed(ctx, "ann"))
		if after := playersOf(t, here, "game"); !strings.HasPrefix(before, "Annabel") || !strings.HasPrefix(after, "Bella") || here.NameChanges() == number {
			t.Errorf("the players are %s, then %s", before, after)
		}
	})
}

func TestSortByName(t *testing.T) {
	type person struct{ name, id string }
	sorted := []person{{"ändy", "a"}, {"Ängström", "b"}, {"Anna", "c"}, {"Anna", "d"}, {"ben", "e"}, {"Émile", "f"}, {"Zoe", "g"}, {"Вера", "h"}}
	all := slices.Clone(sorted)
	slices.Reverse(all)
	store.SortByName(all, func(p person) (name, id string) { return p.name, p.id })
	if !slices.Equal(all, sorted) {
		t.Errorf("%v, want %v", all, sorted)
	}
}
