package room

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"thera/game"
	"thera/internal/site/play"
	"thera/santorini"
)

func setup(control string, seats int) play.Setup {
	c, err := play.ParseControl(control)
	if err != nil {
		panic(err) // a mistake in the test
	}
	s := play.Setup{Game: "santorini", Variant: fmt.Sprint(seats, "p"), Control: c}
	for i := range seats {
		s.Players = append(s.Players, play.Player{ID: fmt.Sprint(i), Kind: play.Person})
	}
	return s
}

func begin(t *testing.T, h house, control string) *Room {
	t.Helper()
	if _, _, err := create(t.Context(), h.Config, "g", setup(control, 2)); err != nil {
		t.Fatal(err)
	}
	r, err := Open(t.Context(), h.Config, "g")
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func next(s *play.State) play.Turn {
	moves := s.Position().Moves()
	return play.Turn{Seat: s.Position().Turn(), Ply: s.Ply() + 1, Text: string(moves[len(moves)/2])}
}

func move(t *testing.T, r *Room) *play.State {
	t.Helper()
	s, err := r.Do(t.Context(), next(r.State()))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestFlagFalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := start(t, &memory{})
		r := begin(t, h, "1+0")
		move(t, r)
		move(t, r)
		time.Sleep(61 * time.Second)
		if s := r.State(); s.Over() {
			t.Error("the flag has fallen though a turn may be on its way")
		}
		time.Sleep(2 * time.Second)
		if s := r.State(); s.Reason() != play.ByTime || s.Winners() != game.Only(1) {
			t.Errorf("ended by %q, won by %s", s.Reason(), s.Winners())
		}
		r.Close()
		h.stop()
	})
}

// A game in which nobody moves is aborted.
func TestFirstTurnLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := start(t, &memory{})
		r := begin(t, h, "10+5")
		time.Sleep(time.Minute + time.Millisecond)
		if s := r.State(); s.Reason() != play.ByAbortion {
			t.Errorf("ended by %q", s.Reason())
		}
		r.Close()
		h.stop()
	})
}

func TestCrashGivesTimeBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &memory{}
		h := start(t, m)
		r := begin(t, h, "1+0")
		move(t, r)
		move(t, r)
		time.Sleep(10*time.Second + 500*time.Millisecond)
		h.stop()
		r.Close()
		time.Sleep(time.Hour)

		h = start(t, m)
		r, err := Open(t.Context(), h.Config, "g")
		if err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		// The last beat was at most a second before the crash.
		if left := r.State().View(h.Heartbeat.Now()).Clocks[0]; left != 50_000 {
			t.Errorf("%d ms are left, want 50000", left)
		}
		r.Close()
		r, err = Open(t.Context(), h.Config, "g")
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		if left := r.State().View(h.Heartbeat.Now()).Clocks[0]; left != 49_000 {
			t.Errorf("opened again, %d ms are left, want 49000", left)
		}
		r.Close()
		h.stop()
	})
}

// While nothing can be written clocks do not count.
func TestStoreGoneAndBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &memory{}
		h := start(t, m)
		r := begin(t, h, "1+0")
		move(t, r)
		move(t, r)
		time.Sleep(10 * time.Second)
		m.set(true, false)
		if _, err := r.Do(t.Context(), next(r.State())); !errors.Is(err, ErrNotStored) || !errors.Is(err, errFault) {
			t.Fatalf("error %v, want that it is not stored", err)
		}
		time.Sleep(10 * time.Minute)
		m.set(false, false)
		s := move(t, r)
		if left := s.View(h.Heartbeat.Now()).Clocks[0]; left < 49_000 || left > 51_000 {
			t.Errorf("%d ms are left, want 49 to 51 s", left)
		}
		r.Close()
		h.stop()
	})
}

// What was stored without an acknowledgment is found out at the next attempt.
func TestStoredButNotAcknowledged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &memory{}
		h := start(t, m)
		r := begin(t, h, "5+3")
		turn := next(r.State())
		m.set(false, true)
		if _, err := r.Do(t.Context(), turn); !errors.Is(err, ErrNotStored) {
			t.Fatalf("error %v, want that it is not stored", err)
		}
		m.set(false, false)
		if s, err := r.Do(t.Context(), turn); err != nil || s.Ply() != 1 {
			t.Fatalf("ply %d, %v", s.Ply(), err)
		}
		if s := move(t, r); s.Ply() != 2 || len(m.log("g")) != 3 {
			t.Errorf("ply %d, log of %d events", s.Ply(), len(m.log("g")))
		}
		r.Close()
		h.stop()
	})
}

// A plan outlives the program, and adds no events.
func TestPlanOutlivesRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := start(t, &memory{})
		r := begin(t, h, "3d")
		move(t, r)
		move(t, r)
		expected := next(r.State())
		pos, err := r.State().Position().Play(game.Move(expected.Text))
		if err != nil {
			t.Fatal(err)
		}
		answer := string(pos.Moves()[0])
		for range 3 {
			plan := play.Plan{Seat: 1, Ply: 3, Lines: [][]string{{expected.Text, answer}}}
			if s, err := r.Do(t.Context(), plan); err != nil || s.Number() != 3 || len(s.Plan(1)) != 1 {
				t.Fatalf("%v, event %d, plan %q", err, s.Number(), s.Plan(1))
			}
		}
		r.Close()
		if r, err = Open(t.Context(), h.Config, "g"); err != nil {
			t.Fatal(err)
		}
		if s := move(t, r); s.Ply() != 4 || string(s.Turns()[3]) != answer {
			t.Errorf("ply %d, turns %q, want the answer %s", s.Ply(), s.Turns(), answer)
		}
		r.Close()
		h.stop()
	})
}

func TestClaimNeedsAbsence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := start(t, &memory{})
		r := begin(t, h, "5+3")
		leave := r.Enter(1)
		r.Enter(7)()
		move(t, r)
		move(t, r)
		time.Sleep(2 * time.Minute)
		var refusal *play.Refusal
		if _, err := r.Do(t.Context(), play.Claim{Seat: 0, Against: 1}); !errors.As(err, &refusal) || refusal.Reason != play.TooEarly {
			t.Errorf("error %v, want too early", err)
		}
		if r.Present() != game.Only(1) {
			t.Errorf("present are %s", r.Present())
		}
		leave()
		time.Sleep(time.Minute - time.Millisecond)
		if _, err := r.Do(t.Context(), play.Claim{Seat: 0, Against: 1}); !errors.As(err, &refusal) || refusal.Reason != play.TooEarly {
			t.Errorf("just before the minute is over: error %v, want too early", err)
		}
		time.Sleep(time.Millisecond)
		if s, err := r.Do(t.Context(), play.Claim{Seat: 0, Against: 1}); err != nil || s.Reason() != play.ByLeaving {
			t.Errorf("ended by %q, %v", s.Reason(), err)
		}
		r.Close()
		h.stop()
	})
}

// TestClaimAfterOutage wants a player to have their minute after an outage, since nobody could
// come back before.
func TestClaimAfterOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const hour = play.Instant(time.Hour / time.Millisecond)
		m := &memory{shared: hour}
		h := start(t, m)
		r := begin(t, h, "5+3")
		r.Enter(1)()
		move(t, r)
		move(t, r)
		m.setShared(2 * hour)
		time.Sleep(10 * time.Second)
		var refusal *play.Refusal
		if _, err := r.Do(t.Context(), play.Claim{Seat: 0, Against: 1}); !errors.As(err, &refusal) || refusal.Reason != play.TooEarly {
			t.Errorf("error %v, want too early", err)
		}
		time.Sleep(time.Minute)
		if s, err := r.Do(t.Context(), play.Claim{Seat: 0, Against: 1}); err != nil || s.Reason() != play.ByLeaving {
			t.Errorf("ended by %q, %v", s.Reason(), err)
		}
		r.Close()
		h.stop()
	})
}

// Watchers that come, leave and are slow see all events once and in order, and
// only durable ones.
func TestWatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &memory{delay: 3 * time.Millisecond}
		h := start(t, m)
		r := begin(t, h, "5+3")
		var watchers sync.WaitGroup
		for w := range 20 {
			watchers.Go(func() {
				rng := rand.New(rand.NewPCG(uint64(w), 1))
				var seen []play.Event
				for done := false; !done; {
					ctx, cancel := context.WithTimeout(t.Context(), time.Duration(rng.IntN(100))*time.Millisecond)
					for e, err := range r.Watch(ctx, len(seen), 0) {
						if err != nil {
							done = errors.Is(err, ErrClosed)
							break
						}
						if durable := len(m.log("g")); e.Number > durable {
							t.Errorf("watcher %d sees event %d of %d", w, e.Number, durable)
						}
						seen = append(seen, e)
						time.Sleep(time.Duration(rng.IntN(20)) * time.Millisecond)
					}
					cancel()
				}
				if !reflect.DeepEqual(seen, m.log("g")) {
					t.Errorf("watcher %d has seen %d of %d events", w, len(seen), len(m.log("g")))
				}
			})
		}
		for range 20 {
			if s := r.State(); !s.Over() {
				move(t, r)
			}
		}
		r.Close()
		watchers.Wait()
		h.stop()
		for _, err := range r.Watch(t.Context(), 99, 0) {
			if err == nil {
				t.Error("an event after one that is not there")
			}
		}
		if _, err := r.Do(t.Context(), play.Tick{}); !errors.Is(err, ErrClosed) {
			t.Errorf("error %v, want that the room is closed", err)
		}
	})
}

// A room keeps a few events in memory, and returns all of them.
func TestSince(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &memory{}
		h := start(t, m)
		r := begin(t, h, "none")
		for range 12 {
			move(t, r)
			log := m.log("g")
			if len(r.recentEvents) > maxRecent || len(r.recentEvents) < min(minRecent, len(log)) {
				t.Fatalf("%d of %d events are kept", len(r.recentEvents), len(log))
			}
			for after := range len(log) + 1 {
				if got, err := r.Since(t.Context(), after); err != nil || len(got) != len(log)-after || after < len(log) && !reflect.DeepEqual(got, log[after:]) {
					t.Fatalf("after %d of %d: %+v, %v", after, len(log), got, err)
				}
			}
			if _, err := r.Since(t.Context(), len(log)+1); err == nil {
				t.Fatal("events after one that is not there")
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := r.Since(ctx, 0); !errors.Is(err, context.Canceled) {
			t.Errorf("the log is read for somebody who has left: %v", err)
		}
		r.Close()
		h.stop()
	})
}

// Two tabs send the same turns at once, again and again: each is played once.
func TestTwoTabs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &memory{delay: time.Millisecond}
		h := start(t, m)
		r := begin(t, h, "none")
		for range 10 {
			if r.State().Over() {
				break
			}
			turn := next(r.State())
			var tabs sync.WaitGroup
			for range 4 {
				tabs.Go(func() {
					if _, err := r.Do(t.Context(), turn); err != nil {
						t.Errorf("%+v: %v", turn, err)
					}
				})
			}
			tabs.Wait()
			if s := r.State(); s.Ply() != turn.Ply {
				t.Fatalf("ply %d after ply %d", s.Ply(), turn.Ply)
			}
		}
		r.Close()
		h.stop()
	})
}

// The clock never goes back, though the machine's was set back between two runs.
func TestPulseNeverGoesBack(t *testing.T) {
	m := &memory{last: play.Instant(time.Now().Add(time.Hour).UnixMilli())}
	p, err := NewHeartbeat(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	if p.Now() < m.last || len(p.outages) != 0 {
		t.Errorf("it is %d after %d, outages %+v", p.Now(), m.last, p.outages)
	}
}

// faultyCommand panics when it is decided.
type faultyCommand struct{ play.Command }

// A panic in a game, as of its rules, ends neither the program nor the game, but is logged.
func TestPanic(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		h := start(t, &memory{})
		h.Logger = slog.New(slog.NewTextHandler(&log, nil))
		r := begin(t, h, "none")
		before := move(t, r)
		state, err := r.Do(t.Context(), faultyCommand{})
		if !errors.Is(err, ErrNotStored) || state != before || !strings.Contains(log.String(), "msg=panic game=g cause=") {
			t.Errorf("%v at event %d, logged %q", err, state.Number(), log.String())
		}
		move(t, r)
		r.Close()
		h.stop()
	})
}

// faultyRules panic when they are broken.
type faultyRules struct {
	game.Game
	broken *atomic.Bool
}

type faultyPosition struct {
	game.Position
	broken *atomic.Bool
}

func (r faultyRules) Start(variant string) (game.Position, error) {
	pos, err := r.Game.Start(variant)
	return faultyPosition{pos, r.broken}, err
}

func (p faultyPosition) Winners() game.Seats {
	if p.broken.Load() {
		panic("a fault")
	}
	return p.Position.Winners()
}

// What panics is tried again, but not so often that the log is filled.
func TestPanicIsRarelyRepeated(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		var broken atomic.Bool
		h := start(t, &memory{})
		h.Logger = slog.New(slog.NewTextHandler(&log, nil))
		h.Rules = func(string) (game.Game, error) { return faultyRules{santorini.Rules(), &broken}, nil }
		of := setup("5+3", 2)
		of.Tournament = "t"
		if _, _, err := create(t.Context(), h.Config, "g", of); err != nil {
			t.Fatal(err)
		}
		r, err := Open(t.Context(), h.Config, "g")
		if err != nil {
			t.Fatal(err)
		}
		at, _ := r.State().Deadline()
		broken.Store(true)
		time.Sleep(time.Duration(at-h.Heartbeat.Now())*time.Millisecond + 5*PanicRest/2)
		r.Close()
		h.stop()
		if n := strings.Count(log.String(), "msg=panic"); n != 3 {
			t.Errorf("%d panics in two and a half minutes, want 3: %.500s", n, log.String())
		}
	})
}

// What has happened is found in the log also while the room is closing.
func TestHappenedWhileClosing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := start(t, &memory{})
		r := begin(t, h, "none")
		for range 2 {
			move(t, r)
		}
		resign := play.Resign{Seat: r.State().Position().Turn()}
		if _, err := r.Do(t.Context(), resign); err != nil {
			t.Fatal(err)
		}
		r.recentEvents = nil // so that the log is read
		closing, cancel := context.WithCancel(t.Context())
		cancel()
		if !r.hasHappened(closing, resign, 1) {
			t.Error("the resignation is not found")
		}
		r.Close()
		h.stop()
	})
}
