package httpkit

import (
	"fmt"
	"testing"
	"time"
)

// TestDaily counts clients of two days, and then floods the limit with others: none is
// shut out, and a client that has used up its number has to wait all the same.
func TestDaily(t *testing.T) {
	d := NewDaily(2)
	evening := time.Date(2026, 11, 24, 23, 0, 0, 0, time.UTC)
	for i, c := range []struct {
		client string
		at     time.Duration // after the evening began
		want   time.Duration
	}{
		{"a", 0, 0},
		{"a", 0, 0},
		{"a", 0, time.Hour},
		{"a", 59 * time.Minute, time.Minute},
		{"b", 0, 0},
		{Local, 0, 0},
		{Local, 0, 0},
		{Local, 0, 0},
		{"a", time.Hour, 0},
		{"a", time.Hour, 0},
		{"a", time.Hour, 24 * time.Hour},
	} {
		if got := d.Wait(c.client, evening.Add(c.at)); got != c.want {
			t.Errorf("%d: %s waits %v, want %v", i, c.client, got, c.want)
		}
	}
	if d.Check("c", evening.Add(time.Hour)) != 0 || d.counts["c"] != 0 {
		t.Error("what is only checked is counted")
	}
	if d.Check("a", evening.Add(time.Hour)) == 0 {
		t.Error("a client that has used up its number need not wait")
	}
	for n := range 10 * maxClients {
		if d.Wait(fmt.Sprint(n), evening.Add(time.Hour)) != 0 {
			t.Fatalf("client %d is shut out by others", n)
		}
	}
	if len(d.counts) > maxClients {
		t.Errorf("%d clients are remembered, want at most %d", len(d.counts), maxClients)
	}
	if d.Wait("a", evening.Add(time.Hour)) == 0 {
		t.Error("others have pushed out what a client has used up")
	}
}

// TestDailyGuests has a guest try again and again after a refusal: what is refused does
// not use up what the other guests of the address may do.
func TestDailyGuests(t *testing.T) {
	d := NewDailyGuests(1)
	noon := time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)
	if d.Wait("first", "home", noon) != 0 {
		t.Fatal("the first guest waits")
	}
	for range 100 {
		if d.Wait("first", "home", noon) == 0 {
			t.Fatal("a guest may do more than one thing")
		}
	}
	for n := range 9 {
		if d.Wait(fmt.Sprint(n), "home", noon) != 0 {
			t.Errorf("guest %d of the address waits", n)
		}
	}
	if d.Wait("eleventh", "home", noon) == 0 {
		t.Error("an address may do more than ten things")
	}
	if d.Check("eleventh", "cafe", noon) != 0 || d.Wait("eleventh", "cafe", noon) != 0 {
		t.Error("a guest has used up what the address refused")
	}
	if d.Wait("first", Local, noon) != 0 {
		t.Error("a guest on this machine waits")
	}
}
