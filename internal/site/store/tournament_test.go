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
			one := setup(t, true, "ann", "bob")
			one.Tournament = contest
			return one
		}
		begin(t, s, "none", 0, of(""))
		begin(t, s, "old", 1, of("cup"))
		begin(t, s, "other", 2, of("league"))
		begin(t, s, "new", 3, of("cup")).play(true)
		for _, c := range []struct {
			contest string
			before  play.Instant
			limit   int
			want    []string
		}{
			{"cup", 0, 0, []string{"new", "old"}},
			{"cup", 3, 0, []string{"old"}},
			{"cup", 0, 1, []string{"new"}},
			{"league", 0, 0, []string{"other"}},
			{"", 0, 0, nil},
		} {
			all, err := s.TournamentGames(t.Context(), c.contest, c.before, c.limit)
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
