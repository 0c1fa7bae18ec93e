package ownership_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"thera/hermit"
	"thera/internal/site/play"
	"thera/internal/site/room"
	"thera/internal/site/store/storetest"
)

// A node that joins later gets its share of the games while they are played.
// Followers receive each event once and in order, and each turn is stored.
func TestShares(t *testing.T) {
	t.Parallel()
	const games = 36
	address, nats := storetest.Postgres(t), storetest.StartBus(t, nil).URL
	a, b := join(t, address, nats), join(t, address, nats)
	done := make(chan struct{})
	var playing, following sync.WaitGroup
	ctx, stop := context.WithCancel(t.Context())
	for i := range games {
		id := fmt.Sprint("g", i)
		one := a.begin(id)
		two := b.enter(id)
		for _, r := range []*room.Room{one, two} {
			following.Go(func() { follow(ctx, t, r) })
		}
		playing.Go(func() {
			for ply := 0; !one.State().Over(); ply++ {
				r := []*room.Room{one, two}[ply%2]
				reaches(t, r, ply)
				move(t, r)
				select {
				case <-done:
					return
				case <-time.After(50 * time.Millisecond):
				}
				if ply == 8 {
					<-done // so that it is not over
					return
				}
			}
		})
	}
	shares := func(members ...*member) func() bool {
		return func() bool {
			for _, m := range members {
				if mine, fair := m.house.OwnedGames(), games/len(members); mine == 0 || mine > fair+fair/8+2 {
					return false
				}
			}
			return true
		}
	}
	storetest.Until(t, "two share the games", shares(a, b))
	c := join(t, address, nats)
	var told sync.Map // games of which those who follow c hear that they are c's
	c.house.Follow(func(change room.Change) {
		if change.IsOwner {
			told.Store(change.Game, true)
		}
	})
	began := time.Now()
	storetest.Until(t, "three share the games", shares(a, b, c))
	t.Logf("a third one has its share after %v", time.Since(began))
	close(done)
	playing.Wait()
	storetest.Until(t, "followers hear of it", func() bool {
		n := 0
		told.Range(func(any, any) bool { n++; return true })
		return n >= c.house.OwnedGames()
	})
	for i := range games {
		id := fmt.Sprint("g", i)
		two := b.enter(id)
		if two.State().Ply() < 8 {
			move(t, two)
		}
		events, err := c.store.Events(t.Context(), id, 0)
		if err != nil {
			t.Fatal(err)
		}
		state, err := play.Replay(hermit.Rules(), events)
		if err != nil || state.Ply() != two.State().Ply() {
			t.Errorf("%s: %v, the log has another ply than %d", id, err, two.State().Ply())
		}
	}
	stop()
	following.Wait()
}

// follow sees that events come once and in order.
func follow(ctx context.Context, t *testing.T, r *room.Room) {
	last := 0
	for e, err := range r.Watch(ctx, 0, 0) {
		if err != nil {
			if !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
			return
		}
		if e.Number != last+1 {
			t.Errorf("%s: event %d after %d", r.ID(), e.Number, last)
		}
		last = e.Number
	}
}
