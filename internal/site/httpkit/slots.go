package httpkit

import (
	"context"
	"slices"
	"sync"
	"time"
)

// verdict says whether somebody got a share of something, and if not, who has the rest.
type verdict int

const (
	granted   verdict = iota
	ownFull           // the client itself has its share
	othersToo         // all of it is taken
)

// slots limits work that occupies the same resource. One client has at most half of
// the slots, so that none can keep all others out. Among those waiting, the client with
// the fewest slots comes first, then the one that came first.
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

// take waits for a slot until ctx is done or the wait is over. A granted slot must be
// given back.
func (s *slots) take(ctx context.Context, client string, wait time.Duration) verdict {
	s.mu.Lock()
	if s.free > 0 && len(s.waiting) == 0 && s.held[client] < s.most {
		s.free--
		s.held[client]++
		s.mu.Unlock()
		return granted
	}
	w := &waiter{client, make(chan struct{})}
	s.waiting = append(s.waiting, w)
	s.admit()
	s.mu.Unlock()
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-w.in:
		return granted
	case <-ctx.Done():
	case <-timer.C:
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.Index(s.waiting, w)
	if i < 0 {
		return granted // at the last moment
	}
	s.waiting = slices.Delete(s.waiting, i, i+1)
	if s.held[client] >= s.most {
		return ownFull
	}
	return othersToo
}

func (s *slots) give(client string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.free++
	if s.held[client]--; s.held[client] == 0 {
		delete(s.held, client)
	}
	s.admit()
}

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

func (s *slots) taken() (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, held := range s.held {
		n += held
	}
	return n
}
