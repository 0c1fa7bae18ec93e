package analysis

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"

	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/site/play"
	"thera/internal/site/store/storetest"
)

// TestLine has a class and an attacker ask for many analyses each, and others for one.
func TestLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slots := 1
		l := newLine(func() int { return slots })
		var order []string
		in := make(chan string, 100)
		ask := func(client string, n int) {
			for range n {
				go func() {
					if l.enter(t.Context(), client) == nil {
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
			l.leave(client)
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
		if len(l.held)+len(l.last)+len(l.waiting)+l.taken != 0 {
			t.Errorf("afterward there are %v, %v, %v, %d", l.held, l.last, l.waiting, l.taken)
		}

		// With several slots, nobody takes the second before others have one.
		slots = 2
		ask("attacker", 4)
		ask("ann", 1)
		l.leave(<-in)
		synctest.Wait()
		first, second := <-in, <-in
		if first != "attacker" || second != "ann" {
			t.Errorf("%s and %s have slots", first, second)
		}
		// More workers take more.
		slots = 4
		l.recount()
		synctest.Wait()
		if got := []string{<-in, <-in}; !slices.Equal(got, []string{"attacker", "attacker"}) {
			t.Errorf("%v have slots", got)
		}
		for _, client := range []string{"attacker", "attacker", "attacker", "ann"} {
			l.leave(client)
		}

		// One that is canceled leaves the line.
		slots = 0 // no workers: one is tried
		ask("ann", 1)
		ctx, cancel := context.WithCancel(t.Context())
		failed := make(chan error)
		go func() { failed <- l.enter(ctx, "bob") }()
		synctest.Wait()
		cancel()
		if err := <-failed; err == nil || len(l.waiting) != 0 {
			t.Errorf("canceled: %v, %d wait", err, len(l.waiting))
		}
		l.leave(<-in)
		if l.taken != 0 {
			t.Error("slots are taken: " + strconv.Itoa(l.taken))
		}
	})
}

// TestClassAsks has all pupils of a class ask for an analysis at one address, as guests. More
// guests of it are refused, others are not.
func TestClassAsks(t *testing.T) {
	s := startConfig(t, Config{Store: storetest.Open(t, storetest.SQLite(t)), Workers: &pool{places: 1, steps: make(chan bool)}, HeartbeatInterval: beat, Limits: DefaultLimits()})
	ask := func(client string, n int) error {
		id := strconv.Itoa(n)
		who := account.Who{Player: play.Player{ID: "g" + id, Kind: play.Guest}, Scopes: account.Scopes{account.Play}}
		_, err := s.ask(httpkit.WithRequest(t.Context(), &httpkit.Request{Client: client}), who, "over"+id)
		return err
	}
	const pupils = 31
	for n := range pupils {
		if err := ask("school", n); err != nil {
			t.Fatalf("pupil %d: %v", n+1, err)
		}
	}
	n := pupils
	for ; n < DefaultLimits().Client; n++ {
		if err := ask("school", n); err != nil {
			t.Fatalf("%d: %v", n+1, err)
		}
	}
	if problem, ok := errors.AsType[*httpkit.Problem](ask("school", n)); !ok || problem.Status != 429 {
		t.Errorf("more than allowed: %v", problem)
	}
	if err := ask("home", n); err != nil {
		t.Errorf("another address: %v", err)
	}
}

// TestRefusedAnalysesAreNotCounted has a guest ask while others have all places: only what
// begins counts toward what a guest may request in a day.
func TestRefusedAnalysesAreNotCounted(t *testing.T) {
	limits := DefaultLimits()
	limits.All = 1
	s := startConfig(t, Config{Store: storetest.Open(t, storetest.SQLite(t)), Workers: &pool{places: 1, steps: make(chan bool)}, HeartbeatInterval: beat, Limits: limits})
	ask := func(guest, id string) error {
		who := account.Who{Player: play.Player{ID: guest, Kind: play.Guest}, Scopes: account.Scopes{account.Play}}
		_, err := s.ask(httpkit.WithRequest(t.Context(), &httpkit.Request{Client: "home"}), who, id)
		return err
	}
	if err := ask("ann", "over1"); err != nil {
		t.Fatal(err)
	}
	for range 2 * MaxGuestAnalyses {
		if ask("bob", "over2") == nil {
			t.Fatal("there is room for a second analysis")
		}
	}
	if err := s.cancelRunning(t.Context(), "over1", "ann"); err != nil {
		t.Fatal(err)
	}
	storetest.Until(t, "there is room again", func() bool { return ask("bob", "over2") == nil })
}
