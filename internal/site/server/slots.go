package server

import (
	"context"
	"slices"
	"sync"
	"time"
)

// slots limits work that occupies a processor. One client has at most half of the
// slots, so that none can keep all others out. Among those waiting, the client with the
// fewest slots comes first, then the one that came first.
type slots struct {
	most int // of one client

	mu      sync.Mutex
	free    int
	held    map[string]int // by client
	waiting []*waiter
}

type waiter struct {
	client string
	in     chan struct{} // closed when the slot is given
}

func newSlots(n int) *slots {
	return &slots{most: max(1, n/2), free: n, held: map[string]int{}}
}

// take waits for a slot until ctx is done or the wait is over, and reports whether it
// got one, which must be given back.
func (s *slots) take(ctx context.Context, client string, wait time.Duration) bool {
	w := &waiter{client, make(chan struct{})}
	s.mu.Lock()
	s.waiting = append(s.waiting, w)
	s.admit()
	s.mu.Unlock()
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-w.in:
		return true
	case <-ctx.Done():
	case <-timer.C:
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.Index(s.waiting, w)
	if i < 0 {
		return true // at the last moment
	}
	s.waiting = slices.Delete(s.waiting, i, i+1)
	return false
}

// give gives a slot back.
func (s *slots) give(client string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.free++
	if s.held[client]--; s.held[client] == 0 {
		delete(s.held, client)
	}
	s.admit()
}

// admit gives free slots to those waiting.
func (s *slots) admit() {
	for s.free > 0 && len(s.waiting) > 0 {
		next := slices.MinFunc(s.waiting, func(a, b *waiter) int { return s.held[a.client] - s.held[b.client] })
		if s.held[next.client] >= s.most {
			return
		}
		i := slices.Index(s.waiting, next)
		s.waiting = slices.Delete(s.waiting, i, i+1)
		s.free--
		s.held[next.client]++
		close(next.in)
	}
}
