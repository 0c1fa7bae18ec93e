package server

import (
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// limiter holds each client to a rate.
type limiter struct {
	Rate

	mu      sync.Mutex
	clients map[string]*rate.Limiter
}

// maxClients bounds the memory of a limiter.
const maxClients = 10_000

func newLimiter(r Rate) *limiter { return &limiter{Rate: r, clients: map[string]*rate.Limiter{}} }

// wait returns how long a client has to wait before its next request: 0 if
// not at all, and then the request is counted.
func (l *limiter) wait(client string, now time.Time) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	c := l.clients[client]
	if c == nil {
		if len(l.clients) >= maxClients && !l.forget(now) {
			return time.Second
		}
		c = rate.NewLimiter(rate.Limit(l.PerSecond), l.Burst)
		l.clients[client] = c
	}
	r := c.ReserveN(now, 1)
	delay := r.DelayFrom(now)
	if delay > 0 {
		r.CancelAt(now)
	}
	return delay
}

// forget drops the clients who could as well be new ones, and reports whether
// there were any.
func (l *limiter) forget(now time.Time) bool {
	before := len(l.clients)
	for client, c := range l.clients {
		if c.TokensAt(now) >= float64(l.Burst) {
			delete(l.clients, client)
		}
	}
	return len(l.clients) < before
}
