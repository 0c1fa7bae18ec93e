package httpkit

import (
	"context"
	"math"
	"strconv"
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

const maxClients = 50_000 // bounds a limiter's memory

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

// Places bounds how many of something each client holds at a time, and how many all
// clients hold together.
type Places struct {
	each, all int

	mu    sync.Mutex
	held  map[string]int
	total int
}

// NewPlaces returns places of which each client can hold some and all clients together
// all.
func NewPlaces(each, all int) *Places { return &Places{each: each, all: all, held: map[string]int{}} }

// Take gives a client a place and reports whether one was free. [Local] can hold all of
// them.
func (p *Places) Take(client string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.total >= p.all || client != Local && p.held[client] >= p.each {
		return false
	}
	p.total++
	p.held[client]++
	return true
}

// Give returns a client's place.
func (p *Places) Give(client string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.total--
	if p.held[client]--; p.held[client] == 0 {
		delete(p.held, client)
	}
}

// Taken returns the number of places taken.
// Taken returns the number of places taken.
func (p *Places) Taken() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.total
}

// Local is the client of requests from the same machine.
const Local = "local"

type clientKey struct{}

// WithClient returns a context that carries the client of its request.
func WithClient(ctx context.Context, client string) context.Context {
	return context.WithValue(ctx, clientKey{}, client)
}

// Client returns the client that a request's context carries, "" if none.
func Client(ctx context.Context) string {
	client, _ := ctx.Value(clientKey{}).(string)
	return client
}

// RetryAfter formats a duration for the header Retry-After: in whole seconds, rounded
// up.
func RetryAfter(d time.Duration) string { return strconv.Itoa(int(math.Ceil(d.Seconds()))) }
