package room

import (
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"thera/game"
)

// slowBus is slow with the first message of who is here.
type slowBus struct {
	singleNode
	mu    sync.Mutex
	sent  []LocalPresence
	began chan struct{} // closed when the first message is being sent
	first sync.Once
}

func (b *slowBus) Broadcast(_ string, m Message) {
	if m.Presence == nil {
		return
	}
	isFirst := false
	b.first.Do(func() { isFirst = true })
	if isFirst {
		close(b.began)
		time.Sleep(50 * time.Millisecond) // in which another message could overtake it
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.sent = append(b.sent, *m.Presence)
}

func onSlowBus(t *testing.T) (*Room, *slowBus) {
	t.Helper()
	m := &memory{}
	b := &slowBus{began: make(chan struct{})}
	pulse, err := NewHeartbeat(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	return begin(t, house{Config: Config{Rules: rules, Log: m, Heartbeat: pulse, Peers: b}}, "5+3"), b
}

// When a player reloads the page, one connection ends while another begins. What the other
// nodes hear last is that the player is here.
func TestPresenceInOrder(t *testing.T) {
	r, b := onSlowBus(t)
	defer r.Close()
	r.presence.seats[0].connections = 1 // which the others know
	var leaving sync.WaitGroup
	leaving.Go(func() { r.changePresence(func(p *presence) { p.seats[0].connections-- }) })
	<-b.began
	r.Enter(0)
	leaving.Wait()
	b.mu.Lock()
	defer b.mu.Unlock()
	if last := b.sent[len(b.sent)-1]; last != r.presence.local() {
		t.Errorf("the others have heard %+v, want %+v at the end", b.sent, r.presence.local())
	}
}

// What the other nodes hear last of a room that is closed is that nobody is there, even if
// it has a player, such as a house bot, who never leaves.
func TestLeavingIsLast(t *testing.T) {
	sayNow := func(r *Room, _ *slowBus) { r.announcePresence() }
	var saying sync.WaitGroup
	for name, test := range map[string]struct{ before, after func(*Room, *slowBus) }{
		"who is here is being said": {func(r *Room, b *slowBus) {
			saying.Go(func() { r.Enter(0) })
			<-b.began
		}, func(*Room, *slowBus) { saying.Wait() }},
		"who is here is said afterward": {func(r *Room, _ *slowBus) { r.Enter(0) }, sayNow},
		"the player has just left": {func(r *Room, _ *slowBus) {
			r.Enter(0)
			r.updatePresence(func(p *presence) { p.seats[0].connections-- })
		}, sayNow},
	} {
		t.Run(name, func(t *testing.T) {
			r, b := onSlowBus(t)
			test.before(r, b)
			r.Close()
			test.after(r, b)
			b.mu.Lock()
			defer b.mu.Unlock()
			if last := b.sent[len(b.sent)-1]; last != (LocalPresence{}) {
				t.Errorf("the others have heard %+v, want nobody at the end", b.sent)
			}
		})
	}
}

// Others hear the number of watchers once for all who come and go within a second, and
// players at once.
func TestWatchersAreCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, b := onSlowBus(t)
		defer r.Close()
		for n := range 100 {
			leave := r.AddWatcher()
			if n%2 == 1 {
				leave()
			}
		}
		time.Sleep(2 * watchersDelay)
		r.Enter(0)
		r.AddWatcher()
		time.Sleep(2 * watchersDelay)
		r.AddWatcher()() // changes nothing
		time.Sleep(2 * watchersDelay)
		b.mu.Lock()
		defer b.mu.Unlock()
		player := game.Only(0)
		if want := []LocalPresence{{0, 50}, {player, 50}, {player, 51}}; !slices.Equal(b.sent, want) {
			t.Errorf("the others have heard %+v, want %+v", b.sent, want)
		}
	})
}

// Followers of a game hear of players at other nodes, but not of watchers, whose number
// they ask for.
func TestFollowersHearOfPlayersElsewhere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, stop := openHouse(t, &memory{})
		defer stop()
		r, leave, err := h.begin(t.Context(), "g", setup("5+3", 2))
		if err != nil {
			t.Fatal(err)
		}
		defer leave()
		told := 0
		h.Follow(func(Change) { told++ })
		for i, there := range []LocalPresence{{0, 1}, {0, 2}, {game.Only(1), 2}, {game.Only(1), 1}, {}} {
			r.setRemotePresence("other", there)
			if want := []int{0, 0, 1, 1, 2}[i]; told != want || r.Watchers() != there.Watchers {
				t.Errorf("with %+v: told %d times of %d watchers, want %d times", there, told, r.Watchers(), want)
			}
		}
	})
}
