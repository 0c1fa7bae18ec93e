package httpkit

import (
	"maps"
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
	// Counted is called with each client that is counted, so that other nodes can count
	// it as well; nil for nothing.
	Counted func(client string)

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
	wait := l.Count(client, now)
	if wait == 0 && l.Counted != nil {
		l.Counted(client)
	}
	return wait
}

// Count is Wait for a client that another node has counted.
func (l *Limiter) Count(client string, now time.Time) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	c := l.clients[client]
	if c == nil {
		if len(l.clients) >= maxClients {
			l.forget(now)
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

// forget makes room for a client. It drops those whose allowance is full again; it scans
// all clients for them, so at most once a second. If there are none, it drops one that
// has used little.
func (l *Limiter) forget(now time.Time) {
	if now.Sub(l.forgot) >= time.Second {
		l.forgot = now
		maps.DeleteFunc(l.clients, func(_ string, c *rate.Limiter) bool { return c.TokensAt(now) >= float64(l.rate.Burst) })
	}
	if len(l.clients) >= maxClients {
		delete(l.clients, leastUsed(l.clients, func(c *rate.Limiter) float64 { return -c.TokensAt(now) }))
	}
}

// leastUsed returns the client, of a few, that has used least: the one to forget if there
// are too many. To refuse newcomers instead would shut everybody out, and to forget just
// anyone would let somebody with many addresses push out what they have used up.
func leastUsed[V any](clients map[string]V, used func(V) float64) (client string) {
	const few = 10
	n, least := 0, math.Inf(1)
	for other, v := range clients {
		if u := used(v); u < least {
			client, least = other, u
		}
		if n++; n == few {
			break
		}
	}
	return client
}

// verdict says whether somebody got a share of something, and if not, who has the rest.
type verdict int

const (
	granted   verdict = iota
	ownFull           // the client itself has its share
	othersToo         // all of it is taken
)

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
func (p *Places) Take(client string) bool { return p.take(client, 1) == granted }

func (p *Places) take(client string, n int) verdict {
	p.mu.Lock()
	defer p.mu.Unlock()
	v := p.fits(client, n)
	if v == granted {
		p.add(client, n)
	}
	return v
}

// fits says whether a client may take n more. p.mu must be held.
func (p *Places) fits(client string, n int) verdict {
	switch {
	case client != Local && p.held[client]+n > p.each:
		return ownFull
	case p.total+n > p.all:
		return othersToo
	}
	return granted
}

// force gives a client places beyond the bounds, for what exists already.
func (p *Places) force(client string, n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.add(client, n)
}

// isFull says whether a client may take more.
func (p *Places) isFull(client string) verdict {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.fits(client, 1)
}

// Give returns a client's place.
func (p *Places) Give(client string) { p.force(client, -1) }

func (p *Places) add(client string, n int) {
	p.total += n
	if p.held[client] += n; p.held[client] == 0 {
		delete(p.held, client)
	}
}

// Taken returns the number of places taken.
func (p *Places) Taken() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.total
}

// Local is the client of requests from the same machine.
const Local = "local"

// RetryAfter formats a duration for the header Retry-After: in whole seconds, rounded
// up.
func RetryAfter(d time.Duration) string { return strconv.Itoa(int(math.Ceil(d.Seconds()))) }
