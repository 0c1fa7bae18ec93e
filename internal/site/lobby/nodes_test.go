package lobby_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"thera/internal/catalog/setup"
	"thera/internal/site/lobby"
	"thera/internal/site/play"
	"thera/internal/site/store/storetest"
)

// two opens the lobbies of two nodes that serve one store.
func two(t *testing.T) (p, q *place) {
	t.Helper()
	address, nats := storetest.Postgres(t), storetest.StartBus(t, nil).URL
	var both [2]*place
	for i := range both {
		both[i] = openWith(t, address, lobby.Config{Bus: storetest.OpenBus(t, nats)})
	}
	return both[0], both[1]
}

// seeks waits until a lobby has n seeks.
func (p *place) seeks(n int) []lobby.Seek {
	p.t.Helper()
	var all []lobby.Seek
	storetest.Until(p.t, fmt.Sprint("number of seeks: ", n), func() bool {
		all = p.Seeks("")
		return len(all) == n
	})
	return all
}

// Players at two nodes find each other.
func TestTwoNodes(t *testing.T) {
	t.Parallel()
	p, q := two(t)
	ctx := t.Context()
	ann := p.listen("guest1", true)
	defer ann.end()
	made := p.must(p.Seek(ctx, guest(1), terms("hermit 3x3 5+3")))
	q.seeks(1)
	if !q.Listens("guest1") {
		t.Error("guest 1 does not listen")
	}
	storetest.Until(t, "guest 2 listens nowhere", func() bool { return !q.Listens("guest2") }) // the bus may be busy
	if game := q.must(q.Seek(ctx, guest(2), terms("hermit 3x3 5+3"))).Game; game == "" {
		t.Error("the seek of another node is not joined")
	}
	p.seeks(0)
	storetest.Until(t, "a game starts", func() bool { return strings.Contains(ann.heard(), "gameStart") })
	_, err := p.Accept(ctx, guest(3), made.Seek.ID)
	p.refused(err, lobby.Gone)

	// With several seats, some join here and some there.
	id := p.must(p.Seek(ctx, guest(1), terms("santorini 4p 3d"))).Seek.ID
	q.seeks(1)
	q.must(q.Accept(ctx, guest(2), id))
	storetest.Until(t, "two players here", func() bool { return len(p.seeks(1)[0].Players) == 2 })
	p.must(p.Accept(ctx, guest(3), id))
	storetest.Until(t, "three players there", func() bool { return len(q.seeks(1)[0].Players) == 3 })
	if game := q.must(q.Accept(ctx, guest(4), id)).Game; game == "" {
		t.Error("four players are no game")
	}
	p.seeks(0)

	// A challenge is declined elsewhere.
	bob := q.account("bob")
	challenge := p.must(p.Challenge(ctx, guest(1), "bob", terms("hermit 3x3 3d"))).Challenge
	storetest.Until(t, "the challenge comes", func() bool {
		in, _ := q.Challenges(bob.ID)
		return len(in) == 1
	})
	if err := q.DeclineChallenge(ctx, bob, challenge.ID); err != nil {
		t.Error(err)
	}
	storetest.Until(t, "the challenge goes", func() bool {
		_, out := p.Challenges("guest1")
		return len(out) == 0
	})
}

// If several players accept an offer on several nodes at the same time, one
// gets it: the store decides.
func TestFirstOfTwoNodes(t *testing.T) {
	t.Parallel()
	p, q := two(t)
	for round := range 10 {
		who := func(n int) play.Player { return guest(10*round + n) }
		id := p.must(p.Seek(t.Context(), who(0), terms("hermit 3x3 3d"))).Seek.ID
		q.seeks(1)
		var mu sync.Mutex
		games := map[string]bool{}
		var all sync.WaitGroup
		for n := range 4 {
			all.Go(func() {
				made, err := []*place{p, q}[n%2].Accept(t.Context(), who(n+1), id)
				var refused *play.Refusal
				mu.Lock()
				defer mu.Unlock()
				switch {
				case err == nil && made.Game != "":
					games[made.Game] = true
				case !errors.As(err, &refused) || refused.Reason != lobby.Gone:
					t.Errorf("%+v, %v: want a game, or that it is gone", made, err)
				}
			})
		}
		all.Wait()
		running, err := p.store.Running(t.Context(), fmt.Sprint("guest", 10*round))
		if err != nil || len(games) != 1 || len(running) != 1 {
			t.Errorf("%d have got it, for %d games, %v", len(games), len(running), err)
		}
		p.seeks(0)
		q.seeks(0)
	}
}

// A node hears that another has begun the game of a seek just when somebody takes it here.
func TestTakenElsewhere(t *testing.T) {
	t.Parallel()
	p, q := two(t)
	id := p.must(p.Seek(t.Context(), guest(0), terms("hermit 3x3 3d"))).Seek.ID
	q.seeks(1)
	hear, release := q.HoldSaves(id)
	release = sync.OnceFunc(release)
	t.Cleanup(release)
	second := make(chan error, 1)
	go func() {
		_, err := q.Accept(t.Context(), guest(2), id)
		second <- err
	}()
	storetest.Until(t, "the seek is taken", func() bool { return len(q.Seeks("")) == 0 })
	p.must(p.Accept(t.Context(), guest(1), id))
	if err := hear(t.Context()); err != nil {
		t.Error(err)
	}
	release()
	q.refused(<-second, lobby.Gone)
	if running, err := p.store.Running(t.Context(), "guest0"); err != nil || len(running) != 1 {
		t.Errorf("%d games, %v, want one", len(running), err)
	}
}

// A player whose seek fits one that another node has just taken, which this node has not
// heard, has a seek of their own.
func TestSeekTakenElsewhere(t *testing.T) {
	t.Parallel()
	p, q := two(t)
	of := terms("hermit 3x3 3d")
	taken := p.must(p.Seek(t.Context(), guest(0), of)).Seek.ID
	q.seeks(1)
	if err := p.store.DeleteOffer(t.Context(), taken, false, 1); err != nil {
		t.Fatal(err)
	}
	made := q.must(q.Seek(t.Context(), guest(1), of))
	if made.Seek == nil || made.Seek.ID == taken {
		t.Errorf("%+v: want a new seek", made)
	}
	q.seeks(1)
}

// A node hears that an offer is gone just when somebody joins it or leaves it here: they
// are not told that they have.
func TestGoneElsewhere(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		here  func(q *place, id string) error // for guest 2
		there func(p *place, id string)
		seats int // taken when here has been done in memory
	}{
		"join": {
			func(q *place, id string) error {
				_, err := q.Accept(q.t.Context(), guest(2), id)
				return err
			},
			func(p *place, id string) {
				if err := p.Withdraw(p.t.Context(), guest(1), id); err != nil {
					p.t.Error(err)
				}
			},
			3,
		},
		"leave": {
			func(q *place, id string) error { return q.Withdraw(q.t.Context(), guest(2), id) },
			func(p *place, id string) {
				p.must(p.Accept(p.t.Context(), guest(3), id))
				if p.must(p.Accept(p.t.Context(), guest(4), id)).Game == "" {
					p.t.Error("four players are no game")
				}
			},
			1,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, q := two(t)
			id := p.must(p.Seek(t.Context(), guest(1), terms("santorini 4p 3d"))).Seek.ID
			other := guest(2)
			if name == "join" {
				other = guest(5)
			}
			p.must(p.Accept(t.Context(), other, id))
			storetest.Until(t, "two players", func() bool { return len(q.seeks(1)[0].Players) == 2 })
			hear, release := q.HoldSaves(id)
			release = sync.OnceFunc(release)
			t.Cleanup(release)
			done := make(chan error, 1)
			go func() { done <- test.here(q, id) }()
			storetest.Until(t, fmt.Sprint(test.seats, " players"), func() bool { return len(q.seeks(1)[0].Players) == test.seats })
			test.there(p, id)
			if err := hear(t.Context()); err != nil {
				t.Error(err)
			}
			release()
			q.refused(<-done, lobby.Gone)
		})
	}
}

// meanwhile opens two nodes, of which the second, in each act of a draft, calls the
// function that do sets: once before the act is stored, and after the last act again.
func meanwhile(t *testing.T) (p, q *place, do func(func())) {
	t.Helper()
	address, nats := storetest.Postgres(t), storetest.StartBus(t, nil).URL
	var meanwhile atomic.Pointer[func()]
	p = openWith(t, address, lobby.Config{Bus: storetest.OpenBus(t, nats)})
	q = openWith(t, address, lobby.Config{Bus: storetest.OpenBus(t, nats), Cards: func(name string) setup.Cards {
		if do := meanwhile.Load(); do != nil {
			(*do)()
		}
		return cardsOf(name)
	}})
	return p, q, func(do func()) { meanwhile.Store(&do) }
}

// A draft that is abandoned at one node just when somebody acts at another is gone.
func TestDraftAbandonedElsewhere(t *testing.T) {
	t.Parallel()
	p, q, meanwhile := meanwhile(t)
	d, challenger, other := p.drafting("santorini 2p 3d", guest(1), guest(2))
	if _, err := q.DraftByID(t.Context(), play.Player{}, d.ID); err != nil {
		t.Fatal(err)
	}
	meanwhile(func() {
		if err := p.Abandon(t.Context(), other, d.ID); err != nil {
			t.Error(err)
		}
		storetest.Until(t, "the draft goes", func() bool { return len(q.Drafts(other.ID)) == 0 })
		meanwhile(func() {})
	})
	_, err := q.Act(t.Context(), challenger, d.ID, 1, offer("pan", "atlas"))
	q.refused(err, lobby.Gone)
	if stored, err := p.store.Offers(t.Context()); err != nil || len(stored) > 0 {
		t.Errorf("stored are %+v, %v", stored, err)
	}
}

// The game of a draft that one node starts is not abandoned at another, and a player who
// does the last act gets it even if another node has ended the draft first.
func TestDraftFinishedElsewhere(t *testing.T) {
	t.Parallel()
	for name, there := range map[string]func(p *place, d lobby.Drafting, challenger, other play.Player){
		"abandoned": func(p *place, d lobby.Drafting, _, other play.Player) {
			storetest.Until(p.t, "three acts are known here", func() bool {
				here, err := p.DraftByID(p.t.Context(), play.Player{}, d.ID)
				return err != nil || len(here.Draft.Acts) == 3
			})
			p.refused(p.Abandon(p.t.Context(), other, d.ID), lobby.Gone)
		},
		"finished": func(p *place, d lobby.Drafting, challenger, _ play.Player) {
			p.must(p.Act(p.t.Context(), challenger, d.ID, 3, start(2)))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, q, meanwhile := meanwhile(t)
			d, challenger, other := p.drafting("santorini 2p 3d", guest(1), guest(2))
			p.must(p.Act(t.Context(), challenger, d.ID, 1, offer("pan", "atlas")))
			p.must(p.Act(t.Context(), other, d.ID, 2, choose("pan")))
			storetest.Until(t, "two acts are known there", func() bool {
				there, err := q.DraftByID(t.Context(), play.Player{}, d.ID)
				return err == nil && len(there.Draft.Acts) == 2
			})
			meanwhile(func() { // before the act is stored
				meanwhile(func() { // before the game starts
					meanwhile(func() {})
					there(p, d, challenger, other)
				})
			})
			made, err := q.Act(t.Context(), challenger, d.ID, 3, start(2))
			if err != nil || made.Game != d.ID {
				t.Errorf("%+v, %v: want the game", made, err)
			}
		})
	}
}

// A challenge or draft can be continued on another node before that node has
// heard of it.
func TestOtherNode(t *testing.T) {
	t.Parallel()
	p, q := two(t)
	ctx := t.Context()
	for n := range 20 {
		id := p.must(p.Challenge(ctx, guest(1), "", terms("hermit 3x3 5+3"))).Challenge.ID
		if n%2 == 0 {
			if _, err := q.ChallengeByID(ctx, play.Player{}, id); err != nil {
				t.Error(err)
			}
		}
		if made := q.must(q.AcceptChallenge(ctx, guest(2), id)); made.Game == "" {
			t.Errorf("%+v: want a game", made)
		}
	}
	_, err := q.AcceptChallenge(ctx, guest(2), "none")
	q.refused(err, lobby.Gone)
}

// Acts of a draft come to any node, several of them at one instant: of two that
// differ one counts, twice the same is one, and the game is begun once.
func TestDraftAtTwoNodes(t *testing.T) {
	t.Parallel()
	p, q := two(t)
	ctx := t.Context()
	both := []*place{p, q}
	for round := range 6 {
		d, challenger, other := p.drafting("santorini 2p 5+3", guest(10*round+1), guest(10*round+2))
		// at has somebody act at both nodes at once.
		at := func(who play.Player, number int, acts ...setup.Act) (accepted []lobby.Made) {
			t.Helper()
			var mu sync.Mutex
			var all sync.WaitGroup
			for i, node := range both {
				all.Go(func() {
					made, err := node.Act(ctx, who, d.ID, number, acts[i%len(acts)])
					mu.Lock()
					defer mu.Unlock()
					if err == nil {
						accepted = append(accepted, made)
						return
					}
					var refused *play.Refusal
					if !errors.As(err, &refused) || refused.Reason != play.WrongPly && refused.Reason != lobby.Gone {
						t.Errorf("act %d: %v", number, err)
					}
				})
			}
			all.Wait()
			return accepted
		}
		if made := at(challenger, 1, offer("pan", "atlas"), offer("pan", "athena")); len(made) != 1 || len(made[0].Draft.Draft.Acts) != 1 {
			t.Errorf("two acts that differ: %+v", made)
		}
		if made := at(other, 2, choose("pan")); len(made) != 2 || len(made[0].Draft.Draft.Acts) != 3-1 {
			t.Errorf("the same act twice: %+v", made)
		}
		at(challenger, 3, start(2))
		running, err := p.store.Running(ctx, challenger.ID)
		if err != nil || len(running) != 1 {
			t.Errorf("%d games, %v: want one", len(running), err)
		}
		for _, node := range both {
			storetest.Until(t, "the draft goes", func() bool { return len(node.Drafts(challenger.ID)) == 0 })
		}
	}
}

// A player gets a game of which the notice was lost between the nodes.
func TestMissedNotices(t *testing.T) {
	t.Parallel()
	for name, again := range map[string]func(q *place, nats *storetest.BusServer){
		"the bus was away": func(_ *place, nats *storetest.BusServer) { nats.Restart() },
		"the other node was cut off": func(_ *place, nats *storetest.BusServer) {
			if err := storetest.OpenBus(t, nats.URL).Publish("lobby.missed", []byte("the other node")); err != nil {
				t.Error(err)
			}
		},
		"the other node has died": func(q *place, _ *storetest.BusServer) { q.house.NodeLost("the other node") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			address, nats := storetest.Postgres(t), storetest.StartBus(t, nil)
			p, q := open(t, address, nil), openWith(t, address, lobby.Config{Bus: storetest.OpenBus(t, nats.URL)})
			ear := q.listen("guest1", false)
			defer ear.end()
			seek := p.must(p.Seek(t.Context(), guest(1), terms("hermit 3x3 3d"))).Seek
			game := p.must(p.Accept(t.Context(), guest(2), seek.ID)).Game // nobody tells q
			again(q, nats)
			storetest.Until(t, "hello with the game", func() bool { return ear.hasHello(game) })
		})
	}
}
