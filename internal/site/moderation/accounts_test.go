package moderation

import (
	"testing"

	"thera/internal/site/account/accounttest"
	"thera/internal/site/play"
	"thera/internal/site/store/storetest"
)

// TestSightingsAreForgotten notes one sighting, and counts what is left of it in the
// following weeks.
func TestSightingsAreForgotten(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		site, ctx := accounttest.Open(t, address), t.Context()
		site.Join("ann", "ann")
		ann, err := site.Accounts.Find(ctx, "ann")
		if err != nil {
			t.Fatal(err)
		}
		s, err := New(ctx, Config{Store: site.Store, Accounts: site.Accounts})
		if err != nil {
			t.Fatal(err)
		}
		seen := site.Accounts.Now()
		if err := s.saw(ctx, ann.ID, "203.0.113.7"); err != nil {
			t.Fatal(err)
		}
		for weeks := range play.Instant(6) {
			if err := s.forgetSightings(ctx, seen+weeks*week); err != nil {
				t.Fatal(err)
			}
			want := 0
			if weeks < weeksKept {
				want = 1
			}
			marks, err := s.count(ctx, `SELECT count(*) FROM sightings`)
			if err != nil || marks != want {
				t.Errorf("after %d weeks: %d sightings, %v; want %d", weeks, marks, err, want)
			}
			keys, err := s.count(ctx, `SELECT count(*) FROM keys WHERE name LIKE $1`, keyOfWeek+"%")
			if err != nil || keys != want {
				t.Errorf("after %d weeks: %d keys, %v; want %d", weeks, keys, err, want)
			}
		}
	})
}
