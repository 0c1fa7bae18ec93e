package room

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"thera/game"
	"thera/internal/site/play"
)

// otherNode is the only peer of a house. It owns the games until it gives them away.
type otherNode struct {
	singleNode
	given atomic.Pointer[Ownership]
}

func (o *otherNode) Own(context.Context, string) (Ownership, error) {
	if given := o.given.Load(); given != nil {
		return *given, nil
	}
	return Ownership{Owner: "other", Epoch: 1}, nil
}

func (o *otherNode) OwnAll(ctx context.Context, games []string) (map[string]Ownership, error) {
	all := map[string]Ownership{}
	for _, id := range games {
		all[id], _ = o.Own(ctx, id)
	}
	return all, nil
}

// followed is a game that a house follows, and the owner's room.
type followed struct {
	*House
	*memory
	peer  *otherNode
	room  *Room
	owner *Room
}

func follow(t *testing.T, control string) *followed {
	t.Helper()
	f := &followed{memory: &memory{}, peer: &otherNode{}}
	pulse, err := NewHeartbeat(t.Context(), f.memory)
	if err != nil {
		t.Fatal(err)
	}
	config := Config{Rules: rules, Log: f.memory, Heartbeat: pulse}
	f.owner = begin(t, house{Config: config}, control)
	config.Peers = f.peer
	f.House = NewHouse(config, f.memory)
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { f.Run(ctx) })
	t.Cleanup(func() {
		cancel()
		running.Wait()
	})
	synctest.Wait()
	r, leave, err := f.Enter(t.Context(), "g")
	if err != nil {
		t.Fatal(err)
	}
	f.room = r
	t.Cleanup(leave)
	return f
}

// give makes the house the owner, as the other node would.
func (f *followed) give(t *testing.T) {
	t.Helper()
	f.owner.Close()
	f.peer.given.Store(&Ownership{Epoch: 2, Number: f.owner.State().Number()})
	f.Take(t.Context(), []string{"g"})
}

// A room that can't read what the earlier owner has stored does not become the owner, and
// tries again.
func TestTakeoverIsRetried(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := follow(t, "3d")
		var notified atomic.Bool
		f.Follow(func(c Change) {
			if c.IsOwner {
				notified.Store(true)
			}
		})
		move(t, f.owner)
		move(t, f.owner)
		expected := next(f.owner.State())
		pos, err := f.owner.State().Position().Play(game.Move(expected.Text))
		if err != nil {
			t.Fatal(err)
		}
		plan := play.Plan{Seat: 1, Ply: 3, Lines: [][]string{{expected.Text, string(pos.Moves()[0])}}}
		if _, err := f.owner.Do(t.Context(), plan); err != nil {
			t.Fatal(err)
		}
		f.setUnread(true)
		f.give(t)
		if f.room.IsOwner() {
			t.Error("it decides in a game that it does not know")
		}
		f.setUnread(false)
		f.ReplaceOwners(t.Context(), func(string) bool { return true })
		if !f.room.IsOwner() || !notified.Load() {
			t.Errorf("it owns the game: %t, and followers know: %t", f.room.IsOwner(), notified.Load())
		}
		if s := move(t, f.room); s.Ply() != 4 {
			t.Errorf("ply %d: want the turn that was planned with the earlier owner", s.Ply())
		}
	})
}

// Time during which this node could not hear the players is not given back if another one
// could.
func TestOutageOfAFollower(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := follow(t, "10+5")
		move(t, f.owner)
		move(t, f.owner)
		f.set(true, false)
		time.Sleep(10 * time.Second)
		f.set(false, false)
		time.Sleep(2 * time.Second)
		f.give(t)
		move(t, f.room)
		if log := f.log("g"); slices.ContainsFunc(log, func(e play.Event) bool { return e.Kind == play.Clocked }) {
			t.Errorf("time is given back: %+v", log)
		}
	})
}

// The time until the first program hears players is no outage; for those after it, it is.
func TestOutageAtTheStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &memory{}
		for _, want := range []int{0, 1} {
			pulse, err := NewHeartbeat(t.Context(), m)
			if err != nil {
				t.Fatal(err)
			}
			time.Sleep(10 * time.Second)
			ctx, cancel := context.WithCancel(t.Context())
			var running sync.WaitGroup
			running.Go(func() { pulse.Run(ctx) })
			synctest.Wait()
			if outages, err := pulse.Check(ctx); err != nil || len(outages) != want {
				t.Errorf("outages %+v, %v, want %d", outages, err, want)
			}
			cancel()
			running.Wait()
		}
	})
}
