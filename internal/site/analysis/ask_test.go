package analysis

import (
	"errors"
	"strconv"
	"testing"

	"thera/internal/site/account"
	"thera/internal/site/httpkit"
	"thera/internal/site/play"
	"thera/internal/site/store/storetest"
)

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
