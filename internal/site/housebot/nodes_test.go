package housebot_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"thera/internal/cluster/bus"
	"thera/internal/site/housebot"
	"thera/internal/site/play"
	"thera/internal/site/room"
	"thera/internal/site/store"
	"thera/internal/site/store/storetest"
)

// openOn opens a node of several that serve one store. kill ends it without a word.
func openOn(t *testing.T, address, nats string) (n *place, b *bus.Bus, kill func()) {
	t.Helper()
	b = storetest.OpenBus(t, nats)
	n = openNode(t, address, b, housebot.Config{}, time.Hour)
	kill = sync.OnceFunc(func() {
		n.stop()
		_ = b.Close()
	})
	t.Cleanup(kill)
	return n, b, kill
}

// TestShowcasesBeginOnce has people look at two nodes at the same moment: both nodes want
// to begin a game before there is one, and show the same one. The next ones, too.
func TestShowcasesBeginOnce(t *testing.T) {
	t.Parallel()
	address, nats := storetest.Postgres(t), storetest.StartBus(t, nil).URL
	p, _, _ := openOn(t, address, nats)
	q, _, _ := openOn(t, address, nats)
	meeting := make(chan struct{})
	show := func(n *place) *housebot.Showcase {
		s, _ := n.showcase(housebot.ShowcaseConfig{
			Attention: time.Nanosecond, Rest: -time.Hour, // nobody plays, and a game that has ended is past
			Begin: func(ctx context.Context, id string, setup play.Setup) error {
				select {
				case meeting <- struct{}{}: // the other node comes as far
				case <-meeting:
				case <-time.After(2 * time.Minute):
					return errors.New("the other node has not come as far")
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
	address, nats := storetest.Postgres(t), storetest.StartBus(t, nil).URL
	p, here, kill := openOn(t, address, nats)
	_, stop := p.showcase(housebot.ShowcaseConfig{Attention: time.Hour, Bus: here})
	shown := p.beginShowcase()
	if p.sit(shown, ann).State().Ply() > 0 {
		t.Fatal("a turn is played before anybody looks")
	}
	// Only now, because a node that starts looks for games in which a bot is to move, and
	// owns one if it is the first to open it.
	q, bus, _ := openOn(t, address, nats)
	there, pause := q.showcase(housebot.ShowcaseConfig{Attention: time.Hour, Bus: bus})
	pause() // so the other node plays
	follower := q.sit(shown, ann)
	if follower.IsOwner() {
		t.Fatal("the second node owns the game of the first one")
	}
	if other := q.shown(there); other.ID != shown {
		t.Fatalf("the second node shows %+v instead of the game of the first one", other)
	}
	before := follower.until("a turn", func(s *play.State) bool { return s.Ply() > 0 }).Ply()

	stop()
	kill()
	if err := q.store.MarkDead(t.Context(), p.node.ID()); err != nil {
		t.Fatal(err)
	}
	continued, _ := q.showcase(housebot.ShowcaseConfig{Attention: time.Hour, Bus: bus})
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

// neighbor is another node, which owns all games and does nothing, until it is gone.
type neighbor struct {
	*store.Store
	isGone atomic.Bool
}

func (n *neighbor) Own(context.Context, string) (room.Ownership, error) {
	if n.isGone.Load() {
		return room.Ownership{}, nil
	}
	return room.Ownership{Owner: "neighbor"}, nil
}

func (n *neighbor) OwnAll(context.Context, []string) (map[string]room.Ownership, error) {
	return nil, nil
}

func (n *neighbor) Give(context.Context, string, int64, string, play.Instant) (room.Ownership, error) {
	return room.Ownership{}, room.ErrNotOwner
}

func (n *neighbor) Send(context.Context, string, string, int, play.Command) ([]play.Event, error) {
	return nil, room.ErrNotOwner
}

func (n *neighbor) Join(string, func(room.Message)) (func(), error) { return func() {}, nil }

func (n *neighbor) Broadcast(string, room.Message) {}

// TestGameOfLostNode has a bot play in a game that nobody has open when another node, which
// owned it, is gone.
func TestGameOfLostNode(t *testing.T) {
	address := storetest.SQLite(t)
	synctest.Test(t, func(t *testing.T) {
		other := &neighbor{}
		p := openLog(t, address, nil, housebot.Config{}, time.Hour, func(s *store.Store) gameLog {
			other.Store = s
			return other
		})
		defer p.stop()
		id := p.challenge()
		time.Sleep(time.Minute) // so that its room is closed
		if sum, err := p.store.Summary(t.Context(), id); err != nil || sum.Ply > 0 {
			t.Fatalf("ply %d, %v: want a game in which the other node has not played", sum.Ply, err)
		}
		other.isGone.Store(true)
		p.house.NodeLost("neighbor")
		p.waitTurn(id)
	})
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
