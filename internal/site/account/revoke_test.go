package account

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"thera/internal/site/store"
	"thera/internal/site/store/storetest"
)

// A connected user can do nothing more once they are signed out, their token is
// revoked or their account is deleted.
func TestStill(t *testing.T) {
	each(t, func(t *testing.T, a *Accounts, c *clock) {
		ctx := t.Context()
		one := signUp(t, a, "Ann").Who
		in := func() Who {
			c.at++
			signed, err := a.SignIn(ctx, "Ann", "correct horse", "")
			if err != nil {
				t.Fatal(err)
			}
			return signed.Who
		}
		two, three, four := in(), in(), in()
		text, made, err := a.NewToken(ctx, one, "mine", Scopes{Play})
		if err != nil {
			t.Fatal(err)
		}
		program, err := a.ByToken(ctx, text)
		if err != nil {
			t.Fatal(err)
		}
		all := []Who{one, two, three, four, program}
		want := func(reasons ...Reason) {
			t.Helper()
			for i, who := range all {
				if err := a.Still(who, Play); reasons[i] == "" && err != nil {
					t.Errorf("%d: %v", i, err)
				} else if reasons[i] != "" {
					refused(t, err, reasons[i])
				}
			}
		}
		guest, _ := a.Guest()
		want("", "", "", "", "")
		refused(t, a.Still(guest, Admin), NoGuest)
		for _, err := range []error{a.SignOut(ctx, two), a.EndSession(ctx, one, three.Session), a.RevokeToken(ctx, one, made.Hash)} {
			if err != nil {
				t.Fatal(err)
			}
		}
		want("", SignIn, SignIn, "", BadToken)
		if err := a.SetPassword(ctx, one, "staple battery"); err != nil {
			t.Fatal(err)
		}
		want("", SignIn, SignIn, SignIn, BadToken)
		if err := a.Close(ctx, one, Closing{Name: "Ann"}); err != nil {
			t.Fatal(err)
		}
		want(SignIn, SignIn, SignIn, SignIn, SignIn)
		if a.Still(guest, Play) != nil {
			t.Error("somebody else is touched")
		}
	})
}

// What is done beside a server counts in it within seconds, once.
func TestFollow(t *testing.T) {
	each(t, func(t *testing.T, a *Accounts, c *clock) {
		ann, bob := signUp(t, a, "Ann").Who, signUp(t, a, "Bob").Who
		beside := open(t, a.store, c)
		ctx, cancel := context.WithCancel(t.Context())
		acts := make(chan store.Act, 10)
		var following sync.WaitGroup
		following.Go(func() { a.Follow(ctx, func(act store.Act) error { acts <- act; return nil }) })
		defer following.Wait()
		defer cancel()
		next := func(want string) {
			t.Helper()
			select {
			case act := <-acts:
				if act.Act != want {
					t.Errorf("noticed %+v, want %s", act, want)
				}
			case <-time.After(time.Minute):
				t.Fatalf("%s is not noticed", want)
			}
		}
		by := Act{Actor: "root", Reason: "x"}
		if err := beside.Ban(t.Context(), by, "Ann"); err != nil {
			t.Fatal(err)
		}
		next("ban")
		refused(t, a.Still(ann, Play), Banned)
		if err := beside.Unban(t.Context(), by, "Ann"); err != nil {
			t.Fatal(err)
		}
		next("unban")
		if err := a.Still(ann, Play); err != nil {
			t.Errorf("after the ban: %v", err)
		}
		for _, err := range []error{beside.CloseFor(t.Context(), by, Closing{Name: "Bob"}), beside.Note(t.Context(), by, "abort", "game", "")} {
			if err != nil {
				t.Fatal(err)
			}
		}
		got := map[string]bool{(<-acts).Act: true, (<-acts).Act: true}
		if !got["close"] || !got["abort"] {
			t.Errorf("noticed %v", got)
		}
		refused(t, a.Still(bob, Play), SignIn)
	})
}

// A ban counts even if the account has a new name before the server hears of it.
func TestFollowRenamed(t *testing.T) {
	each(t, func(t *testing.T, a *Accounts, c *clock) {
		ann := signUp(t, a, "Ann").Who
		by := Act{Actor: "root", Reason: "x"}
		if err := a.Ban(t.Context(), by, "Ann"); err != nil {
			t.Fatal(err)
		}
		c.at++
		if err := a.Rename(t.Context(), by, "Ann", "Bea"); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		acts := make(chan store.Act, 10)
		var following sync.WaitGroup
		following.Go(func() { a.Follow(ctx, func(act store.Act) error { acts <- act; return nil }) })
		defer following.Wait()
		defer cancel()
		for range 2 {
			select {
			case <-acts:
			case <-time.After(time.Minute):
				t.Fatal("the acts are not noticed")
			}
		}
		refused(t, a.Still(ann, Play), Banned)
	})
}

// A ban counts even if the database or another part of the server fails just when the
// server hears of it. What has been applied is not applied again.
func TestFollowFailing(t *testing.T) {
	each(t, func(t *testing.T, a *Accounts, c *clock) {
		ann := signUp(t, a, "Ann").Who
		log := newAuditLog(a.now())
		if err := open(t, a.store, c).Ban(t.Context(), Act{Actor: "root", Reason: "x"}, "Ann"); err != nil {
			t.Fatal(err)
		}
		told, failure := 0, error(nil)
		apply := func() {
			a.applyActs(t.Context(), log, func(store.Act) error { told++; return failure })
		}
		rename := func(from, to string) {
			t.Helper()
			if _, err := a.store.DB().Writer().ExecContext(t.Context(), `ALTER TABLE accounts RENAME COLUMN `+from+` TO `+to); err != nil {
				t.Fatal(err)
			}
		}
		rename("ban", "unreadable")
		apply()
		if err := a.Still(ann, Play); err != nil {
			t.Fatalf("the ban was read: %v", err)
		}
		rename("unreadable", "ban")
		failure = errors.New("out of order")
		apply()
		refused(t, a.Still(ann, Play), Banned)
		failure = nil
		for range 2 {
			apply()
		}
		if told != 3 {
			t.Errorf("told %d times, want 3", told)
		}
	})
}

// An act is applied however long the earlier ones take, and however long one of them fails.
func TestFollowSlowly(t *testing.T) {
	each(t, func(t *testing.T, a *Accounts, c *clock) {
		beside, by := open(t, a.store, c), Act{Actor: "root", Reason: "x"}
		log := newAuditLog(a.now())
		note := func(act string) {
			t.Helper()
			if err := beside.Note(t.Context(), by, act, "game", ""); err != nil {
				t.Fatal(err)
			}
			c.at++
		}
		var applied []string
		var failure error
		apply := func(meanwhile func()) {
			a.applyActs(t.Context(), log, func(act store.Act) error {
				meanwhile()
				if failure == nil {
					applied = append(applied, act.Act)
				}
				return failure
			})
		}
		nothing := func() {}
		note("first")
		apply(func() { note("meanwhile"); c.at += 2 * overlap })
		apply(nothing)
		note("while away")
		c.at += 2 * overlap
		failure = errors.New("out of order")
		apply(nothing)
		c.at += retry - 1
		failure = nil
		apply(nothing)
		if want := []string{"first", "meanwhile", "while away"}; !slices.Equal(applied, want) {
			t.Errorf("applied %q, want %q", applied, want)
		}
		note("hopeless")
		failure = errors.New("out of order")
		for range 4 {
			apply(nothing)
			c.at += overlap
		}
		failure = nil
		apply(nothing)
		if len(applied) != 3 || log.since != c.at || log.failing != 0 {
			t.Errorf("applied %q; read until %d, failing since %d: want the end of it at %d", applied, log.since, log.failing, c.at)
		}
	})
}

// What is revoked on one node counts on others.
func TestRevokedElsewhere(t *testing.T) {
	s := storetest.Open(t, storetest.SQLite(t))
	b := storetest.OpenBus(t, "")
	nodes := [2]*Accounts{join(t, s, b), join(t, s, b)}
	ann, err := nodes[1].ByCookie(t.Context(), signUp(t, nodes[0], "Ann").Cookie)
	if err != nil || nodes[1].Still(ann, Play) != nil {
		t.Fatalf("before: %v, %v", err, nodes[1].Still(ann, Play))
	}
	if err := nodes[0].SignOut(t.Context(), ann); err != nil {
		t.Fatal(err)
	}
	storetest.Until(t, "the other node revokes it", func() bool { return nodes[1].Still(ann, Play) != nil })
	refused(t, nodes[1].Still(ann, Play), SignIn)
}

// What another node has revoked ends connections also if the bus has lost it.
func TestRevokedUnheard(t *testing.T) {
	s := storetest.Open(t, storetest.Postgres(t))
	nodes := [2]*Accounts{join(t, s, nil), join(t, s, nil)}
	ann, bob := signUp(t, nodes[0], "Ann").Who, signUp(t, nodes[0], "Bob").Who
	token, _, err := nodes[0].NewToken(t.Context(), bob, "x", Scopes{Play})
	if err != nil {
		t.Fatal(err)
	}
	program, err := nodes[1].ByToken(t.Context(), token)
	if err != nil {
		t.Fatal(err)
	}
	anns, bobs, programs := connect(t, nodes[1], ann, ""), connect(t, nodes[1], bob, ""), connect(t, nodes[1], program, "")
	if err := nodes[0].SignOut(t.Context(), ann); err != nil {
		t.Fatal(err)
	}
	anns.isOpen(t, "what the bus has lost")
	nodes[1].recheck(t.Context())
	anns.endsWith(t, SignIn)
	refused(t, nodes[1].Still(ann, Play), SignIn)
	bobs.isOpen(t, "somebody else's")
	programs.isOpen(t, "a program's")
}
