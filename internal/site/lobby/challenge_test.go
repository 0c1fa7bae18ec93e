package lobby_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"thera/internal/site/lobby"
	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/storetest"
)

func TestChallenges(t *testing.T) {
	each(t, func(t *testing.T, p *place) {
		ctx := t.Context()
		ann, bob, cid := p.account("Ann"), p.account("Bob"), p.account("Cid")
		hearAnn, hearBob := p.listen(ann.ID, false), p.listen(bob.ID, false)
		want := terms("hermit 3x3 5+3")
		want.Rated = true
		c := p.must(p.Challenge(ctx, ann, "BOB", want)).Challenge
		if c.To == nil || c.To.ID != bob.ID || c.To.Rating != 1500 {
			t.Fatalf("%+v", c)
		}
		if again := p.must(p.Challenge(ctx, ann, "bob", want)).Challenge; again.ID != c.ID {
			t.Errorf("a second challenge of the same: %+v", again)
		}
		for _, test := range []struct {
			what string
			err  error
			want play.Reason
		}{
			{"to nobody", second(p.Challenge(ctx, ann, "Eve", want)), play.UnknownPlayer},
			{"to oneself", second(p.Challenge(ctx, ann, "ann", want)), lobby.Own},
			{"accepted by another", second(p.AcceptChallenge(ctx, cid, c.ID)), lobby.NotForYou},
			{"accepted by who made it", second(p.AcceptChallenge(ctx, ann, c.ID)), lobby.Own},
			{"declined by another", p.DeclineChallenge(ctx, cid, c.ID), lobby.NotForYou},
			{"declined by who made it", p.DeclineChallenge(ctx, ann, c.ID), lobby.NotForYou},
			{"canceled by whom it is for", p.CancelChallenge(ctx, bob, c.ID), lobby.NotYours},
			{"one that is not there", second(p.AcceptChallenge(ctx, bob, "none")), lobby.Gone},
			{"a seek of its id", second(p.Accept(ctx, bob, c.ID)), lobby.Gone},
		} {
			t.Log(test.what)
			p.refused(test.err, test.want)
		}
		if in, out := p.Challenges(bob.ID); len(in) != 1 || len(out) != 0 {
			t.Errorf("Bob has %+v and %+v", in, out)
		}
		if in, out := p.Challenges(ann.ID); len(in) != 0 || len(out) != 1 {
			t.Errorf("Ann has %+v and %+v", in, out)
		}
		if err := p.DeclineChallenge(ctx, bob, c.ID); err != nil {
			t.Error(err)
		}
		hearAnn.wait(t, "challenge challengeGone hello")
		hearBob.wait(t, "challenge challengeGone hello")
		_, err := p.ChallengeByID(t.Context(), play.Player{}, c.ID)
		p.refused(err, lobby.Gone)

		_, err = p.Challenge(ctx, ann, "bob", want)
		p.refused(err, lobby.TooMany)
		if err := p.store.DeleteDeclines(ctx, play.Now()+1); err != nil {
			t.Fatal(err)
		}
		c = p.must(p.Challenge(ctx, ann, "bob", want)).Challenge
		sum := p.summary(p.must(p.AcceptChallenge(ctx, bob, c.ID)).Game)
		if !sum.Rated {
			t.Errorf("%+v", sum)
		}
		_, err = p.AcceptChallenge(ctx, bob, c.ID)
		p.refused(err, lobby.Gone)
		hearBob.wait(t, "challenge challenge challengeGone challengeGone gameStart hello")
		hearAnn.end()
		hearBob.end()
	})
}

func second(_ lobby.Made, err error) error { return err }

// Anybody with the link can play; if there is one place, the first one gets it.
func TestLinks(t *testing.T) {
	each(t, func(t *testing.T, p *place) {
		ctx := t.Context()
		c := p.must(p.Challenge(ctx, guest(1), "", terms("hermit 3x3 3d"))).Challenge
		if got, err := p.ChallengeByID(t.Context(), play.Player{}, c.ID); err != nil || got.ID != c.ID || got.To != nil {
			t.Errorf("%+v, %v", got, err)
		}
		p.summary(p.must(p.AcceptChallenge(ctx, guest(2), c.ID)).Game)
		_, err := p.AcceptChallenge(ctx, guest(3), c.ID)
		p.refused(err, lobby.Gone)

		bob := p.account("Bob")
		c = p.must(p.Challenge(ctx, guest(1), "Bob", terms("santorini 4p none"))).Challenge
		for n := range 2 {
			p.must(p.AcceptChallenge(ctx, guest(2+n), c.ID))
		}
		_, err = p.AcceptChallenge(ctx, guest(4), c.ID)
		p.refused(err, lobby.NotForYou) // the last place is Bob's
		if err := p.CancelChallenge(ctx, guest(2), c.ID); err != nil {
			t.Error(err)
		}
		p.must(p.AcceptChallenge(ctx, guest(4), c.ID))
		if sum := p.summary(p.must(p.AcceptChallenge(ctx, bob, c.ID)).Game); len(sum.Players) != 4 {
			t.Errorf("%+v", sum)
		}
	})
}

func TestTooMany(t *testing.T) {
	each(t, func(t *testing.T, p *place) {
		var err error
		who := play.Player{ID: "guest1", Name: "Ann", Kind: play.Person}
		for n := range 6 {
			offer := terms("hermit 3x3 3d")
			offer.Max = 1000 + n
			_, err = p.Seek(t.Context(), who, offer)
			if (err == nil) != (n < 5) {
				t.Errorf("seek %d: %v", n, err)
			}
		}
		p.refused(err, lobby.TooMany)
		for n := range 51 {
			_, err = p.Challenge(t.Context(), who, "", terms("hermit 3x3 3d"))
			if (err == nil) != (n < 50) {
				t.Errorf("challenge %d: %v", n, err)
			}
		}
		p.refused(err, lobby.TooMany)
		if err := p.Forget(t.Context(), "guest1"); err != nil {
			t.Error(err)
		}
		in, out := p.Challenges("guest1")
		stored, err := p.store.Offers(t.Context())
		if len(p.Seeks(""))+len(in)+len(out)+len(stored) != 0 || err != nil {
			t.Errorf("after all: %+v, %+v, %+v, %+v, %v", p.Seeks(""), in, out, stored, err)
		}
	})
}

// Correspondence seeks and challenges survive a restart with their players;
// other seeks do not.
func TestLobbyIsKept(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		p := open(t, address, nil)
		bob := p.account("Bob")
		p.must(p.Seek(t.Context(), guest(1), terms("hermit 3x3 5+3")))
		days := p.must(p.Seek(t.Context(), guest(1), terms("santorini 3p 3d"))).Seek
		p.must(p.Accept(t.Context(), guest(2), days.ID))
		link := p.must(p.Challenge(t.Context(), guest(1), "", terms("hermit 3x3 5+3"))).Challenge
		toBob := p.must(p.Challenge(t.Context(), guest(1), "Bob", terms("hermit 3x3 5+3"))).Challenge
		p.stop()

		p = open(t, address, nil)
		if seeks := p.Seeks(""); len(seeks) != 1 || len(seeks[0].Players) != 2 || seeks[0].ID != days.ID {
			t.Errorf("%+v", seeks)
		}
		p.must(p.Accept(t.Context(), guest(3), days.ID))
		p.must(p.AcceptChallenge(t.Context(), guest(3), link.ID))
		p.must(p.AcceptChallenge(t.Context(), bob, toBob.ID))
		p.stop()

		p = open(t, address, nil)
		if in, out := p.Challenges("guest1"); len(p.Seeks(""))+len(in)+len(out) != 0 {
			t.Errorf("played twice: %+v, %+v, %+v", p.Seeks(""), in, out)
		}
	})
}

// Nobody is paired with an account that has been closed or banned.
func TestPlayersWhoLeft(t *testing.T) {
	each(t, func(t *testing.T, p *place) {
		ctx := t.Context()
		ann, bob := p.account("Ann"), p.account("Bob")
		seek := p.must(p.Seek(ctx, ann, terms("hermit 3x3 3d"))).Seek
		other := p.must(p.Challenge(ctx, ann, "Bob", terms("hermit 4x4 3d"))).Challenge
		if err := p.store.CloseAccounts(ctx, store.Closing{Accounts: []string{ann.ID}, At: 9}); err != nil {
			t.Fatal(err)
		}
		_, err := p.Accept(ctx, bob, seek.ID)
		p.refused(err, lobby.Gone)
		_, err = p.AcceptChallenge(ctx, bob, other.ID)
		p.refused(err, lobby.Gone)
		if in, out := p.Challenges(bob.ID); len(p.Seeks(""))+len(in)+len(out) != 0 {
			t.Errorf("left are %+v, %+v, %+v", p.Seeks(""), in, out)
		}
	})
}

// A lobby does not open with offers that it can't read.
func TestBadOffers(t *testing.T) {
	for _, text := range []string{"", "{}", `{"players":[{"id":"ann"}],"wishes":[]}`} {
		s, err := store.Open(t.Context(), storetest.SQLite(t))
		if err != nil {
			t.Fatal(err)
		}
		if err := s.PutOffer(t.Context(), store.Offer{ID: "s", Maker: "ann", Text: text}); err != nil {
			t.Fatal(err)
		}
		if _, err := lobby.New(t.Context(), lobby.Config{Store: s}); err == nil {
			t.Errorf("%q is taken for an offer", text)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// A house bot that is challenged plays at once.
func TestChallengeToBot(t *testing.T) {
	t.Parallel()
	p := openWith(t, storetest.SQLite(t), lobby.Config{
		Bots: &fakeBots{},
		Find: func(context.Context, string, string) (play.Player, error) {
			return play.Player{ID: "bot0", Name: "Bot", Kind: play.Bot}, nil
		},
	})
	if made := p.must(p.Challenge(t.Context(), guest(1), "Bot", terms("hermit 3x3 5+3"))); made.Game == "" {
		t.Errorf("%+v: want a game", made)
	}
}

// What a player withdraws, leaves or declines while that can't be stored stays open, until they
// do it again: the next program on the store has nothing of it.
func TestWithdrawnUnstored(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		open func(p *place) (id string)
		undo func(p *place, id string) error
		left int // in the store at the end
	}{
		"a challenge": {
			func(p *place) string {
				return p.must(p.Challenge(p.t.Context(), guest(1), "", terms("hermit 3x3 3d"))).Challenge.ID
			},
			func(p *place, id string) error { return p.CancelChallenge(p.t.Context(), guest(1), id) }, 0,
		},
		"a challenge to somebody": {
			func(p *place) string {
				p.account("bob")
				return p.must(p.Challenge(p.t.Context(), guest(1), "bob", terms("hermit 3x3 3d"))).Challenge.ID
			},
			func(p *place, id string) error {
				return p.DeclineChallenge(p.t.Context(), play.Player{ID: "id-bob", Name: "bob", Kind: play.Person}, id)
			}, 0,
		},
		"a seek": {
			func(p *place) string { return p.must(p.Seek(p.t.Context(), guest(1), terms("hermit 3x3 3d"))).Seek.ID },
			func(p *place, id string) error { return p.Withdraw(p.t.Context(), guest(1), id) }, 0,
		},
		"a seat": {
			func(p *place) string {
				id := p.must(p.Seek(p.t.Context(), guest(2), terms("santorini 4p 3d"))).Seek.ID
				p.must(p.Accept(p.t.Context(), guest(1), id))
				return id
			},
			func(p *place, id string) error { return p.Withdraw(p.t.Context(), guest(1), id) }, 1,
		},
		"a draft": {
			func(p *place) string {
				d, _, _ := p.drafting("santorini 2p 3d", guest(1), guest(2))
				return d.ID
			},
			func(p *place, id string) error { return p.Abandon(p.t.Context(), guest(1), id) }, 0,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			address := storetest.SQLite(t)
			p := open(t, address, nil)
			id := test.open(p)
			exec := func(statement string) {
				t.Helper()
				for _, table := range []string{"seeks", "challenges"} {
					if _, err := p.store.DB().Writer().ExecContext(t.Context(), fmt.Sprintf(statement, table)); err != nil {
						t.Fatal(err)
					}
				}
			}
			exec(`CREATE TRIGGER no_delete_%[1]s BEFORE DELETE ON %[1]s BEGIN SELECT RAISE(FAIL, 'a fault'); END`)
			exec(`CREATE TRIGGER no_update_%[1]s BEFORE UPDATE ON %[1]s BEGIN SELECT RAISE(FAIL, 'a fault'); END`)
			for range 2 {
				if err := test.undo(p, id); err == nil || !strings.Contains(err.Error(), "a fault") {
					t.Errorf("%v, want a fault", err)
				}
			}
			exec(`DROP TRIGGER no_delete_%s`)
			exec(`DROP TRIGGER no_update_%s`)
			if err := test.undo(p, id); err != nil {
				t.Error(err)
			}
			p.stop()
			p = open(t, address, nil)
			defer p.stop()
			stored, err := p.store.Offers(t.Context())
			if err != nil || len(stored) != test.left {
				t.Errorf("%+v, %v, want %d offers", stored, err, test.left)
			}
			for _, s := range p.Seeks("") {
				if play.IndexOf(s.Players, "guest1") >= 0 {
					t.Errorf("%+v, want it without guest1", s)
				}
			}
		})
	}
}
