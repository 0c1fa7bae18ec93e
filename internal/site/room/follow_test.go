package room

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"thera/internal/site/play"
)

// Followers of a house receive everything committed, once and in order,
// including writes that the log reported as failed.
func TestFollow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &memory{}
		h, stop := openHouse(t, m)
		var mu sync.Mutex
		told := map[string]int{}
		h.Follow(func(c Change) {
			mu.Lock()
			defer mu.Unlock()
			for _, e := range c.Events {
				if told[c.Game]++; e.Number != told[c.Game] || c.State.Number() < e.Number {
					t.Errorf("%s: event %d is told as the %d., with the state at %d", c.Game, e.Number, told[c.Game], c.State.Number())
				}
			}
		})
		for n := range 3 {
			id := fmt.Sprint("g", n)
			r, leave, err := h.begin(t.Context(), id, setup("5+3", 2))
			if err != nil {
				t.Fatal(err)
			}
			for ply := range 4 {
				m.mu.Lock()
				m.silent = ply%2 == 1
				m.mu.Unlock()
				turn := next(r.State())
				if _, err := r.Do(t.Context(), turn); err != nil && !errors.Is(err, ErrNotStored) {
					t.Fatal(err)
				}
				m.mu.Lock()
				m.silent = false
				m.mu.Unlock()
				if _, err := r.Do(t.Context(), turn); err != nil {
					t.Fatal(err)
				}
			}
			leave()
			mu.Lock()
			if told[id] != len(m.log(id)) {
				t.Errorf("%s: %d events are told of %d", id, told[id], len(m.log(id)))
			}
			mu.Unlock()
		}
		stop()
	})
}

// Who follows the games of a program hears of those that it opens as their owner: there may
// be something to do that an earlier program has not done.
func TestFollowersHearOfOpening(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &memory{}
		h, stop := openHouse(t, m)
		if err := h.Begin(t.Context(), "g", setup("none", 2)); err != nil {
			t.Fatal(err)
		}
		stop()
		h, stop = openHouse(t, m)
		defer stop()
		var told []Change
		h.Follow(func(c Change) { told = append(told, c) })
		_, leave, err := h.Enter(t.Context(), "g")
		if err != nil {
			t.Fatal(err)
		}
		defer leave()
		if len(told) != 1 || told[0].Game != "g" || !told[0].IsOwner || len(told[0].Events) > 0 {
			t.Errorf("told %+v, want that this program owns the game", told)
		}
	})
}

// Players cannot claim that one who is always present has left.
func TestAlwaysPresent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, stop := openHouse(t, &memory{})
		h.CountAsPresent(func(player string) bool { return player == "1" })
		r, leave, err := h.begin(t.Context(), "g", setup("5+3", 2))
		if err != nil {
			t.Fatal(err)
		}
		defer leave()
		move(t, r)
		move(t, r)
		time.Sleep(2 * time.Minute)
		var refused *play.Refusal
		if _, err := r.Do(context.Background(), play.Claim{Seat: 0, Against: 1}); !errors.As(err, &refused) || refused.Reason != play.TooEarly {
			t.Errorf("%v: want that the one who is always present has not left", err)
		}
		if _, err := r.Do(context.Background(), play.Claim{Seat: 1, Against: 0}); err != nil {
			t.Errorf("the other one has left: %v", err)
		}
		stop()
	})
}
