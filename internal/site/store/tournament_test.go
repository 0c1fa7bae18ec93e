package store_test

import (
	"reflect"
	"testing"

	"thera/internal/site/play"
	"thera/internal/site/store"
)

func TestOfContest(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		of := func(contest string) play.Setup {
			one := setupOf(t, true, "ann", "bob")
			one.Tournament = contest
			return one
		}
		begin(t, s, "none", 0, of(""))
		begin(t, s, "old", 1, of("cup"))
		begin(t, s, "other", 2, of("league"))
		begin(t, s, "new", 3, of("cup")).play(true)
		for _, c := range []struct {
			contest string
			page    store.Page
			limit   int
			want    []string
		}{
			{"cup", store.Page{}, 0, []string{"new", "old"}},
			{"cup", store.Page{Before: 3}, 0, []string{"old"}},
			{"cup", store.Page{}, 1, []string{"new"}},
			{"league", store.Page{}, 0, []string{"other"}},
			{"", store.Page{}, 0, nil},
		} {
			all, err := s.TournamentGames(t.Context(), c.contest, c.page, c.limit)
			must(t, err)
			var ids []string
			for _, g := range all {
				ids = append(ids, g.ID)
				if g.Tournament != c.contest {
					t.Errorf("%s is of %q", g.ID, g.Tournament)
				}
			}
			if !reflect.DeepEqual(ids, c.want) {
				t.Errorf("%+v: %q", c, ids)
			}
		}
	})
}
