package moderation

import (
	"context"
	"database/sql"
	"testing"

	"thera/internal/catalog"
	"thera/internal/site/account"
	"thera/internal/site/account/accounttest"
	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/storetest"
)

// withAnn returns a service of moderation with one account.
func withAnn(t *testing.T, address string) (*accounttest.Site, *Service, play.Player) {
	t.Helper()
	site := accounttest.Open(t, address)
	site.Join("ann", "ann")
	ann, err := site.Accounts.Find(t.Context(), "ann")
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(t.Context(), Config{Store: site.Store, Accounts: site.Accounts})
	if err != nil {
		t.Fatal(err)
	}
	return site, s, ann
}

func (s *Service) count(ctx context.Context, query string, args ...any) (n int, err error) {
	err = s.db.Row(ctx, []any{&n}, query, args...)
	return n, err
}

// TestSightingsAreForgotten notes one sighting, and counts what is left of it in the
// following weeks.
func TestSightingsAreForgotten(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		site, s, ann := withAnn(t, address)
		ctx := t.Context()
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

// Two members of a class on one network are no suspects, and nothing is noted of them. What
// an earlier server has noted is left out.
func TestMembersOfClasses(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		site, s, _ := withAnn(t, address)
		ctx := t.Context()
		see := func(see func(id string) error) {
			t.Helper()
			for _, id := range []string{"zoe", "jan"} {
				if err := see(id); err != nil {
					t.Fatal(err)
				}
			}
		}
		see(func(id string) error {
			if err := site.Store.AddAccount(ctx, store.Account{ID: id, Name: id, Folded: id, Kind: play.Person, Class: "c"}, nil); err != nil {
				return err
			}
			return s.saw(ctx, id, "203.0.113.7")
		})
		if marks, err := s.count(ctx, `SELECT count(*) FROM sightings`); err != nil || marks != 0 {
			t.Errorf("%d sightings, %v; want none", marks, err)
		}
		see(func(id string) error {
			return s.db.Exec(ctx, `INSERT INTO sightings (mark, account, week) VALUES ('x', $1, 1)`, id)
		})
		if found, err := s.FindSuspects(ctx, Search{Entry: catalog.Hermit(), Players: 2, Games: 1, Nodes: 10}); err != nil || len(found) != 0 {
			t.Errorf("suspects %+v, %v; want none", found, err)
		}
	})
}

// What is noted of an account that is being closed does not stay after it.
func TestClosedMeanwhile(t *testing.T) {
	site, s, ann := withAnn(t, storetest.Patient(storetest.Postgres(t)))
	ctx := t.Context()
	site.Join("bob", "bob")
	bob, err := site.Accounts.Find(ctx, "bob")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.db.Exec(ctx, `INSERT INTO suspects (suspicion, game, player, score, evidence, at) VALUES ('engine', '', $1, 1, '{}', 1)`, ann.ID); err != nil {
		t.Fatal(err)
	}
	meanwhile := storetest.Meanwhile{T: t, DB: s.db}
	do := func(what string, do func() error, refused bool) {
		meanwhile.Do(func() {
			if err := do(); (err != nil) != refused {
				t.Errorf("%s: %v; want a refusal: %v", what, err, refused)
			}
		})
	}
	by := account.Act{Actor: "root", Reason: "because"}
	err = s.db.Update(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE suspects SET score = score`) // which are removed last
		do("close", func() error { return site.Store.CloseAccounts(ctx, store.Closing{Accounts: []string{ann.ID}, At: 5}) }, false)
		do("see", func() error { return s.saw(ctx, ann.ID, "203.0.113.7") }, false)
		do("warn", func() error { return s.Warn(ctx, by, "ann") }, true)
		do("mute", func() error { return s.Mute(ctx, by, "ann", 0) }, true)
		do("suspect", func() error {
			_, err := s.keep(ctx, "hermit", []Suspect{
				{Suspicion: EngineHelp, Game: "hermit", ID: ann.ID},
				{Suspicion: Accounts, ID: bob.ID, Evidence: Evidence{Accounts: &AccountsEvidence{Other: ann.ID}}},
			})
			return err
		}, false)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	meanwhile.Wait()
	left, err := s.count(ctx, `SELECT (SELECT count(*) FROM sightings) + (SELECT count(*) FROM warnings) + (SELECT count(*) FROM mutes) + (SELECT count(*) FROM suspects)`)
	if err != nil || left != 0 {
		t.Errorf("%d rows are left, %v", left, err)
	}
}
