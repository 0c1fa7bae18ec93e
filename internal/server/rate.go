package server

import (
	"sync"
	"time"
)

// limiter holds each client to a rate. It is the generic cell rate algorithm
// (ITU-T I.371): all it knows of a client is the time at which everything done
// so far would have been due, had it been done at an even pace.
type limiter struct {
	pace   time.Duration // between two requests
	credit time.Duration // how far ahead of the pace a client may be

	mu  sync.Mutex
	due map[string]time.Time // by client
}

// maxClients bounds the memory of a limiter.
const maxClients = 10_000

func newLimiter(r Rate) *limiter {
	pace := time.Duration(float64(time.Second) / r.PerSecond)
	return &limiter{pace: pace, credit: pace * time.Duration(r.Burst-1), due: map[string]time.Time{}}
}

// wait returns how long a client has to wait before its next request: 0 if
// not at all, and then the request is counted.
func (l *limiter) wait(client string, now time.Time) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	due, known := l.due[client]
	if !known && len(l.due) >= maxClients && !l.forget(now) {
		return time.Second
	}
	if due.Before(now) {
		due = now
	}
	if early := due.Sub(now) - l.credit; early > 0 {
		return early
	}
	l.due[client] = due.Add(l.pace)
	return 0
}

// forget drops the clients who could as well be new ones, and reports whether
// there were any.
func (l *limiter) forget(now time.Time) bool {
	before := len(l.due)
	for client, due := range l.due {
		if !due.After(now) {
			delete(l.due, client)
		}
	}
	return len(l.due) < before
}
