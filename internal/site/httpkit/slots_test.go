package httpkit

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

func TestSlots(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSlots(4)
		take := func(client string) bool { return s.take(t.Context(), client, time.Second) == granted }
		for range 2 {
			if !take("a") {
				t.Fatal("no place among four")
			}
		}
		if take("a") {
			t.Error("a third place for one client")
		}
		if !take("b") || !take("c") {
			t.Error("no place for others")
		}
		order := make(chan string, 2)
		for _, client := range []string{"b", "d"} {
			go func() {
				if take(client) {
					order <- client
				}
			}()
			synctest.Wait()
		}
		s.give("a")
		if first := <-order; first != "d" {
			t.Errorf("%s comes first, want d, who has no place yet", first)
		}
		s.give("a")
		if second := <-order; second != "b" {
			t.Errorf("%s comes second", second)
		}
		if len(s.waiting) != 0 || s.free != 0 {
			t.Errorf("%+v", s)
		}
	})
}

// A wait for a slot ends with its time, which says who has the slots, or with the request.
func TestSlotsWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSlots(2)
		for _, client := range []string{"a", "b"} {
			if s.take(t.Context(), client, time.Second) != granted {
				t.Fatal("no slot of two")
			}
		}
		for client, want := range map[string]verdict{"a": ownFull, "c": othersToo} {
			began := time.Now()
			if got := s.take(t.Context(), client, time.Second); got != want || time.Since(began) != time.Second {
				t.Errorf("%s: %d after %s, want %d after a second", client, got, time.Since(began), want)
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Millisecond, cancel)
		began := time.Now()
		if s.take(ctx, "c", time.Second) == granted || time.Since(began) != time.Millisecond {
			t.Errorf("a request that has ended waits for %s", time.Since(began))
		}
		if len(s.waiting) != 0 || s.taken() != 2 {
			t.Errorf("%+v", s)
		}
	})
}
