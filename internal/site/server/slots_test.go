package server

import (
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestSlots(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSlots(4)
		take := func(client string) bool { return s.take(t.Context(), client, time.Second) }
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

// TestOneClientTooMany has one client ask for long searches, more than there
// are places, and another for one.
func TestOneClientTooMany(t *testing.T) {
	r := run(t, func(c *Config) {
		c.TrustProxy, c.Limits.Searches, c.Limits.SearchWait = true, 2, 100*time.Millisecond
	})
	best := func(client, seconds string) *http.Response {
		return r.do(http.MethodPost, "/api/v1/best", `{"game": "amazons", "seconds": `+seconds+`}`,
			"Content-Type", "application/json", "X-Forwarded-For", client)
	}
	answers := make(chan map[int]int)
	enough := make(chan struct{})
	for range 8 {
		go func() {
			counts := map[int]int{}
			defer func() { answers <- counts }()
			for {
				counts[best("192.0.2.1", "1").StatusCode]++
				select {
				case <-enough:
					return
				default:
				}
			}
		}()
	}
	for strings.Contains(text(t, r.do("GET", "/metrics", "")), "thera_searches_in_flight 0") {
		time.Sleep(time.Millisecond)
	}
	if res := best("192.0.2.2", "0.01"); res.StatusCode != http.StatusOK {
		t.Errorf("another client: status %d", res.StatusCode)
	}
	close(enough)
	counts := map[int]int{}
	for range 8 {
		for status, n := range <-answers {
			counts[status] += n
		}
	}
	for status := range counts {
		if counts[http.StatusOK] == 0 || status != http.StatusOK && status != http.StatusServiceUnavailable {
			t.Errorf("the first client: %v", counts)
		}
	}
}
