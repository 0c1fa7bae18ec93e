package httpkit

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// TestQueue has a class and an attacker ask for many slots each, and others for one.
func TestQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slots := 1
		q := NewQueue(func() int { return slots }, math.MaxInt)
		var order []string
		in := make(chan string, 100)
		ask := func(client string, n int) {
			for range n {
				go func() {
					if q.Enter(t.Context(), client) == nil {
						in <- client
					}
				}()
				synctest.Wait()
			}
		}
		next := func() {
			synctest.Wait()
			client := <-in
			order = append(order, client)
			q.Leave(client)
		}
		ask("attacker", 4)
		next()
		ask("class", 3)
		ask("ann", 1)
		next()
		ask("bob", 1)
		for range 7 {
			next()
		}
		if got := strings.Join(order, " "); got != "attacker attacker class ann attacker bob class attacker class" {
			t.Errorf("in this order: %s", got)
		}
		if len(q.held)+len(q.last)+len(q.waiting)+q.taken != 0 {
			t.Errorf("afterward there are %v, %v, %v, %d", q.held, q.last, q.waiting, q.taken)
		}

		// With several slots, nobody takes the second before others have one.
		slots = 2
		ask("attacker", 4)
		ask("ann", 1)
		q.Leave(<-in)
		synctest.Wait()
		first, second := <-in, <-in
		if first != "attacker" || second != "ann" {
			t.Errorf("%s and %s have slots", first, second)
		}
		// More workers take more.
		slots = 4
		q.Recount()
		synctest.Wait()
		if got := []string{<-in, <-in}; !slices.Equal(got, []string{"attacker", "attacker"}) {
			t.Errorf("%v have slots", got)
		}
		for _, client := range []string{"attacker", "attacker", "attacker", "ann"} {
			q.Leave(client)
		}

		// One that is canceled leaves the queue.
		slots = 0 // no workers: one is tried
		ask("ann", 1)
		ctx, cancel := context.WithCancel(t.Context())
		failed := make(chan error)
		go func() { failed <- q.Enter(ctx, "bob") }()
		synctest.Wait()
		cancel()
		if err := <-failed; err == nil || len(q.waiting) != 0 {
			t.Errorf("canceled: %v, %d wait", err, len(q.waiting))
		}
		q.Leave(<-in)
		if q.taken != 0 {
			t.Error("slots are taken: " + strconv.Itoa(q.taken))
		}
	})
}

// A client has at most its share, and who has none comes first.
func TestQueueShares(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := NewQueue(func() int { return 4 }, 2)
		take := func(client string) bool { return q.take(t.Context(), client, time.Second) == granted }
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
		q.Leave("a")
		if first := <-order; first != "d" {
			t.Errorf("%s comes first, want d, who has no place yet", first)
		}
		q.Leave("a")
		if second := <-order; second != "b" {
			t.Errorf("%s comes second", second)
		}
		if len(q.waiting) != 0 || q.taken != 4 {
			t.Errorf("%+v", q)
		}
	})
}

// A wait for a slot ends with its time, which says who has the slots, or with the request.
func TestQueueWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := NewQueue(func() int { return 2 }, 1)
		for _, client := range []string{"a", "b"} {
			if q.take(t.Context(), client, time.Second) != granted {
				t.Fatal("no slot of two")
			}
		}
		for client, want := range map[string]verdict{"a": ownFull, "c": othersToo} {
			began := time.Now()
			if got := q.take(t.Context(), client, time.Second); got != want || time.Since(began) != time.Second {
				t.Errorf("%s: %d after %s, want %d after a second", client, got, time.Since(began), want)
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Millisecond, cancel)
		began := time.Now()
		if q.take(ctx, "c", time.Second) == granted || time.Since(began) != time.Millisecond {
			t.Errorf("a request that has ended waits for %s", time.Since(began))
		}
		if len(q.waiting) != 0 || q.Taken() != 2 {
			t.Errorf("%+v", q)
		}
	})
}
