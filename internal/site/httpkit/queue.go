package httpkit

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"
)

// Queue gives slots to clients that compete for the same resource. Among those waiting, the
// client with the fewest slots comes first, then the one that has waited longest since its
// last, so a client that asks for many waits for all others.
type Queue struct {
	slots func() int
	most  int // of one client

	mu      sync.Mutex
	waiting []*waiter      // in the order of arrival
	held    map[string]int // slots by client
	taken   int            // slots of all
	last    map[string]int // when a client that waits last gave back a slot
	clock   int            // counts arrivals and slots given back
}

type waiter struct {
	client string
	since  int
	in     chan struct{} // closed when it has a slot
}

// NewQueue returns a queue for a number of slots, which may change and counts as at least
// one. One client has at most some of them.
func NewQueue(slots func() int, most int) *Queue {
	return &Queue{slots: slots, most: most, held: map[string]int{}, last: map[string]int{}}
}

// Enter waits for a slot, which must be given back with Leave, or until ctx is done.
func (q *Queue) Enter(ctx context.Context, client string) error {
	return q.wait(ctx, q.arrive(client))
}

func (q *Queue) arrive(client string) *waiter {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.clock++
	w := &waiter{client, q.clock, make(chan struct{})}
	q.waiting = append(q.waiting, w)
	q.admit()
	return w
}

func (q *Queue) wait(ctx context.Context, w *waiter) error {
	select {
	case <-w.in:
		return nil
	case <-ctx.Done():
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if !slices.Contains(q.waiting, w) {
		return nil // at the last moment
	}
	q.remove(w)
	return ctx.Err()
}

// take is Enter for a limited time.
func (q *Queue) take(ctx context.Context, client string, wait time.Duration) verdict {
	w := q.arrive(client)
	select {
	case <-w.in: // as nearly always: no clock is set
		return granted
	default:
	}
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	if q.wait(ctx, w) == nil {
		return granted
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.held[client] >= q.most {
		return ownFull
	}
	return othersToo
}

// Leave gives back a client's slot.
func (q *Queue) Leave(client string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.taken--
	if q.waits(client) {
		q.clock++
		q.last[client] = q.clock
	}
	if q.held[client]--; q.held[client] == 0 {
		delete(q.held, client)
	}
	q.admit()
}

// Recount gives slots to those waiting if there are more now.
func (q *Queue) Recount() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.admit()
}

func (q *Queue) admit() {
	for slots := max(1, q.slots()); q.taken < slots && len(q.waiting) > 0; {
		next := slices.MinFunc(q.waiting, func(a, b *waiter) int {
			return cmp.Or(q.held[a.client]-q.held[b.client], max(a.since, q.last[a.client])-max(b.since, q.last[b.client]))
		})
		if q.held[next.client] >= q.most {
			return
		}
		q.remove(next)
		q.taken++
		q.held[next.client]++
		close(next.in)
	}
}

func (q *Queue) remove(w *waiter) {
	q.waiting = slices.DeleteFunc(q.waiting, func(other *waiter) bool { return other == w })
	if !q.waits(w.client) {
		delete(q.last, w.client)
	}
}

func (q *Queue) waits(client string) bool {
	return slices.ContainsFunc(q.waiting, func(w *waiter) bool { return w.client == client })
}

// Taken returns the number of slots that are taken.
func (q *Queue) Taken() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.taken
}
