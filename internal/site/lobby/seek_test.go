package lobby_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"thera/internal/site/lobby"
	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/storetest"
)

// Two players with matching seeks play each other, and both get a notice.
func TestSeeksThatFit(t *testing.T) {
	each(t, func(t *testing.T, p *place) {
		ctx := t.Context()
		ann, bob := p.account("Ann"), p.account("Bob")
		rated := terms("hermit 3x3 5+3")
		rated.Rated = true
		hearAnn, hearBob, visitor := p.listen(ann.ID, false), p.listen(bob.ID, true), p.listen("", true)
		first := p.must(p.Seek(ctx, ann, rated))
		if first.Seek == nil || first.Game != "" || first.Seek.Players[0].Rating != 1500 || !first.Seek.Players[0].Provisional {
			t.Fatalf("%+v", first)
		}
		if again := p.must(p.Seek(ctx, ann, rated)); again.Seek == nil || again.Seek.ID != first.Seek.ID {
			t.Errorf("a second seek of the same: %+v", again)
		}
		casual := rated
		casual.Rated = false
		p.must(p.Seek(ctx, bob, casual))
		if n := len(p.Seeks("")); n != 2 {
			t.Errorf("%d seeks, want 2", n)
		}
		made := p.must(p.Seek(ctx, bob, rated))
		sum := p.summary(made.Game)
		if !sum.Rated || len(sum.Players) != 2 || sum.Position == "" {
			t.Errorf("%+v", sum)
		}
		hearAnn.wait(t, "gameStart hello")
		// Bob's other seek is gone too, as a game has started.
		hearBob.wait(t, "gameStart hello seek seek seekGone seekGone")
		visitor.wait(t, "hello seek seek seekGone seekGone")
		if n := len(p.Seeks("")); n != 0 {
			t.Errorf("%d seeks are left", n)
		}
		for _, e := range []*ear{hearAnn, hearBob, visitor} {
			e.end()
		}
	})
}

// If many accept at the same time, one plays.
func TestAcceptRace(t *testing.T) {
	each(t, func(t *testing.T, p *place) {
		for _, clock := range []string{"5+3", "3d"} {
			there := p.listen(guest(0).ID, false) // else a seek of minutes goes
			seek := p.must(p.Seek(t.Context(), guest(0), terms("hermit 3x3 "+clock))).Seek
			var all sync.WaitGroup
			var games atomic.Int32
			for n := range 8 {
				all.Go(func() {
					made, err := p.Accept(t.Context(), guest(n+1), seek.ID)
					var r *play.Refusal
					switch {
					case err == nil && made.Game != "":
						games.Add(1)
					case !errors.As(err, &r) || r.Reason != lobby.Gone:
						t.Errorf("%+v, %v", made, err)
					}
				})
			}
			all.Wait()
			if n := games.Load(); n != 1 {
				t.Errorf("%s: %d games, want 1", clock, n)
			}
			there.end()
		}
	})
}

// Offers are stored without names, and show the present ones, also after a restart.
func TestNamesInOffers(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		p := open(t, address, nil)
		ann, bob := p.account("Ann"), p.account("Bob")
		p.must(p.Seek(t.Context(), ann, terms("hermit 7x7 3d")))
		p.must(p.Challenge(t.Context(), bob, "Ann", terms("hermit 7x7 3d")))
		stored, err := p.store.Offers(t.Context())
		if err != nil || len(stored) != 2 || strings.Contains(stored[0].Text+stored[1].Text, `"name":"Ann"`) {
			t.Errorf("stored are %+v, %v", stored, err)
		}
		if err := p.store.Rename(t.Context(), ann.ID, "Bella", "bella", store.Act{ID: "1", At: 5}); err != nil {
			t.Fatal(err)
		}
		check := func(p *place) {
			t.Helper()
			in, _ := p.Challenges(ann.ID)
			if seeks := p.Seeks(""); len(seeks) != 1 || seeks[0].Players[0].Name != "Bella" || len(in) != 1 || in[0].To.Name != "Bella" || in[0].Players[0].Name != "Bob" {
				t.Errorf("seeks %+v, challenges %+v", seeks, in)
			}
		}
		check(p)
		p.stop()
		p = open(t, address, nil)
		check(p)
	})
}

// A player whose seek fits that of somebody who is gone has a seek of their own.
func TestSeekOfAbsentPlayer(t *testing.T) {
	each(t, func(t *testing.T, p *place) {
		ann, bob := p.account("Ann"), p.account("Bob")
		gone := p.must(p.Seek(t.Context(), ann, terms("hermit 3x3 3d"))).Seek.ID
		if err := p.store.CloseAccounts(t.Context(), store.Closing{Accounts: []string{ann.ID}, At: 9}); err != nil {
			t.Fatal(err)
		}
		made := p.must(p.Seek(t.Context(), bob, terms("hermit 3x3 3d")))
		if made.Seek == nil || made.Seek.ID == gone {
			t.Errorf("%+v: want a new seek", made)
		}
		if open := p.Seeks(""); len(open) != 1 || open[0].Players[0].ID != bob.ID {
			t.Errorf("%+v: want bob's seek alone", open)
		}
	})
}

// An offer that waits for the store does not keep others from being stored.
func TestSavesApart(t *testing.T) {
	p := open(t, storetest.SQLite(t), nil)
	held := p.must(p.Seek(t.Context(), guest(0), terms("hermit 3x3 3d"))).Seek.ID
	_, release := p.HoldSaves(held)
	done := make(chan error, 4) // few of them share a lock with the one that is held
	var all sync.WaitGroup
	for n := range cap(done) {
		all.Go(func() {
			_, err := p.Seek(t.Context(), guest(n+1), terms(fmt.Sprint("hermit 4x4 ", n+1, "d")))
			done <- err
		})
	}
	select {
	case err := <-done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(time.Minute):
		t.Error("all wait for one offer")
	}
	release()
	all.Wait()
}
