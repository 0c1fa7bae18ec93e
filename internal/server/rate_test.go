package server

import (
	"net/http"
	"strconv"
	"testing"
	"time"
)

func TestLimiter(t *testing.T) {
	l := newLimiter(Rate{PerSecond: 10, Burst: 3})
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
		if got := l.wait(test.client, begin.Add(test.at)); got.Round(time.Microsecond) != test.wait {
			t.Errorf("%s at %s: wait %s, want %s", test.client, test.at, got, test.wait)
		}
	}
}

// TestLimiterForgets floods a limiter with clients.
func TestLimiterForgets(t *testing.T) {
	l := newLimiter(Rate{PerSecond: 1, Burst: 1})
	now := time.Now()
	for i := range maxClients {
		if l.wait(strconv.Itoa(i), now) != 0 {
			t.Fatalf("client %d has to wait", i)
		}
	}
	if l.wait("new", now) == 0 || len(l.clients) != maxClients {
		t.Errorf("a new client among %d is let in", len(l.clients))
	}
	if l.wait("0", now.Add(time.Second)) != 0 {
		t.Error("an old one has to wait")
	}
	if l.wait("new", now.Add(2*time.Second)) != 0 || len(l.clients) != 1 {
		t.Errorf("%d clients are remembered, want the new one alone", len(l.clients))
	}
}

func TestClient(t *testing.T) {
	for _, test := range []struct {
		remote, forwarded string
		trust             bool
		want              string
	}{
		{"1.2.3.4:567", "", false, "1.2.3.4"},
		{"1.2.3.4:567", "5.6.7.8", false, "1.2.3.4"},
		{"1.2.3.4:567", "5.6.7.8", true, "5.6.7.8"},
		{"1.2.3.4:567", "9.9.9.9, 5.6.7.8", true, "5.6.7.8"},
		{"1.2.3.4:567", "nonsense", true, "unknown"},
		{"1.2.3.4:567", "", true, "1.2.3.4"},
		{"[::ffff:1.2.3.4]:567", "", false, "1.2.3.4"},
		{"[2001:db8:1:2:3:4:5:6]:567", "", false, "2001:db8:1:2::/64"},
		{"[fe80::1%eth0]:567", "", false, "fe80::/64"},
	} {
		r := &http.Request{RemoteAddr: test.remote, Header: http.Header{}}
		if test.forwarded != "" {
			r.Header.Set("X-Forwarded-For", test.forwarded)
		}
		s := Server{Config: Config{TrustProxy: test.trust}}
		if got := s.client(r); got != test.want {
			t.Errorf("%+v: %s", test, got)
		}
	}
}
