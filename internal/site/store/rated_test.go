package store_test

import (
	"fmt"
	"slices"
	"testing"

	"thera/internal/site/play"
	"thera/internal/site/store"
)

// TestRatedGames wants all games that may be published, over several pages, and no other.
func TestRatedGames(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		for i, name := range []string{"ann", "bob", "gone"} {
			must(t, s.AddAccount(ctx, store.Account{ID: name, Name: name, Folded: name, Kind: play.Person, Created: play.Instant(i)}, nil))
		}
		var want []string
		for n := range 120 {
			name := fmt.Sprintf("game%03d", n)
			begin(t, s, name, play.Instant(n), setupOf(t, true, "ann", "bob")).play(n%2 == 0)
			want = append(want, name)
		}
		begin(t, s, "casual", 1, setupOf(t, false, "ann", "bob")).play(true)
		begin(t, s, "game050-gone", 1, setupOf(t, true, "ann", "gone")).play(true)
		begin(t, s, "live", 1, setupOf(t, true, "ann", "bob")).move()
		begin(t, s, "aborted", 1, setupOf(t, true, "ann", "bob")).do(1000, play.Cancel{})
		must(t, s.Void(ctx, "game007", 5, voidAct("void")))
		want = slices.Delete(want, 7, 8)
		must(t, s.CloseAccounts(ctx, store.Closing{Accounts: []string{"gone"}, At: 9}))
		for _, name := range []string{"hermit", ""} {
			i := 0
			for log, err := range s.RatedGames(ctx, name) {
				must(t, err)
				if i == len(want) {
					t.Fatal("more games than may be published")
				}
				sheet, err := s.Events(ctx, want[i], 0)
				must(t, err)
				if len(log) != len(sheet) || log[0].At != sheet[0].At || log[0].Setup.Players[0].Name != "ann" {
					t.Fatalf("game %d: %+v, want %s", i, log[0], want[i])
				}
				i++
			}
			if i != len(want) {
				t.Errorf("%d games of %q, want %d", i, name, len(want))
			}
		}
		for log, err := range s.RatedGames(ctx, "amazons") {
			t.Errorf("%+v, %v: a game of amazons", log, err)
		}
		for _, err := range s.RatedGames(ctx, "") {
			must(t, err)
			break // without reading on
		}
	})
}
