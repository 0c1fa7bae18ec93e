package housebot_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"thera/internal/cluster/bus"
	"thera/internal/site/housebot"
	"thera/internal/site/play"
	"thera/internal/site/store"
	"thera/internal/site/store/storetest"
)

// two opens two nodes that serve one store, and returns the bus of each. kill ends the
// first one without a word.
func two(t *testing.T) (p, q *place, buses [2]*bus.Bus, kill func()) {
	t.Helper()
	address, nats := storetest.Postgres(t), storetest.StartBus(t, nil).URL
	var nodes [2]*place
	var kills [2]func()
	for i := range nodes {
		buses[i] = storetest.OpenBus(t, nats)
		nodes[i] = openNode(t, address, buses[i], housebot.Config{}, time.Hour)
		kills[i] = sync.OnceFunc(func() {
			nodes[i].stop()
			_ = buses[i].Close()
		})
		t.Cleanup(kills[i])
	}
	return nodes[0], nodes[1], buses, kills[0]
}

// TestShowcasesBeginOnce has people look at two nodes at the same moment: both nodes want
// to begin a game before there is one, and show the same one. The next ones, too.
func TestShowcasesBeginOnce(t *testing.T) {
	t.Parallel()
	p, q, _, _ := two(t)
	meeting := make(chan struct{})
	show := func(n *place) *housebot.Showcase {
		s, _ := n.showcase(housebot.ShowcaseConfig{
			Attention: time.Nanosecond, Rest: -time.Hour, // nobody plays, and a game that has ended is past
			Begin: func(ctx context.Context, id string, setup play.Setup) error {
				select {
				case meeting <- struct{}{}: // the other node comes as far
				case <-meeting:
				}
				return n.begin(ctx, id, setup)
			},
		})
		return s
	}
	here, there := show(p), show(q)
	const kept = 10
	for round := range kept + 3 {
		var first, second play.Summary
		var looking sync.WaitGroup
		looking.Go(func() { first = p.shown(here) })
		looking.Go(func() { second = q.shown(there) })
		looking.Wait()
		all, err := p.store.TournamentGames(t.Context(), play.Showcase, store.Page{}, 0)
		if want := min(round, kept) + 1; err != nil || len(all) != want || first.ID != second.ID || first.Ended > 0 {
			t.Fatalf("round %d: the nodes show %s and %s of %d games, %v; want one of %d in progress", round, first.ID, second.ID, len(all), err, want)
		}
		p.resign(first.ID)
	}
	if wrong, err := p.store.Recount(t.Context(), false); err != nil || wrong != 0 {
		t.Errorf("%d counters are wrong, %v", wrong, err)
	}
}

// TestShowcaseOfNodes has the node that owns the game play for those who look at another
// one and, when it dies, the other one continue the game.
func TestShowcaseOfNodes(t *testing.T) {
	t.Parallel()
	p, q, buses, kill := two(t)
	there, pause := q.showcase(housebot.ShowcaseConfig{Attention: time.Hour, Bus: buses[1]})
	pause() // so the other node plays
	_, stop := p.showcase(housebot.ShowcaseConfig{Attention: time.Hour, Bus: buses[0]})
	shown := p.beginShowcase()
	if p.sit(shown, ann).State().Ply() > 0 {
		t.Fatal("a turn is played before anybody looks")
	}
	follower := q.sit(shown, ann)
	if follower.IsOwner() || q.shown(there).ID != shown {
		t.Fatal("the second node does not show the game of the first one")
	}
	before := follower.until("a turn", func(s *play.State) bool { return s.Ply() > 0 }).Ply()

	stop()
	kill()
	if err := q.store.MarkDead(t.Context(), p.node.ID()); err != nil {
		t.Fatal(err)
	}
	continued, _ := q.showcase(housebot.ShowcaseConfig{Attention: time.Hour, Bus: buses[1]})
	if again := q.shown(continued).ID; again != shown {
		t.Errorf("another game, %s, is shown instead of %s", again, shown)
	}
	if err := follower.Reload(t.Context()); err != nil { // it may have missed the last turn
		t.Fatal(err)
	}
	before = max(before, follower.State().Ply())
	// On a busy machine the game may have ended before its owner died.
	follower.until("another turn", func(s *play.State) bool { return s.Over() || s.Ply() > before })
}

// beginShowcase begins a game of house bots that a showcase finds.
func (p *place) beginShowcase() (id string) {
	p.t.Helper()
	players := []play.Player{{ID: "id-amazons-4", Name: "amazons-4", Kind: play.Bot}, {ID: "id-amazons-5", Name: "amazons-5", Kind: play.Bot}}
	err := p.begin(p.t.Context(), "shown", play.Setup{Tournament: play.Showcase, Game: "amazons", Variant: "10x10", Players: players})
	if err != nil {
		p.t.Fatal(err)
	}
	return "shown"
}
