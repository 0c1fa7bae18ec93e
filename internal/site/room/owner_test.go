package room

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

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
