package lobby_test

import (
	"context"
	"errors"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"thera/internal/catalog/setup"
	"thera/internal/site/lobby"
	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/database"
	"thera/internal/site/store/storetest"
)

func offer(powers ...string) setup.Act { return setup.Act{Do: setup.OfferPowers, Powers: powers} }

func choose(power string) setup.Act { return setup.Act{Do: setup.ChoosePower, Powers: []string{power}} }

func start(first int) setup.Act { return setup.Act{Do: setup.NameFirst, First: first} }

// drafting begins a draft between two players, and returns it with them as they
// sit.
func (p *place) drafting(text string, ann, bob play.Player) (d lobby.Drafting, challenger, other play.Player) {
	p.t.Helper()
	want := terms(text)
	want.Powers = setup.ByDrafted
	there := p.listen(ann.ID, false) // else a seek of minutes goes
	defer there.end()
	seek := p.must(p.Seek(p.t.Context(), ann, want)).Seek
	made := p.must(p.Accept(p.t.Context(), bob, seek.ID))
	if made.Draft == nil || made.Draft.Draft.Next.Do != setup.OfferPowers || len(made.Draft.Players) != 2 {
		p.t.Fatalf("%+v, want a draft", made)
	}
	return *made.Draft, made.Draft.Players[0], made.Draft.Players[1]
}

// A draft survives a restart of the lobby at each step, and its game is started
// once.
func TestDraft(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		p := open(t, address, nil)
		d, challenger, other := p.drafting("santorini 2p 5+3", p.account("Ann"), p.account("Bob"))
		again := func() {
			p.stop()
			p = open(t, address, nil)
		}
		act := func(who play.Player, number int, act setup.Act) lobby.Made {
			t.Helper()
			again()
			return p.must(p.Act(t.Context(), who, d.ID, number, act))
		}
		refused := func(who play.Player, number int, act setup.Act, want play.Reason) {
			t.Helper()
			_, err := p.Act(t.Context(), who, d.ID, number, act)
			p.refused(err, want)
		}
		refused(other, 1, offer("pan", "atlas"), play.Illegal)
		refused(guest(1), 1, offer("pan", "atlas"), lobby.NotYours)
		refused(challenger, 1, offer("pan", "zeus"), play.Illegal)
		refused(challenger, 2, offer("pan", "atlas"), play.WrongPly)
		act(challenger, 1, offer("pan", "atlas"))
		if made := act(challenger, 1, offer("pan", "atlas")); len(made.Draft.Draft.Acts) != 1 {
			t.Errorf("sent twice: %+v", made.Draft)
		}
		refused(challenger, 1, offer("pan", "athena"), play.WrongPly)
		act(other, 2, choose("atlas"))
		if drafts := p.Drafts(other.ID); len(drafts) != 1 || drafts[0].ID != d.ID || !slices.Equal(drafts[0].Draft.Taken, []string{"pan", "atlas"}) {
			t.Errorf("%+v", drafts)
		}
		heard := p.listen(other.ID, false)
		made := p.must(p.Act(t.Context(), challenger, d.ID, 3, start(2)))
		heard.wait(t, "draft draftGone gameStart hello")
		heard.end()
		sum := p.summary(made.Game)
		if sum.ID != d.ID || sum.Variant != "2p:atlas,pan" || sum.Players[0].ID != other.ID || sum.Players[1].ID != challenger.ID {
			t.Errorf("%+v", sum)
		}
		events, err := p.store.Events(t.Context(), sum.ID, 0)
		if err != nil || len(events[0].Setup.Powers.Acts) != 4-1 {
			t.Errorf("%+v, %v: want the acts of the draft", events, err)
		}
		again()
		refused(challenger, 3, start(2), lobby.Gone)
		if stored, err := p.store.Offers(t.Context()); err != nil || len(stored) != 0 {
			t.Errorf("stored are %v, %v", stored, err)
		}
	})
}

// A player who does not choose in time, or leaves, ends the draft.
func TestDraftsEnd(t *testing.T) {
	inBubble(t, nil, func(p *place) {
		ctx := p.t.Context()
		d, challenger, other := p.drafting("santorini 2p 5+3", guest(1), guest(2))
		time.Sleep(59 * time.Second)
		p.must(p.Act(ctx, challenger, d.ID, 1, offer("pan", "atlas")))
		time.Sleep(59 * time.Second)
		if _, err := p.DraftByID(t.Context(), play.Player{}, d.ID); err != nil {
			p.t.Fatal(err)
		}
		heard := p.listen(other.ID, false)
		time.Sleep(3 * time.Second)
		heard.wait(p.t, "draftGone hello")
		heard.mu.Lock()
		if last := heard.all[1]; last.Why != lobby.WhyLate || last.ID != d.ID {
			p.t.Errorf("%+v", last)
		}
		heard.mu.Unlock()
		heard.end()
		_, err := p.Act(ctx, other, d.ID, 2, choose("pan"))
		p.refused(err, lobby.Gone)

		d, _, other = p.drafting("santorini 2p 3d", guest(1), guest(2))
		if left := time.Duration(d.Deadline-d.At) * time.Millisecond; left != 72*time.Hour {
			p.t.Errorf("%v for an act, want that for a turn", left)
		}
		p.refused(p.Abandon(ctx, guest(3), d.ID), lobby.NotYours)
		if err := p.Abandon(ctx, other, d.ID); err != nil {
			p.t.Error(err)
		}
		if len(p.Drafts(guest(1).ID)) != 0 {
			p.t.Error("a draft goes on that was left")
		}
	})
}

// A complete draft whose game can't be started, because a newer program does not have its
// powers, ends.
func TestDraftOfLostPowers(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		var left atomic.Int32 // how often the powers are still there
		left.Store(math.MaxInt32)
		p := openWith(t, address, lobby.Config{Cards: func(name string) setup.Cards {
			if left.Add(-1) < 0 {
				return setup.Cards{}
			}
			return cardsOf(name)
		}})
		d, challenger, other := p.drafting("santorini 2p 3d", guest(1), guest(2))
		p.must(p.Act(t.Context(), challenger, d.ID, 1, offer("pan", "atlas")))
		p.must(p.Act(t.Context(), other, d.ID, 2, choose("pan")))
		heard := p.listen(other.ID, false)
		defer heard.end()
		left.Store(1) // until the last act has been stored
		_, err := p.Act(t.Context(), challenger, d.ID, 3, start(2))
		p.refused(err, lobby.Gone)
		heard.wait(t, "draft draftGone hello")
		if drafts := p.Drafts(other.ID); len(drafts) > 0 {
			t.Errorf("the draft is still there: %+v", drafts)
		}
		if stored, err := p.store.Offers(t.Context()); err != nil || len(stored) > 0 {
			t.Errorf("stored are %+v, %v", stored, err)
		}
	})
}

// TestDraftOutage checks that a complete draft waits for its game with one task, however often
// it is looked at while the store fails.
func TestDraftOutage(t *testing.T) {
	inBubble(t, nil, func(p *place) {
		ctx := p.t.Context()
		d, challenger, other := p.drafting("santorini 2p 3d", guest(1), guest(2))
		p.must(p.Act(ctx, challenger, d.ID, 1, offer("pan", "atlas")))
		p.must(p.Act(ctx, other, d.ID, 2, choose("pan")))
		exec := func(statement string) {
			if err := database.IgnoreNotFound(p.store.DB().Exec(ctx, statement)); err != nil {
				p.t.Fatal(err)
			}
		}
		exec(`CREATE TRIGGER no_games BEFORE INSERT ON games BEGIN SELECT RAISE(FAIL, 'a fault'); END`)
		if _, err := p.Act(ctx, challenger, d.ID, 3, start(2)); err == nil {
			p.t.Fatal("a game begins that can't be stored")
		}
		sweep, release := p.HoldDraft(d.ID)
		before := runtime.NumGoroutine()
		for range 20 {
			sweep(ctx)
		}
		more := runtime.NumGoroutine() - before
		release()
		if more > 5 {
			p.t.Errorf("%d tasks wait, want one", more)
		}
		time.Sleep(10 * time.Second)
		exec(`DROP TRIGGER no_games`)
		time.Sleep(2 * time.Second)
		if _, err := p.store.Summary(ctx, d.ID); err != nil {
			p.t.Errorf("after the outage: %v", err)
		}
	})
}

// A draft that waits for the store holds up neither other drafts nor accounts that are
// closed.
func TestDraftsApart(t *testing.T) {
	p := open(t, storetest.SQLite(t), nil)
	held, _, _ := p.drafting("santorini 2p 3d", guest(1), guest(2))
	const others = 4 // of which few share a lock with the one that is held
	done := make(chan error, others)
	var acts []func()
	for n := range others {
		d, challenger, _ := p.drafting("santorini 2p 3d", guest(10+n), guest(20+n))
		acts = append(acts, func() {
			_, err := p.Act(t.Context(), challenger, d.ID, 1, offer("pan", "atlas"))
			done <- errors.Join(err, p.Forget(t.Context(), challenger.ID))
		})
	}
	_, release := p.HoldDraft(held.ID)
	var all sync.WaitGroup
	for _, act := range acts {
		all.Go(act)
	}
	select {
	case err := <-done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(time.Minute):
		t.Error("all wait for one draft")
	}
	release()
	all.Wait()
}

// TestUnansweredDraft stores a draft without saying so: who tries again comes into it, and
// others are refused. If nobody does, the players hear of it soon. A trigger that fails after
// the row is there keeps it.
func TestUnansweredDraft(t *testing.T) {
	for _, name := range []string{"bob", "cid", ""} {
		inBubble(t, nil, func(p *place) {
			t := p.t
			exec := func(statement string) {
				if err := database.IgnoreNotFound(p.store.DB().Exec(t.Context(), statement)); err != nil {
					t.Fatal(err)
				}
			}
			ann, bob := p.account("ann"), p.account("bob")
			again := bob
			if name == "cid" {
				again = p.account(name)
			}
			want := terms("santorini 2p 5+3")
			want.Powers = setup.ByDrafted
			there := p.listen(ann.ID, false) // else a seek of minutes goes
			seek := p.must(p.Seek(t.Context(), ann, want)).Seek
			exec(`CREATE TRIGGER unanswered AFTER INSERT ON challenges BEGIN SELECT RAISE(FAIL, 'a fault'); END`)
			if made, err := p.Accept(t.Context(), bob, seek.ID); err == nil {
				t.Fatalf("%+v, want a fault", made)
			}
			exec(`DROP TRIGGER unanswered`)
			if name == "" {
				storetest.Until(t, "the draft is known and its seek closed", func() bool { return len(p.Drafts(bob.ID)) == 1 && len(p.Seeks("")) == 0 })
				there.end()
				return
			}
			made, err := p.Accept(t.Context(), again, seek.ID)
			if again.ID == bob.ID {
				if err != nil || made.Draft == nil || play.IndexOf(made.Draft.Players, bob.ID) < 0 {
					t.Errorf("%+v, %v: want the draft", made, err)
				}
			} else {
				p.refused(err, lobby.Gone)
			}
			if stored, err := p.store.Offers(t.Context()); err != nil || len(stored) != 1 || len(p.Drafts(bob.ID)) != 1 {
				t.Errorf("stored are %+v, %v, and Bob is in %+v: want one draft", stored, err, p.Drafts(bob.ID))
			}
			there.end()
		})
	}
}

// TestUnansweredDraftThatEnded takes an offer again whose draft was stored without saying so,
// and has become a game since.
func TestUnansweredDraftThatEnded(t *testing.T) {
	address := storetest.SQLite(t)
	p := open(t, address, nil)
	ann, bob, cid := p.account("ann"), p.account("bob"), p.account("cid")
	exec := func(statement string) {
		if err := database.IgnoreNotFound(p.store.DB().Exec(t.Context(), statement)); err != nil {
			t.Fatal(err)
		}
	}
	want := terms("santorini 2p 3d")
	want.Powers = setup.ByDrafted
	seek := p.must(p.Seek(t.Context(), ann, want)).Seek
	exec(`CREATE TRIGGER unanswered AFTER INSERT ON challenges BEGIN SELECT RAISE(FAIL, 'a fault'); END`)
	if made, err := p.Accept(t.Context(), bob, seek.ID); err == nil {
		t.Fatalf("%+v, want a fault", made)
	}
	exec(`DROP TRIGGER unanswered`)
	p.stop()
	p = open(t, address, nil)
	d := p.Drafts(bob.ID)[0]
	challenger, other := d.Players[0], d.Players[1]
	p.must(p.Act(t.Context(), challenger, d.ID, 1, offer("pan", "atlas")))
	p.must(p.Act(t.Context(), other, d.ID, 2, choose("atlas")))
	game := p.must(p.Act(t.Context(), challenger, d.ID, 3, start(2))).Game
	if made := p.must(p.Accept(t.Context(), bob, seek.ID)); made.Game != game {
		t.Errorf("%+v, want the game %s", made, game)
	}
	_, err := p.Accept(t.Context(), cid, seek.ID)
	p.refused(err, lobby.Gone)
}

// TestRenameInDraft lets players be renamed while they choose, and while they leave.
func TestRenameInDraft(t *testing.T) {
	each(t, func(t *testing.T, p *place) {
		ctx, stop := context.WithCancel(p.t.Context())
		ann, bob := p.account("Ann"), p.account("Bob")
		var renaming sync.WaitGroup
		renaming.Go(func() {
			for ctx.Err() == nil {
				if err := p.store.Renamed(p.t.Context(), ann.ID, bob.ID); err != nil {
					p.t.Error(err)
				}
			}
		})
		defer renaming.Wait()
		defer stop()
		for range 20 {
			d, challenger, other := p.drafting("santorini 2p 5+3", ann, bob)
			p.must(p.Act(ctx, challenger, d.ID, 1, offer("pan", "atlas")))
			p.must(p.Act(ctx, other, d.ID, 2, choose("atlas")))
			if made := p.must(p.Act(ctx, challenger, d.ID, 3, start(2))); made.Game == "" {
				p.t.Errorf("%+v, want a game", made)
			}
			d, _, other = p.drafting("santorini 2p 5+3", ann, bob)
			if err := p.Abandon(ctx, other, d.ID); err != nil {
				p.t.Error(err)
			}
		}
	})
}

// House bots do what is theirs at once.
func TestDraftWithBots(t *testing.T) {
	inBubble(t, &fakeBots{}, func(p *place) {
		ctx := p.t.Context()
		want := terms("santorini 2p 5+3")
		want.Powers = setup.ByDrafted
		d := p.must(p.PlayNow(ctx, guest(1), want)).Draft
		if d == nil {
			d = p.must(p.PlayNow(ctx, guest(1), want)).Draft
		}
		made := lobby.Made{Draft: d}
		for made.Draft != nil {
			view := made.Draft.Draft
			act := cardsOf("santorini").Reply(must(view.Draft()), 1)
			if made.Draft.Players[act.Player-1].ID != guest(1).ID {
				p.t.Fatalf("%+v waits for a bot", view)
			}
			made = p.must(p.Act(ctx, guest(1), d.ID, len(view.Acts)+1, act))
		}
		if sum := p.summary(made.Game); len(setup.PowersOf(sum.Variant)) != 2 {
			p.t.Errorf("%+v", sum)
		}
	})
}

// TestDraftWithProgram refuses drafts to programs that are not house bots, which would not
// hear of them.
func TestDraftWithProgram(t *testing.T) {
	inBubble(t, &fakeBots{}, func(p *place) {
		ctx := p.t.Context()
		ann := p.account("Ann")
		account := store.Account{ID: "robot", Name: "Robot", Folded: "robot", Kind: play.Bot}
		house := store.Account{ID: "bot0", Name: "Steady", Folded: "steady", Kind: play.Bot}
		if err := errors.Join(p.store.AddAccount(ctx, account, nil), p.store.AddAccount(ctx, house, nil)); err != nil {
			p.t.Fatal(err)
		}
		robot := play.Player{ID: account.ID, Name: account.Name, Kind: account.Kind}
		want := terms("santorini 2p 3d")
		want.Powers = setup.ByDrafted
		seek, open := p.must(p.Seek(ctx, ann, want)).Seek, p.must(p.Challenge(ctx, ann, "", want)).Challenge
		for name, ask := range map[string]func() (lobby.Made, error){
			"seek":          func() (lobby.Made, error) { return p.Seek(ctx, robot, want) },
			"play now":      func() (lobby.Made, error) { return p.PlayNow(ctx, robot, want) },
			"of a bot":      func() (lobby.Made, error) { return p.Challenge(ctx, robot, ann.Name, want) },
			"of a house":    func() (lobby.Made, error) { return p.Challenge(ctx, robot, house.Name, want) },
			"to a bot":      func() (lobby.Made, error) { return p.Challenge(ctx, ann, robot.Name, want) },
			"accepted seek": func() (lobby.Made, error) { return p.Accept(ctx, robot, seek.ID) },
			"accepted":      func() (lobby.Made, error) { return p.AcceptChallenge(ctx, robot, open.ID) },
		} {
			_, err := ask()
			p.t.Log(name)
			p.refused(err, lobby.BadPowers)
		}
		if stored, err := p.store.Offers(ctx); err != nil || len(stored) != 2 || len(p.Drafts(robot.ID)) > 0 {
			p.t.Errorf("stored are %+v, %v: want Ann's two offers", stored, err)
		}
		if made := p.must(p.Challenge(ctx, ann, house.Name, want)); made.Draft == nil {
			p.t.Errorf("%+v, want a draft with a house bot", made)
		}
	})
}

// TestDraftOfProgram has an account offer drafts and then become a program: nobody can accept
// them, and its seeks are withdrawn.
func TestDraftOfProgram(t *testing.T) {
	inBubble(t, &fakeBots{}, func(p *place) {
		ctx := p.t.Context()
		ann, bob := p.account("ann"), p.account("bob")
		want := terms("santorini 2p 3d")
		want.Powers = setup.ByDrafted
		seek, challenge := p.must(p.Seek(ctx, ann, want)).Seek, p.must(p.Challenge(ctx, ann, "", want)).Challenge
		if err := p.store.BecomeBot(ctx, ann.ID, 1); err != nil {
			p.t.Fatal(err)
		}
		_, err := p.Accept(ctx, bob, seek.ID)
		p.refused(err, lobby.BadPowers)
		_, err = p.AcceptChallenge(ctx, bob, challenge.ID)
		p.refused(err, lobby.BadPowers)
		time.Sleep(2 * time.Second)
		if made := p.must(p.Seek(ctx, bob, want)); made.Seek == nil {
			p.t.Errorf("%+v, want a seek", made)
		}
	})
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err) // a mistake in the test
	}
	return v
}

// What is drawn can be drawn again by the seed in the log.
func TestDrawnPowers(t *testing.T) {
	each(t, func(t *testing.T, p *place) {
		for _, way := range []setup.Method{setup.ByRandom, setup.ByFair} {
			want := terms("santorini 2p 3d")
			want.Powers = way
			p.must(p.Seek(t.Context(), guest(1), want))
			sum := p.summary(p.must(p.Seek(t.Context(), guest(2), want)).Game)
			events, err := p.store.Events(t.Context(), sum.ID, 0)
			if err != nil {
				t.Fatal(err)
			}
			chosen := events[0].Setup.Powers
			variant, err := cardsOf("santorini").Resolve("2p", 2, way, chosen.Seed)
			if err != nil || variant != sum.Variant || chosen.Way != way || way == setup.ByFair && variant != "2p:pan,atlas" {
				t.Errorf("%s: %+v, drawn again %s, %v", way, sum, variant, err)
			}
		}
	})
}
