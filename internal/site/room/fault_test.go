package room

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"reflect"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"thera/game"
	"thera/internal/site/play"
	"thera/santorini"
)

var onlySeed = flag.Int("seed", -1, "run TestStorm with this seed alone")

// A game survives commands that are late, repeated or reordered, two tabs of
// each player with different turns, a log that refuses writes or stores them
// without saying so, and restarts. Every acknowledged turn is in the log, once.
func TestStorm(t *testing.T) {
	ends, again := map[string]int{}, 0
	for seed := range 50 {
		if *onlySeed >= 0 && seed != *onlySeed {
			continue
		}
		t.Run(fmt.Sprint("seed=", seed), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newStorm(t, uint64(seed))
				s.rage()
				s.check()
				ends[s.result.Reason()]++
				again += s.again
			})
		})
	}
	t.Logf("ended by %v; %d commands were sent again", ends, again)
	if again == 0 {
		t.Error("nothing was ever sent again: the storm is a calm")
	}
}

// storm is a game in it.
type storm struct {
	*testing.T
	memory *memory
	seed   uint64

	mu     sync.Mutex
	house  *House
	acked  map[int]string // turns by ply
	again  int            // commands that were sent again
	late   sync.WaitGroup // commands that are on their way
	result *play.State
}

func newStorm(t *testing.T, seed uint64) *storm {
	return &storm{T: t, seed: seed, memory: &memory{delay: 5 * time.Millisecond}, acked: map[int]string{}}
}

// rng returns the random numbers of one participant.
func (s *storm) rng(who int) *rand.Rand { return rand.New(rand.NewPCG(s.seed, uint64(who))) }

// rage plays a game to its end.
func (s *storm) rage() {
	ctx, over := context.WithCancel(s.Context())
	house, stop := openHouse(s.T, s.memory)
	if err := house.Begin(ctx, "g", setup("10+5", 2)); err != nil {
		s.Fatal(err)
	}
	s.house = house
	var tabs, weather sync.WaitGroup
	for tab := range 4 {
		tabs.Go(func() { s.play(tab) })
	}
	weather.Go(func() { stop = s.weather(ctx, stop) })
	tabs.Wait()
	s.late.Wait()
	over()
	weather.Wait()
	stop()
}

// weather makes the log fail, and restarts the program.
func (s *storm) weather(ctx context.Context, stop func()) func() {
	rng := s.rng(100)
	for {
		select {
		case <-ctx.Done():
			s.memory.set(false, false)
			return stop
		case <-time.After(time.Duration(rng.IntN(4000)) * time.Millisecond):
		}
		switch rng.IntN(3) {
		case 0:
			s.memory.set(true, false)
		case 1:
			s.memory.set(false, true)
		case 2:
			stop()
			time.Sleep(time.Duration(rng.IntN(8000)) * time.Millisecond)
			house, next := openHouse(s.T, s.memory)
			s.mu.Lock()
			s.house = house
			s.mu.Unlock()
			stop = next
		}
		time.Sleep(time.Duration(rng.IntN(2000)) * time.Millisecond)
		s.memory.set(false, false)
	}
}

// enter returns the room, as soon as there is one.
func (s *storm) enter() (*Room, func()) {
	for {
		s.mu.Lock()
		house := s.house
		s.mu.Unlock()
		if r, leave, err := house.Enter(s.Context(), "g"); err == nil {
			return r, leave
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// play is a tab of a player, until the game is over.
func (s *storm) play(tab int) {
	rng, seat := s.rng(tab), game.Seat(tab%2)
	for {
		r, leave := s.enter()
		state := r.State()
		leave()
		if state.Over() {
			s.mu.Lock()
			s.result = state
			s.mu.Unlock()
			return
		}
		time.Sleep(time.Duration(rng.IntN(300)) * time.Millisecond)
		if state.Position().Turn() == seat {
			moves := state.Position().Moves()
			s.send(rng, play.Turn{Seat: seat, Ply: state.Ply() + 1, Text: string(moves[rng.IntN(len(moves))]), Seen: state.Number()})
		}
	}
}

// send sends a turn until there is an answer. Each time it may come twice, and
// the answer may get lost.
func (s *storm) send(rng *rand.Rand, turn play.Turn) {
	for first := true; ; first = false {
		if !first {
			s.mu.Lock()
			s.again++
			s.mu.Unlock()
		}
		answers := make(chan error, 3)
		for range 1 + rng.IntN(3) {
			delay, lost := time.Duration(rng.IntN(500))*time.Millisecond, rng.IntN(4) == 0
			s.late.Go(func() {
				time.Sleep(delay)
				r, leave := s.enter()
				defer leave()
				if _, err := r.Do(s.Context(), turn); !lost {
					answers <- err
				}
			})
		}
		select {
		case err := <-answers:
			if s.answered(turn, err) {
				return
			}
		case <-time.After(time.Second):
		}
	}
}

// answered notes an answer, and reports whether there is nothing more to hope
// for.
func (s *storm) answered(turn play.Turn, err error) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	var refusal *play.Refusal
	switch {
	case err == nil:
		if before := s.acked[turn.Ply]; before != "" && before != turn.Text {
			s.Errorf("ply %d is acknowledged as %s and as %s", turn.Ply, before, turn.Text)
		}
		s.acked[turn.Ply] = turn.Text
		return true
	case errors.As(err, &refusal):
		// The other tab has been faster.
		if refusal.Reason != play.WrongPly && refusal.Reason != play.IsOver {
			s.Errorf("%+v is refused: %v", turn, refusal)
		}
		return true
	case errors.Is(err, ErrNotStored), errors.Is(err, ErrClosed):
		return false
	}
	s.Errorf("%+v: %v", turn, err)
	return true
}

func (s *storm) check() {
	log := s.memory.log("g")
	state, err := play.Replay(santorini.Rules(), log) // without gaps, and legal
	if err != nil {
		s.Fatal(err)
	}
	if state.Reason() != s.result.Reason() || state.Winners() == 0 || state.Reason() == play.ByTime {
		s.Errorf("ended by %q, won by %s, and as was told by %q", state.Reason(), state.Winners(), s.result.Reason())
	}
	turns := state.Turns()
	for ply, text := range s.acked {
		if ply > len(turns) || string(turns[ply-1]) != text {
			s.Errorf("ply %d, %s, was acknowledged and is not in %s", ply, text, turns)
		}
	}
	if len(s.acked) < len(turns)/2 {
		s.Errorf("%d of %d turns were acknowledged", len(s.acked), len(turns))
	}
	if !reflect.DeepEqual(state.View(0).Clocks, s.result.View(0).Clocks) {
		s.Errorf("clocks %d, told were %d", state.View(0).Clocks, s.result.View(0).Clocks)
	}
}

// Two tabs of a player move at once, and differently: one turn counts, the other
// is refused with the reason.
func TestTwoTabsDiffer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &memory{delay: time.Millisecond}
		h := start(t, m)
		r := begin(t, h, "5+3")
		for ply := 1; ply <= 10 && !r.State().Over(); ply++ {
			moves := r.State().Position().Moves()
			if len(moves) < 2 {
				break
			}
			var tabs sync.WaitGroup
			errs := make([]error, 2)
			for tab := range 2 {
				tabs.Go(func() {
					_, errs[tab] = r.Do(t.Context(), play.Turn{Seat: r.State().Position().Turn(), Ply: ply, Text: string(moves[tab*(len(moves)-1)])})
				})
			}
			tabs.Wait()
			refused := errs[0]
			if refused == nil {
				refused = errs[1]
			}
			var refusal *play.Refusal
			if (errs[0] == nil) == (errs[1] == nil) || !errors.As(refused, &refusal) || refusal.Reason != play.WrongPly {
				t.Fatalf("ply %d: %v, want one of two refused", ply, errs)
			}
			if len(m.log("g")) != ply+1 {
				t.Fatalf("ply %d: log of %d events", ply, len(m.log("g")))
			}
		}
		r.Close()
		h.stop()
	})
}

// The machine's clock is set back by an hour while the program restarts: games
// continue, and nobody gains or loses time.
func TestClockSetBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &memory{}
		h := start(t, m)
		r := begin(t, h, "1+0")
		move(t, r)
		move(t, r)
		time.Sleep(10 * time.Second)
		r.Close()
		h.stop()
		const hour = play.Instant(time.Hour / time.Millisecond)
		m.last += hour
		for i := range m.games["g"] {
			m.games["g"][i].At += hour
		}

		h = start(t, m)
		r, err := Open(t.Context(), h.Config, "g")
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(5 * time.Second)
		s := move(t, r)
		if left := s.View(0).Clocks[0]; left < 44_000 || left > 46_000 {
			t.Errorf("%d ms are left, want 44 to 46 s", left)
		}
		log := m.log("g")
		for i, e := range log[1:] {
			if e.At < log[i].At {
				t.Errorf("event %d is of %d, before event %d of %d", e.Number, e.At, log[i].Number, log[i].At)
			}
		}
		r.Close()
		h.stop()
	})
}

// Programs that share a store also share a clock, whatever their machines' clocks show. One
// whose machine was suspended gives its games that time back. If the clock that they share
// is set back, they continue.
func TestSharedClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const hour = play.Instant(time.Hour / time.Millisecond)
		m := &memory{shared: hour}
		h := start(t, m)
		synctest.Wait() // until players can be heard
		mustShow := func(ahead play.Instant) {
			t.Helper()
			if now, want := h.Heartbeat.Now(), play.Now()+ahead; now != want {
				t.Errorf("the clock shows %d, want %d", now, want)
			}
		}
		mustLeave := func(s *play.State, seat int, want play.Millis) {
			t.Helper()
			if left := s.View(0).Clocks[seat]; left < want-1000 || left > want+1000 {
				t.Errorf("%d ms are left, want about %d", left, want)
			}
		}
		mustShow(hour)
		r := begin(t, h, "1+0")
		move(t, r)
		move(t, r)
		m.setShared(2 * hour) // while the machine was suspended
		time.Sleep(10 * time.Second)
		mustShow(2 * hour)
		mustLeave(move(t, r), 0, 50_000)
		m.setShared(2*hour + 2_000) // too little for an outage of heartbeats
		time.Sleep(20 * time.Second)
		mustShow(2*hour + 2_000)
		mustLeave(move(t, r), 1, 40_000)
		m.setShared(hour)
		time.Sleep(20 * time.Second)
		mustShow(2*hour + 2_000)
		mustLeave(move(t, r), 0, 30_000)
		r.Close()
		h.stop()
	})
}
