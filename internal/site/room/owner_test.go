package room

import (
	"context"
	"errors"
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
	given  atomic.Pointer[Ownership]
	silent atomic.Bool // it does not answer
	late   *Room       // if not nil, its room; every second answer comes, the others are lost
	asked  int         // how often late was
}

func (o *otherNode) Send(ctx context.Context, owner, game string, after int, c play.Command) ([]play.Event, error) {
	if o.silent.Load() {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	if o.late != nil {
		_, err := o.late.DoHere(ctx, c)
		if o.asked++; o.asked%2 == 1 {
			return nil, context.DeadlineExceeded
		}
		events, _ := o.late.Since(ctx, after)
		return events, err
	}
	return o.singleNode.Send(ctx, owner, game, after, c)
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
	f := serveBeside(t, control)
	f.enter(t)
	return f
}

// serveBeside is follow for a house that has not opened the game yet.
func serveBeside(t *testing.T, control string) *followed {
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
	return f
}

func (f *followed) enter(t *testing.T) {
	t.Helper()
	r, leave, err := f.Enter(t.Context(), "g")
	if err != nil {
		t.Fatal(err)
	}
	f.room = r
	t.Cleanup(leave)
}

// give makes the house the owner, as the other node would.
func (f *followed) give(t *testing.T) {
	t.Helper()
	f.setOwner(Ownership{GivenAt: f.Now()})
	f.Take(t.Context(), []string{"g"})
}

// setOwner makes the house the owner without its knowledge.
func (f *followed) setOwner(o Ownership) {
	f.owner.Close()
	o.Epoch, o.Number = 2, f.owner.State().Number()
	f.peer.given.Store(&o)
}

// cutOff lasts for some seconds, in which the house can't hear players.
func (f *followed) cutOff(seconds time.Duration) {
	f.set(true, false)
	time.Sleep(seconds * time.Second)
	f.set(false, false)
	time.Sleep(2 * time.Second)
}

// given returns how much time has been given back.
func (f *followed) given() (given play.Millis) {
	for _, e := range f.log("g") {
		given += e.Given
	}
	return given
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

// While a room waits for an owner that does not answer, other games don't wait for the room.
func TestSilentOwner(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := follow(t, "3d")
		defer f.owner.Close()
		leave := f.room.Enter(0)
		defer leave()
		f.room.receive(Message{From: "third", Presence: &LocalPresence{Seats: game.Only(1)}})
		synctest.Wait()
		f.peer.silent.Store(true)
		var moving sync.WaitGroup
		moving.Go(func() {
			if _, err := f.room.Do(t.Context(), next(f.room.State())); !errors.Is(err, ErrNotStored) {
				t.Errorf("%v, want %v", err, ErrNotStored)
			}
		})
		synctest.Wait()
		move(t, f.owner)
		began := time.Now()
		f.NodeLost("third")
		f.CatchUp(map[string]int{"g": f.owner.State().Number()})
		if waited := time.Since(began); waited > 0 {
			t.Errorf("waited %v for messages", waited)
		}
		f.ReplaceOwners(t.Context(), func(string) bool { return false })
		if waited := time.Since(began); waited > busyTimeout {
			t.Errorf("waited %v for the owner, want %v", waited, busyTimeout)
		}
		if !f.room.hasLookupFailed() {
			t.Error("the owner is not looked up again")
		}
		moving.Wait()
		synctest.Wait()
		if present := f.room.Present(); present != game.Only(0) {
			t.Errorf("seats %v are present, want the first", present)
		}
		if n, want := f.room.State().Number(), f.owner.State().Number(); n != want {
			t.Errorf("the room knows %d events, want %d", n, want)
		}
	})
}

// A command whose answer comes too late is sent to the owner again, and carried out once.
func TestLateAnswer(t *testing.T) {
	for _, test := range []struct {
		name  string
		do    []play.Command
		kind  play.Kind
		moves int // that are played first
	}{
		{"gift", []play.Command{play.MoreTime{Seat: 0}}, play.Clocked, 2},
		{"resignation", []play.Command{play.Resign{Seat: 0}}, play.Resigned, 2},
		{"abortion", []play.Command{play.Abort{Seat: 0}}, play.Ended, 0},
		{"answer", []play.Command{play.Offer{Seat: 1, Kind: play.Abortion}, play.Decline{Seat: 0, Kind: play.Abortion}}, play.Declined, 2},
		{"consent", []play.Command{play.Offer{Seat: 1, Kind: play.Abortion}, play.Accept{Seat: 0, Kind: play.Abortion}}, play.Accepted, 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := follow(t, "10+5")
				defer f.owner.Close()
				f.peer.late = f.owner
				for range test.moves {
					move(t, f.room)
				}
				for _, c := range test.do {
					if _, err := f.room.Do(t.Context(), c); err != nil {
						t.Errorf("%T: %v", c, err)
					}
				}
				n := 0
				for _, e := range f.log("g") {
					if e.Kind == test.kind {
						n++
					}
				}
				if n != 1 {
					t.Errorf("%d events %s, want 1", n, test.kind)
				}
			})
		})
	}
}

// Time during which this node could not hear the players is not given back if another one
// could, whether this one has opened the game by then or not.
func TestOutageOfAFollower(t *testing.T) {
	for _, test := range []struct {
		name  string
		begin func(*testing.T, string) *followed
		give  func(*followed, *testing.T)
	}{
		{"followed before", follow, (*followed).give},
		{"opened when it is given", serveBeside, (*followed).give},
		{"opened later", serveBeside, func(f *followed, _ *testing.T) { f.setOwner(Ownership{GivenAt: f.Now()}) }},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := test.begin(t, "10+5")
				move(t, f.owner)
				move(t, f.owner)
				f.cutOff(10)
				test.give(f, t)
				f.enter(t)
				move(t, f.room)
				if given := f.given(); given != 0 {
					t.Errorf("%d ms are given back: want none", given)
				}
			})
		})
	}
}

// When an owner has died, all time is given back in which nobody could hear the players: its
// silence, and outages since, but not those before.
func TestDeadOwner(t *testing.T) {
	for _, test := range []struct {
		name  string
		begin func(*testing.T, string) *followed
	}{{"followed before", follow}, {"opened later", serveBeside}} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := test.begin(t, "3d")
				move(t, f.owner)
				move(t, f.owner)
				f.cutOff(10)
				died := f.Now()
				time.Sleep(time.Hour)
				cutOff := f.Now()
				f.cutOff(60)
				time.Sleep(time.Hour)
				f.setOwner(Ownership{Silent: play.Span{From: died, To: died + 5000}})
				f.ReplaceOwners(t.Context(), func(string) bool { return false })
				f.enter(t)
				move(t, f.room)
				_, outages, err := f.config.Heartbeat.Check(t.Context())
				if err != nil || len(outages) != 2 || outages[1].From > cutOff {
					t.Fatalf("outages %v, %v, want the second from %d", outages, err, cutOff)
				}
				if given, want := f.given(), 5000+play.Millis(outages[1].To-outages[1].From); given != want {
					t.Errorf("%d ms are given back, want %d", given, want)
				}
			})
		})
	}
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
			if _, outages, err := pulse.Check(ctx); err != nil || len(outages) != want {
				t.Errorf("outages %+v, %v, want %d", outages, err, want)
			}
			cancel()
			running.Wait()
		}
	})
}
