package httpkit

import (
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Rate is how often something may be done: PerSecond on average, Burst times at once
// after a pause.
type Rate struct {
	PerSecond float64
	Burst     int
}

// Limiter holds each client to a rate.
type Limiter struct {
	rate Rate

	mu      sync.Mutex
	clients map[string]*rate.Limiter
	forgot  time.Time // when clients were last forgotten
}

// maxClients bounds a limiter's memory.
const maxClients = 50_000

// NewLimiter returns a limiter that has counted nothing yet.
func NewLimiter(r Rate) *Limiter { return &Limiter{rate: r, clients: map[string]*rate.Limiter{}} }

// Wait returns how long a client has to wait before its next request. If it is 0, the
// request is counted. [Local] never waits.
func (l *Limiter) Wait(client string, now time.Time) time.Duration {
	if client == Local {
		return 0
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	c := l.clients[client]
	if c == nil {
		if len(l.clients) >= maxClients && !l.forget(now) {
			return time.Second
		}
		c = rate.NewLimiter(rate.Limit(l.rate.PerSecond), l.rate.Burst)
		l.clients[client] = c
	}
	r := c.ReserveN(now, 1)
	delay := r.DelayFrom(now)
	if delay > 0 {
		r.CancelAt(now)
	}
	return delay
}

// forget drops the clients whose allowance is full again, and reports whether there
// were any. It scans all clients, so it runs at most once a second.
func (l *Limiter) forget(now time.Time) bool {
	before := len(l.clients)
	if now.Sub(l.forgot) < time.Second {
		return false
	}
	l.forgot = now
	for client, c := range l.clients {
		if c.TokensAt(now) >= float64(l.rate.Burst) {
			delete(l.clients, client)
		}
	}
	return len(l.clients) < before
}
