package server

import (
	"context"
	"slices"
	"sync"
	"time"
)

// slots are places at a time for work that keeps a processor busy. One client
// has at most half of them, so that none can keep all others out, and among
// those who wait, one with fewer places comes first, then who came first.
type slots struct {
	most int // of one client

	mu      sync.Mutex
	free    int
	held    map[string]int // by client
	waiting []*waiter
}

type waiter struct {
	client string
	in     chan struct{} // closed when the place is given
}

func newSlots(n int) *slots {
	return &slots{most: max(1, n/2), free: n, held: map[string]int{}}
}

// take waits for a place until ctx is done or the patience is at an end, and
// reports whether there was one. Who got one gives it back.
func (s *slots) take(ctx context.Context, client string, patience time.Duration) bool {
	w := &waiter{client, make(chan struct{})}
	s.mu.Lock()
	s.waiting = append(s.waiting, w)
	s.admit()
	s.mu.Unlock()
	timer := time.NewTimer(patience)
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
		return true // in the last moment
	}
	s.waiting = slices.Delete(s.waiting, i, i+1)
	return false
}

// give gives a place back.
func (s *slots) give(client string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.free++
	if s.held[client]--; s.held[client] == 0 {
		delete(s.held, client)
	}
	s.admit()
}

// admit gives the free places to those who wait.
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
