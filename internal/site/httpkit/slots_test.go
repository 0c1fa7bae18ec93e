package httpkit

import (
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
