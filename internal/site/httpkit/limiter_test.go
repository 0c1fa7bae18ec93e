package httpkit

import (
	"strconv"
	"testing"
	"time"
)

func TestLimiter(t *testing.T) {
	l := NewLimiter(Rate{PerSecond: 10, Burst: 3})
	begin := time.Now()
	for _, test := range []struct {
		client string
		at     time.Duration
		wait   time.Duration
	}{
		{"a", 0, 0},
		{"a", 0, 0},
		{"a", 0, 0},
		{"a", 0, 100 * time.Millisecond}, // refused requests don't count
		{"a", 0, 100 * time.Millisecond},
		{"b", 0, 0},
		{"a", 60 * time.Millisecond, 40 * time.Millisecond},
		{"a", 100 * time.Millisecond, 0},
		{"a", 100 * time.Millisecond, 100 * time.Millisecond},
		{"a", time.Hour, 0},
		{"a", time.Hour, 0},
		{"a", time.Hour, 0},
		{"a", time.Hour, 100 * time.Millisecond},
	} {
		if got := l.Wait(test.client, begin.Add(test.at)); got.Round(time.Microsecond) != test.wait {
			t.Errorf("%s at %s: wait %s, want %s", test.client, test.at, got, test.wait)
		}
	}
}

// TestLimiterForgets floods a limiter with clients: it keeps no more than it may, shuts
// nobody out, and remembers a client that has used much.
func TestLimiterForgets(t *testing.T) {
	l := NewLimiter(Rate{PerSecond: 1, Burst: 2})
	now := time.Now()
	for range 2 {
		l.Wait("greedy", now)
	}
	for i := range 2 * maxClients {
		if l.Wait(strconv.Itoa(i), now) != 0 {
			t.Fatalf("client %d has to wait", i)
		}
	}
	if len(l.clients) != maxClients {
		t.Errorf("%d clients are remembered, want %d", len(l.clients), maxClients)
	}
	if l.Wait("greedy", now) != time.Second {
		t.Error("the one that has used most is forgotten")
	}
	if l.Wait("greedy", now.Add(time.Second)) != 0 {
		t.Error("an old one has to wait")
	}
	if l.Wait("new", now.Add(3*time.Second)) != 0 || len(l.clients) != 1 {
		t.Errorf("%d clients are remembered, want the new one alone", len(l.clients))
	}
}
