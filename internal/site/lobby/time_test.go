package lobby_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"thera/internal/site/lobby"
	"thera/internal/site/play"
	"thera/internal/site/store/storetest"
)

// inBubble runs a test with time of its own.
func inBubble(t *testing.T, bots lobby.Bots, test func(p *place)) {
	t.Helper()
	address := storetest.SQLite(t)
	synctest.Test(t, func(t *testing.T) {
		test(open(t, address, bots))
	})
}

// A seek of minutes goes with its player, one of days stays.
func TestSeeksGo(t *testing.T) {
	inBubble(t, nil, func(p *place) {
		ctx := p.t.Context()
		ear := p.listen("guest1", false)
		for n := 1; n <= 2; n++ {
			p.must(p.Seek(ctx, person(n), terms("hermit 3x3 5+3")))
			p.must(p.Seek(ctx, person(n), terms("hermit 4x4 3d")))
		}
		// They have found each other, and begin again with what does not fit.
		for n, variant := range []string{"5x5", "6x6"} {
			p.must(p.Seek(ctx, person(n+1), terms("hermit "+variant+" 5+3")))
			p.must(p.Seek(ctx, person(n+1), terms("hermit "+variant+" 3d")))
		}
		three := p.must(p.Seek(ctx, person(1), terms("santorini 3p 5+3"))).Seek
		p.must(p.Accept(ctx, person(2), three.ID))
		time.Sleep(14 * time.Second)
		if n := len(p.Seeks("")); n != 5 {
			p.t.Errorf("%d seeks, want 5", n)
		}
		time.Sleep(3 * time.Second)
		seeks := p.Seeks("")
		if len(seeks) != 4 || len(seeks[3].Players) != 1 {
			p.t.Errorf("%+v: want those of guest 1, and that of days", seeks)
		}
		ear.end()
		time.Sleep(14 * time.Second)
		if n := len(p.Seeks("")); n != 4 {
			p.t.Errorf("%d seeks, want 4", n)
		}
		time.Sleep(3 * time.Second)
		if n := len(p.Seeks("")); n != 2 {
			p.t.Errorf("%d seeks, want those of days", n)
		}
	})
}

// Old offers expire, those with a live clock sooner.
func TestOldOffersGo(t *testing.T) {
	address := storetest.SQLite(t)
	p := open(t, address, nil)
	p.must(p.Challenge(t.Context(), person(1), "", terms("hermit 3x3 3d")))
	p.must(p.Challenge(t.Context(), person(1), "", terms("hermit 3x3 5+3")))
	made, err := p.store.Offers(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	const hour = play.Instant(time.Hour / time.Millisecond)
	for _, c := range made {
		for _, age := range []play.Instant{23, 25, 13 * 24, 15 * 24} {
			c.ID, c.Created, c.Version = fmt.Sprint(c.ID, age), p.house.Now()-age*hour, 0
			if err := p.store.PutOffer(t.Context(), c); err != nil {
				t.Fatal(err)
			}
		}
	}
	p.stop()
	p = open(t, address, nil)
	storetest.Until(t, "the old offers go", func() bool {
		_, out := p.Challenges("guest1")
		left, err := p.store.Offers(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return len(out) == 2+3+1 && len(left) == 2+3+1
	})
}

// fakeBots are there, or not.
type fakeBots struct {
	refuse atomic.Bool
	asked  atomic.Int32
}

func (b *fakeBots) Has(player string) bool { return player == "bot0" }

func (b *fakeBots) Choose(_ context.Context, _ play.Player, _ lobby.Terms, n int, _ string) (bots []play.Player, err error) {
	b.asked.Add(1)
	if b.refuse.Load() {
		return nil, play.Refuse(lobby.NoBot, "none of them plays this")
	}
	for i := range n {
		bots = append(bots, play.Player{ID: "bot" + string(rune('0'+i)), Name: "Bot", Kind: play.Bot})
	}
	return bots, nil
}

// House bots take the seats of an offer that another node has made only when that node does
// not have them do so.
func TestBotsOfAnotherNode(t *testing.T) {
	address := storetest.SQLite(t)
	synctest.Test(t, func(t *testing.T) {
		bots := &fakeBots{}
		p := open(t, address, bots)
		p.must(p.PlayNow(t.Context(), guest(1), terms("hermit 3x3 3d")))
		stored, err := p.store.Offers(t.Context())
		if err != nil || len(stored) != 1 {
			t.Fatalf("stored are %+v, %v", stored, err)
		}
		elsewhere := stored[0]
		elsewhere.ID, elsewhere.Version = "elsewhere", 0
		elsewhere.Text = `{"node":"another",` + elsewhere.Text[1:]
		if err := p.store.PutOffer(t.Context(), elsewhere); err != nil {
			t.Fatal(err)
		}
		p.stop()
		p = open(t, address, bots)
		for _, want := range []int{1, 2} {
			time.Sleep(9 * time.Second)
			synctest.Wait()
			if games := live(t, p.store); len(games) != want {
				t.Errorf("%d games, want %d", len(games), want)
			}
		}
	})
}

func TestPlayNow(t *testing.T) {
	bots := &fakeBots{}
	inBubble(t, bots, func(p *place) {
		ctx := p.t.Context()
		games := func(want int) {
			p.t.Helper()
			synctest.Wait()
			running, err := p.store.Running(ctx, "guest1")
			if err != nil || len(running) != want {
				p.t.Errorf("%d games, %v, want %d", len(running), err, want)
			}
		}
		ear := p.listen("guest1", false)
		// People come first.
		p.must(p.PlayNow(ctx, guest(1), terms("hermit 3x3 5+3")))
		if made := p.must(p.Seek(ctx, guest(2), terms("hermit 3x3 5+3"))); made.Game == "" {
			p.t.Errorf("%+v", made)
		}
		games(1)
		// Nobody comes to the last seats.
		seek := p.must(p.PlayNow(ctx, guest(1), terms("santorini 4p 5+3"))).Seek
		p.must(p.Accept(ctx, guest(2), seek.ID))
		time.Sleep(6 * time.Second)
		games(1)
		time.Sleep(3 * time.Second)
		games(2)
		// The player asks again.
		if made := p.must(p.PlayNow(ctx, guest(1), terms("hermit 4x4 none"))); made.Seek == nil {
			p.t.Errorf("%+v", made)
		}
		if made := p.must(p.PlayNow(ctx, guest(1), terms("hermit 4x4 none"))); made.Game == "" {
			p.t.Errorf("%+v", made)
		}
		games(3)
		// No bot plays this: it stays a seek, and they are not asked again.
		bots.refuse.Store(true)
		p.must(p.PlayNow(ctx, guest(1), terms("hermit 5x5 5+3")))
		asked := bots.asked.Load()
		time.Sleep(time.Minute)
		games(1) // of the others nobody has made the first turn
		if n := len(p.Seeks("")); n != 1 || bots.asked.Load() != asked+1 {
			p.t.Errorf("%d seeks, asked %d times, want 1 and once", n, bots.asked.Load()-asked)
		}
		_, err := p.PlayNow(ctx, guest(1), terms("hermit 5x5 5+3"))
		p.refused(err, lobby.NoBot)
		ear.end()
	})
}

// The number of players online is announced when it changes.
func TestOnline(t *testing.T) {
	inBubble(t, nil, func(p *place) {
		first, again, visitor, other := p.listen("guest1", true), p.listen("guest1", false), p.listen("", true), p.listen("", false)
		if n := p.Online(); n != 3 {
			p.t.Errorf("%d are online, want 3", n)
		}
		time.Sleep(time.Minute)
		other.end()
		time.Sleep(time.Minute)
		if got := visitor.heard(); got != "hello online online" {
			p.t.Errorf("heard %q", got)
		}
		for _, e := range []*ear{first, again, visitor} {
			e.end()
		}
		if n := p.Online(); n != 0 {
			p.t.Errorf("%d are online, want nobody", n)
		}
	})
}
