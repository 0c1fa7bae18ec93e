package lobby_test

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"thera/internal/catalog/setup"
	"thera/internal/site/lobby"
	"thera/internal/site/play"
	"thera/internal/site/store/storetest"
)

// draftTerms are terms of a draft without a clock.
func draftTerms() lobby.Terms {
	want := terms("santorini 2p none")
	want.Powers = setup.ByDrafted
	return want
}

// admitted counts the operations, of n, before the first that is refused because of a limit.
func admitted(t *testing.T, n int, do func(n int) error) int {
	t.Helper()
	for i := range n {
		if tooMany(t, do(i)) {
			return i
		}
	}
	return n
}

// Guests of one address can't fill the server with challenges.
func TestGuestsShareChallenges(t *testing.T) {
	inBubble(t, nil, func(p *place) {
		link := func(address string, who play.Player) error {
			_, err := p.Challenge(from(p.t, address), who, "", terms("hermit 3x3 3d"))
			return err
		}
		made := 0
		for n := range 30 {
			made += admitted(p.t, 5, func(int) error { return link("192.0.2.1", guest(n)) })
		}
		if made != 50 {
			p.t.Errorf("guests of one address have %d challenges, want 50", made)
		}
		if n := admitted(p.t, 9, func(int) error { return link("192.0.2.2", guest(99)) }); n != 5 {
			p.t.Errorf("a guest of another address has %d challenges, want 5", n)
		}
		ann := p.account("Ann")
		if n := admitted(p.t, 99, func(int) error { return link("192.0.2.1", ann) }); n != 50 {
			p.t.Errorf("an account has %d challenges, want 50", n)
		}
	})
}

// Drafts count as challenges do, for each player, however they begin.
func TestDraftsAreLimited(t *testing.T) {
	inBubble(t, &fakeBots{}, func(p *place) {
		ann := p.account("Ann")
		ways := []struct {
			name  string
			begin func(p *place, n int, who play.Player) (lobby.Made, error)
		}{
			{"a link accepted by an account", func(p *place, _ int, who play.Player) (lobby.Made, error) {
				made, err := p.Challenge(p.t.Context(), who, "", draftTerms())
				if err != nil {
					return made, err
				}
				return p.AcceptChallenge(p.t.Context(), ann, made.Challenge.ID)
			}},
			{"an account's link", func(p *place, _ int, who play.Player) (lobby.Made, error) {
				made := p.must(p.Challenge(p.t.Context(), ann, "", draftTerms()))
				return p.AcceptChallenge(p.t.Context(), who, made.Challenge.ID)
			}},
			{"a seek accepted by a guest", func(p *place, n int, who play.Player) (lobby.Made, error) {
				made, err := p.Seek(p.t.Context(), who, draftTerms())
				if err != nil {
					return made, err
				}
				return p.Accept(p.t.Context(), guest(100+n), made.Seek.ID)
			}},
			{"a fitting seek", func(p *place, n int, who play.Player) (lobby.Made, error) {
				p.must(p.Seek(p.t.Context(), guest(200+n), draftTerms()))
				return p.Seek(p.t.Context(), who, draftTerms())
			}},
			{"a house bot", func(p *place, _ int, who play.Player) (lobby.Made, error) {
				made, err := p.PlayNow(p.t.Context(), who, draftTerms())
				if err != nil || made.Draft != nil { // a guest's seek fits
					return made, err
				}
				return p.PlayNow(p.t.Context(), who, draftTerms())
			}},
		}
		for n, way := range ways {
			who := guest(n)
			drafts := admitted(p.t, 9, func(n int) error {
				made, err := way.begin(p, n, who)
				if err == nil && made.Draft == nil {
					p.t.Errorf("%s: %+v, want a draft", way.name, made)
				}
				return err
			})
			if drafts != 5 || len(p.Drafts(who.ID)) != 5 {
				p.t.Errorf("%s: a guest has %d drafts, want 5", way.name, drafts)
			}
			_, err := p.Challenge(p.t.Context(), who, "", terms("hermit 3x3 3d"))
			p.refused(err, lobby.TooMany)
			// Games, and seeks of them, remain.
			p.must(p.AcceptChallenge(p.t.Context(), who, p.must(p.Challenge(p.t.Context(), ann, "", terms("hermit 3x3 3d"))).Challenge.ID))
			p.must(p.Seek(p.t.Context(), who, terms(fmt.Sprintf("hermit 3x3 %dd", 3+n))))
		}
	})
}

// An offer stays open if the player who would accept it is in too many drafts.
func TestOfferOutlivesRefusedDraft(t *testing.T) {
	each(t, func(t *testing.T, p *place) {
		ctx := t.Context()
		ann, bob := p.account("Ann"), p.account("Bob")
		for range 5 {
			p.must(p.AcceptChallenge(ctx, guest(1), p.must(p.Challenge(ctx, ann, "", draftTerms())).Challenge.ID))
		}
		last := p.must(p.Challenge(ctx, ann, "", draftTerms())).Challenge.ID
		_, err := p.AcceptChallenge(ctx, guest(1), last)
		p.refused(err, lobby.TooMany)
		if made := p.must(p.AcceptChallenge(ctx, bob, last)); made.Draft == nil {
			t.Errorf("%+v, want a draft", made)
		}
		// With one draft less there is room for another.
		if err := p.Abandon(ctx, guest(1), p.Drafts("guest1")[0].ID); err != nil {
			t.Fatal(err)
		}
		p.must(p.Challenge(ctx, guest(1), "", draftTerms()))
	})
}

// A player who joins challenges for several is held to the same number.
func TestJoinedChallengesAreLimited(t *testing.T) {
	inBubble(t, nil, func(p *place) {
		ann := p.account("Ann")
		joined := admitted(p.t, 9, func(int) error {
			c := p.must(p.Challenge(p.t.Context(), ann, "", terms("santorini 4p none"))).Challenge
			_, err := p.AcceptChallenge(p.t.Context(), guest(1), c.ID)
			return err
		})
		if joined != 5 {
			p.t.Errorf("a guest has joined %d challenges, want 5", joined)
		}
	})
}

// However many challenges others send to a player, accounts can send more, and the player
// can challenge others.
func TestChallengesToOnePlayer(t *testing.T) {
	inBubble(t, nil, func(p *place) {
		ann, bob := p.account("Ann"), p.account("Bob")
		p.account("Eve")
		toBob := func(address string, who play.Player, days int) error {
			_, err := p.Challenge(from(p.t, address), who, "Bob", terms(fmt.Sprintf("hermit 3x3 %dd", 1+days)))
			return err
		}
		sent := 0
		for n := range 10 {
			sent += admitted(p.t, 5, func(days int) error { return toBob("192.0.2.1", guest(n), days) })
		}
		if sent != 5 {
			p.t.Errorf("guests of one address have sent %d challenges to Bob, want 5", sent)
		}
		for n := 10; n < 20; n++ {
			sent += admitted(p.t, 5, func(days int) error { return toBob(fmt.Sprint("192.0.2.", n), guest(n), days) })
		}
		if sent != 25 {
			p.t.Errorf("guests have sent %d challenges to Bob, want 25", sent)
		}
		if n := admitted(p.t, 14, func(days int) error { return toBob("192.0.2.1", ann, days) }); n != 2 {
			p.t.Errorf("an account has sent %d challenges to Bob, want 2", n)
		}
		for n := range 14 {
			who := p.account(fmt.Sprint("Cid", n))
			sent += admitted(p.t, 14, func(days int) error { return toBob("192.0.2.1", who, days) })
		}
		if in, _ := p.Challenges(bob.ID); len(in) != 50 || sent != 25+23 {
			p.t.Errorf("Bob has %d challenges, want 50", len(in))
		}
		p.must(p.Challenge(p.t.Context(), bob, "Eve", terms("hermit 3x3 3d")))
		p.must(p.Challenge(p.t.Context(), bob, "", terms("hermit 3x3 3d")))
	})
}

// A player who has declined another one's challenge gets none from them for a day, on any
// node. Programs decline terms, and a class has its teacher.
func TestDeclinedForADay(t *testing.T) {
	address := storetest.SQLite(t)
	synctest.Test(t, func(t *testing.T) {
		p := open(t, address, nil)
		ann, bob := p.account("Ann"), p.account("Bob")
		p.account("Eve")
		challenge := func(who play.Player, to string) (string, error) {
			made, err := p.Challenge(t.Context(), who, to, terms("hermit 3x3 3d"))
			if err != nil {
				return "", err
			}
			return made.Challenge.ID, nil
		}
		decline := func(who play.Player, id string) {
			t.Helper()
			if err := p.DeclineChallenge(t.Context(), who, id); err != nil {
				t.Fatal(err)
			}
		}
		id, err := challenge(ann, "Bob")
		if err != nil {
			t.Fatal(err)
		}
		decline(bob, id)
		p.stop()
		p = open(t, address, nil)
		_, err = challenge(ann, "Bob")
		p.refused(err, lobby.TooMany)
		for _, who := range []struct {
			who play.Player
			to  string
		}{{ann, "Eve"}, {bob, "Ann"}, {guest(1), "Bob"}} {
			if _, err := challenge(who.who, who.to); err != nil {
				t.Errorf("%s challenges %s: %v", who.who.Name, who.to, err)
			}
		}
		long := func(ago time.Duration) {
			t.Helper()
			if err := p.store.AddDecline(t.Context(), bob.ID, ann.ID, play.Now()-play.Instant(ago.Milliseconds())); err != nil {
				t.Fatal(err)
			}
		}
		long(24*time.Hour - time.Minute)
		_, err = challenge(ann, "Bob")
		p.refused(err, lobby.TooMany)
		long(24 * time.Hour)
		if id, err = challenge(ann, "Bob"); err != nil {
			t.Fatalf("a day later: %v", err)
		}
		bot := bob
		bot.Kind = play.Bot
		decline(bot, id)
		if _, err = challenge(ann, "Bob"); err != nil {
			t.Errorf("after a program's decline: %v", err)
		}
	})
}

// Each node counts the offers of the others.
func TestLimitsOfTwoNodes(t *testing.T) {
	t.Parallel()
	p, q := two(t)
	ann := p.account("Ann")
	for range 4 {
		p.must(p.Challenge(t.Context(), guest(1), "", terms("hermit 3x3 3d")))
	}
	made := p.must(p.Challenge(t.Context(), guest(1), "", draftTerms()))
	p.must(p.AcceptChallenge(t.Context(), ann, made.Challenge.ID))
	storetest.Until(t, "all are known there", func() bool {
		_, out := q.Challenges("guest1")
		return len(out) == 4 && len(q.Drafts("guest1")) == 1
	})
	_, err := q.Challenge(t.Context(), guest(1), "", terms("hermit 3x3 3d"))
	p.refused(err, lobby.TooMany)
	_, err = q.AcceptChallenge(t.Context(), guest(1), p.must(p.Challenge(t.Context(), ann, "", draftTerms())).Challenge.ID)
	p.refused(err, lobby.TooMany)
}

// Stored offers stay when the program has lower limits than the one that made them.
func TestStoredOffersStay(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		p := open(t, address, nil)
		ann, bob := p.account("Ann"), p.account("Bob")
		p.must(p.Challenge(t.Context(), guest(1), "Bob", terms("hermit 3x3 3d")))
		addCopies(t, p.store, 60)
		p.stop()

		p = open(t, address, nil)
		_, out := p.Challenges("guest1")
		in, _ := p.Challenges(bob.ID)
		if len(out) != 61 || len(in) != 61 {
			t.Errorf("the guest has %d challenges and Bob %d, want 61", len(out), len(in))
		}
		_, err := p.Challenge(t.Context(), ann, "Bob", terms("hermit 3x3 3d"))
		p.refused(err, lobby.TooMany)
		p.must(p.AcceptChallenge(t.Context(), bob, "copy7"))
		if err := p.DeclineChallenge(t.Context(), bob, "copy8"); err != nil {
			t.Error(err)
		}
	})
}
