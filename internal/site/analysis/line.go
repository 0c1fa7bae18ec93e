package analysis

import (
	"cmp"
	"context"
	"slices"
	"sync"
)

// line lets analyses through to the workers, as many at a time as those have slots. The
// client with the fewest goes first, then the one that has waited longest since its last, so
// a client with many waits for all others. It is that of a node: nodes share the workers.
type line struct {
	slots func() int

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

func newLine(slots func() int) *line {
	return &line{slots: slots, held: map[string]int{}, last: map[string]int{}}
}

// enter waits for a slot, which must be given back with leave, or until ctx is done.
func (l *line) enter(ctx context.Context, client string) error {
	l.mu.Lock()
	l.clock++
	w := &waiter{client, l.clock, make(chan struct{})}
	l.waiting = append(l.waiting, w)
	l.admit()
	l.mu.Unlock()
	select {
	case <-w.in:
		return nil
	case <-ctx.Done():
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if !slices.Contains(l.waiting, w) {
		return nil // at the last moment
	}
	l.remove(w)
	return ctx.Err()
}

func (l *line) leave(client string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.taken--
	if l.waits(client) {
		l.clock++
		l.last[client] = l.clock
	}
	if l.held[client]--; l.held[client] == 0 {
		delete(l.held, client)
	}
	l.admit()
}

// recount admits analyses when there may be more workers.
func (l *line) recount() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.admit()
}

func (l *line) admit() {
	for slots := max(1, l.slots()); l.taken < slots && len(l.waiting) > 0; {
		next := slices.MinFunc(l.waiting, func(a, b *waiter) int {
			return cmp.Or(l.held[a.client]-l.held[b.client], max(a.since, l.last[a.client])-max(b.since, l.last[b.client]))
		})
		l.remove(next)
		l.taken++
		l.held[next.client]++
		close(next.in)
	}
}

func (l *line) remove(w *waiter) {
	l.waiting = slices.DeleteFunc(l.waiting, func(other *waiter) bool { return other == w })
	if !l.waits(w.client) {
		delete(l.last, w.client)
	}
}

func (l *line) waits(client string) bool {
	return slices.ContainsFunc(l.waiting, func(w *waiter) bool { return w.client == client })
}
