package room

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"thera/internal/site/play"
)

// open starts a house; stop ends it as a program ends.
func openHouse(t *testing.T, m *memory) (h *House, stop func()) {
	t.Helper()
	pulse, err := NewHeartbeat(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	h = NewHouse(Config{Rules: rules, Log: m, Heartbeat: pulse}, m)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		h.Run(ctx)
		close(done)
	}()
	return h, func() {
		cancel()
		<-done
	}
}

// begin begins a game and enters its room.
func (h *House) begin(ctx context.Context, id string, s play.Setup) (r *Room, leave func(), err error) {
	if err := h.Begin(ctx, id, s); err != nil {
		return nil, nil, err
	}
	return h.Enter(ctx, id)
}

func (h *House) open() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.entries)
}

// Everybody who enters a game gets the same room, opened once.
func TestEnter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &memory{delay: time.Millisecond}
		h, stop := openHouse(t, m)
		first, leave, err := h.begin(t.Context(), "g", setup("5+3", 2))
		if err != nil {
			t.Fatal(err)
		}
		var all sync.WaitGroup
		for range 10 {
			all.Go(func() {
				r, leave, err := h.Enter(t.Context(), "g")
				if err != nil || r != first {
					t.Errorf("another room, %v", err)
					return
				}
				leave()
				leave() // once is enough
			})
		}
		all.Wait()
		leave()
		if _, _, err := h.Enter(t.Context(), "none"); !errors.Is(err, ErrNoGame) {
			t.Errorf("error %v, want that there is no such game", err)
		}
		if err := h.Begin(t.Context(), "h", play.Setup{Game: "chess"}); err == nil {
			t.Error("a game of chess is begun")
		}
		if err := h.Begin(t.Context(), "g", setup("5+3", 2)); !errors.Is(err, play.ErrTaken) {
			t.Errorf("error %v, want that there is such a game", err)
		}
		if n := h.open(); n != 1 {
			t.Errorf("%d rooms, want 1", n)
		}
		stop()
		if _, _, err := h.Enter(t.Context(), "g"); !errors.Is(err, ErrClosed) {
			t.Errorf("error %v, want that the house is closed", err)
		}
	})
}

// A game that is stored is announced, also if the player who asked has left meanwhile or the
// log's answer is lost. One that another program has begun is not.
func TestBeginIsAnnounced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &memory{delay: time.Second}
		h, stop := openHouse(t, m)
		defer stop()
		told := map[string]int{}
		h.Follow(func(c Change) {
			if len(c.Events) > 0 && c.Events[0].Kind == play.Created && c.IsOwner {
				told[c.Game]++
			}
		})
		brief, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		if err := h.Begin(brief, "left", setup("5+3", 2)); err != nil {
			t.Errorf("whoever asked has left: %v", err)
		}
		m.set(false, true)
		if err := h.Begin(t.Context(), "unanswered", setup("5+3", 2)); err != nil {
			t.Errorf("no answer: %v, want that the game has begun", err)
		}
		m.set(true, false)
		if err := h.Begin(t.Context(), "left", setup("5+3", 2)); !errors.Is(err, play.ErrTaken) {
			t.Errorf("again, not stored: %v, want that there is such a game", err)
		}
		if err := h.Begin(t.Context(), "refused", setup("5+3", 2)); !errors.Is(err, ErrNotStored) || errors.Is(err, play.ErrTaken) {
			t.Errorf("not stored: %v", err)
		}
		m.setUnread(true)
		if err := h.Begin(t.Context(), "refused unread", setup("5+3", 2)); !errors.Is(err, ErrNotStored) {
			t.Errorf("not stored, and nothing can be read: %v", err)
		}
		m.set(false, true)
		if err := h.Begin(t.Context(), "unread", setup("5+3", 2)); !errors.Is(err, ErrNotStored) || errors.Is(err, play.ErrTaken) {
			t.Errorf("no answer, and nothing can be read: %v", err)
		}
		time.Sleep(time.Minute)
		m.setUnread(false)
		m.set(false, false)
		for _, id := range []string{"left", "unread"} {
			if err := h.Begin(t.Context(), id, setup("5+3", 2)); !errors.Is(err, play.ErrTaken) {
				t.Errorf("%s, again: %v, want that there is such a game", id, err)
			}
		}
		time.Sleep(maxLookUpRetry)
		synctest.Wait()
		if want := map[string]int{"left": 1, "unanswered": 1, "unread": 1}; !maps.Equal(told, want) {
			t.Errorf("announced: %v, want %v", told, want)
		}
	})
}

// Correspondence games are closed while nobody looks at them, and their flags
// still fall.
func TestSleepingGames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &memory{}
		h, stop := openHouse(t, m)
		for n := range 20 {
			r, leave, err := h.begin(t.Context(), fmt.Sprint("g", n), setup("1d", 2))
			if err != nil {
				t.Fatal(err)
			}
			move(t, r)
			move(t, r)
			leave()
		}
		time.Sleep(time.Hour)
		if n := h.open(); n != 0 {
			t.Errorf("%d rooms are open though nobody is there", n)
		}
		stop()
		time.Sleep(2 * time.Hour) // given back
		h, stop = openHouse(t, m)
		r, leave, err := h.Enter(t.Context(), "g7")
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(23*time.Hour - time.Second)
		if r.State().Over() {
			t.Error("the game is over too early")
		}
		time.Sleep(3 * time.Second)
		if s := r.State(); s.Reason() != play.ByTime {
			t.Errorf("ended by %q", s.Reason())
		}
		leave()
		time.Sleep(time.Hour)
		if n := h.open(); n != 0 {
			t.Errorf("%d rooms are open after the end", n)
		}
		stop()
		for id, log := range m.games {
			if last := log[len(log)-1]; last.Reason != play.ByTime {
				t.Errorf("%s has ended with %+v", id, last)
			}
		}
	})
}

// A room that takes long to close holds up nobody but those who want to open it again,
// and they get a new one when it has closed.
func TestSlowClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &memory{}
		h, stop := openHouse(t, m)
		defer stop()
		synctest.Wait() // the first sweep is over
		began := time.Now()
		rooms := map[string]*Room{}
		for _, id := range []string{"slow", "other"} {
			r, leave, err := h.begin(t.Context(), id, setup("1d", 2))
			if err != nil {
				t.Fatal(err)
			}
			move(t, r)
			move(t, r)
			leave()
			rooms[id] = r
		}
		time.Sleep(sweepInterval - time.Second)
		m.delay = 10 * time.Second // the store is busy while the house sweeps
		go func() { _, _ = rooms["slow"].Do(t.Context(), next(rooms["slow"].State())) }()
		time.Sleep(2 * time.Second)
		_, leave, err := h.Enter(t.Context(), "other")
		if err != nil || time.Since(began) != sweepInterval+time.Second {
			t.Fatalf("another game is entered after %v, %v", time.Since(began), err)
		}
		leave()
		short, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, _, err := h.Enter(short, "slow"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("the game that is being closed: %v", err)
		}
		r, leave, err := h.Enter(t.Context(), "slow")
		if err != nil {
			t.Fatal(err)
		}
		defer leave()
		if r == rooms["slow"] || time.Since(began) != sweepInterval+9*time.Second || r.State().Ply() != 3 {
			t.Errorf("after %v, at ply %d", time.Since(began), r.State().Ply())
		}
	})
}

// What can't be opened when it is due is reported.
func TestDueFailure(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &memory{}
		pulse, err := NewHeartbeat(t.Context(), m)
		if err != nil {
			t.Fatal(err)
		}
		var log strings.Builder
		h := NewHouse(Config{Rules: rules, Log: m, Heartbeat: pulse, Logger: slog.New(slog.NewTextHandler(&log, nil))}, &calendar{errors: 1})
		h.openDue(t.Context())
		h.openDue(t.Context())
		for _, want := range []string{errFault.Error(), "game=missing", ErrNoGame.Error()} {
			if !strings.Contains(log.String(), want) {
				t.Errorf("the log lacks %q: %s", want, &log)
			}
		}
	})
}

// calendar fails for some time, and then has a game that does not exist.
type calendar struct{ errors int }

func (c *calendar) Due(context.Context, play.Instant) ([]string, error) {
	if c.errors--; c.errors >= 0 {
		return nil, errFault
	}
	return []string{"missing"}, nil
}

// A live game without watchers is played to its end after a crash.
func TestLiveGameIsRecovered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &memory{}
		h, stop := openHouse(t, m)
		r, _, err := h.begin(t.Context(), "g", setup("1+0", 2))
		if err != nil {
			t.Fatal(err)
		}
		move(t, r)
		move(t, r)
		stop()
		time.Sleep(time.Hour)
		_, stop = openHouse(t, m)
		time.Sleep(59 * time.Second)
		if log := m.log("g"); log[len(log)-1].Kind == play.Ended {
			t.Errorf("ended too early: %+v", log)
		}
		time.Sleep(5 * time.Second)
		stop()
		if log := m.log("g"); log[len(log)-1].Reason != play.ByTime {
			t.Errorf("not ended: %+v", log)
		}
	})
}

// After a reload of the house, watchers see what others have written to the log.
// A game that is not open is left alone.
func TestReload(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &memory{delay: time.Millisecond}
		h, stop := openHouse(t, m)
		defer stop()
		var told []play.Event
		h.Follow(func(c Change) { told = append(told, c.Events...) })
		r, leave, err := h.begin(t.Context(), "g", setup("5+3", 2))
		if err != nil {
			t.Fatal(err)
		}
		defer leave()
		state, events, err := r.State().Decide(h.Now(), play.Cancel{})
		if err == nil {
			err = m.Append(t.Context(), state.Batch("g", events))
		}
		if err != nil {
			t.Fatal(err)
		}
		if r.State().Over() {
			t.Error("it is seen before anybody looks")
		}
		for range 2 {
			if err := h.Reload(t.Context(), "g"); err != nil {
				t.Error(err)
			}
		}
		if err := h.Reload(t.Context(), "none"); err != nil {
			t.Error(err)
		}
		if r.State().Reason() != play.ByAbortion || len(told) != 2 || told[1].Kind != play.Ended {
			t.Errorf("the game has ended by %q, and %+v were told", r.State().Reason(), told)
		}
		if n := h.open(); n != 1 {
			t.Errorf("%d rooms, want 1", n)
		}
	})
}

// A new name is shown in open rooms: in the state and in the first event. Nothing is
// written for it.
func TestRename(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &memory{}
		h, stop := openHouse(t, m)
		r, leave, err := h.begin(t.Context(), "g", setup("5+3", 2))
		if err != nil {
			t.Fatal(err)
		}
		before := r.State()
		h.Rename(play.Player{ID: "1", Name: "Bella", Kind: play.Person})
		h.Rename(play.Player{ID: "nobody", Name: "Cid"})
		synctest.Wait()
		move(t, r)
		events, err := r.Since(t.Context(), 0)
		if err != nil || events[0].Setup.Players[1].Name != "Bella" || r.State().Setup().Players[1].Name != "Bella" {
			t.Errorf("the players are %+v, %v", r.State().Setup().Players, err)
		}
		if before.Setup().Players[1].Name != "" || len(m.log("g")) != 2 {
			t.Errorf("an earlier state has %+v, and %d events are stored", before.Setup().Players, len(m.log("g")))
		}
		leave()
		stop()
	})
}

// A player who is gone for good ends the game: by aborting it or, later, by resigning.
func TestResign(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, stop := openHouse(t, &memory{})
		for turns, want := range []string{0: play.ByAbortion, 1: play.ByAbortion, 2: play.ByResign} {
			id := fmt.Sprint("g", turns)
			r, leave, err := h.begin(t.Context(), id, setup("5+3", 2))
			if err != nil {
				t.Fatal(err)
			}
			for range turns {
				move(t, r)
			}
			for range 2 { // a second time nothing happens
				if err := h.Resign(t.Context(), id, "1"); err != nil {
					t.Fatal(err)
				}
			}
			if got := r.State().Reason(); got != want {
				t.Errorf("after %d turns the game ends by %q, want %q", turns, got, want)
			}
			leave()
		}
		stop()
	})
}
