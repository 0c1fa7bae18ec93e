package store_test

import (
	"errors"
	"reflect"
	"testing"

	"thera/internal/site/play"
	"thera/internal/site/store"
)

// Administrative actions and their audit entries are written together, or not
// at all.
func TestActs(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		must(t, s.AddAccount(ctx, store.Account{ID: "ann", Name: "Ann", Folded: "ann", Kind: play.Person}, nil),
			s.AddAccount(ctx, store.Account{ID: "bob", Name: "B_b", Folded: "bb", Kind: play.Bot, Created: 3}, nil))
		begin(t, s, "game", 0, setupOf(t, false, "ann", "bob"))
		act := func(id string, at play.Instant) store.Act {
			return store.Act{ID: id, At: at, Actor: "root", Act: "act", Object: "Ann", Detail: "detail", Reason: "reason"}
		}
		must(t, s.Ban(ctx, "ann", 5, 0, "cheats", act("1", 5)))
		addSession(t, s, store.Session{Hash: "a", Account: "ann", Expires: 100, Seen: 7})
		ann := store.Account{ID: "ann", Name: "Ann", Folded: "ann", Kind: play.Person, Banned: 5, Ban: "cheats"}
		if got, err := s.Users(ctx, "", "", true, 10); err != nil || !reflect.DeepEqual(got, []store.User{{Account: ann, Games: 1, Seen: 7}}) {
			t.Errorf("banned are %+v, %v", got, err)
		}
		must(t, s.Ban(ctx, "ann", 0, 0, "", act("2", 6)), s.Rename(ctx, "ann", "Cid", "cid", act("3", 7)), s.CloseAccounts(ctx, store.Closing{Accounts: []string{"bob"}, At: 8}, act("4", 8)))
		for id, err := range map[string]error{
			"5": s.Ban(ctx, "nobody", 1, 0, "x", act("5", 9)),
			"6": s.Rename(ctx, "nobody", "X", "x", act("6", 9)),
			"7": s.CloseAccounts(ctx, store.Closing{Accounts: []string{"bob"}, At: 9}, act("7", 9)),
		} {
			if !errors.Is(err, store.ErrNotFound) {
				t.Errorf("act %s upon nobody: %v", id, err)
			}
		}
		if err := s.Rename(ctx, "ann", "Bb", "bb", act("8", 9)); !errors.Is(err, store.ErrExists) {
			t.Errorf("a name that was another's: %v", err)
		}
		acts, err := s.Acts(ctx, 6, 10)
		if want := []store.Act{act("4", 8), act("3", 7), act("2", 6)}; err != nil || !reflect.DeepEqual(acts, want) {
			t.Errorf("acts %+v, %v, want %+v", acts, err, want)
		}
		log, err := s.Events(ctx, "game", 0)
		if err != nil || log[0].Setup.Players[0].Name != "Cid" || log[0].Setup.Players[1].Name != "deleted" {
			t.Errorf("the players are %+v, %v", log[0].Setup.Players, err)
		}
		for text, want := range map[string]int{"": 2, "c": 1, "bb": 1, "%": 0, "_": 0, `\`: 0} {
			if got, err := s.Users(ctx, "", text, false, 10); err != nil || len(got) != want {
				t.Errorf("%q finds %+v, %v, want %d", text, got, err, want)
			}
		}
		if got, err := s.Users(ctx, "bob", "zzz", false, 10); err != nil || len(got) != 1 {
			t.Errorf("an id finds %+v, %v", got, err)
		}
		if ids, err := s.GameIDs(ctx, "", 10); err != nil || !reflect.DeepEqual(ids, []string{"game"}) {
			t.Errorf("games %q, %v", ids, err)
		}
		if ids, err := s.GameIDs(ctx, "game", 10); err != nil || len(ids) != 0 {
			t.Errorf("games %q after the last, %v", ids, err)
		}
	})
}
