package browser

import (
	"context"
	"time"
)

// yieldingContext is the context of a search or a proof. Searches poll it every
// few hundred nodes; it uses that to yield the thread.
type yieldingContext struct {
	context.Context
	lastYield time.Time // when others last had it
	yield     func()
}

// maxSlice is how long a search keeps the thread at most. It bounds how long
// the page waits for an answer and for the end of a stopped search.
const maxSlice = 12 * time.Millisecond

// Err yields the thread if that is due, and returns why the search has to stop,
// if it has to.
func (b *yieldingContext) Err() error {
	if time.Since(b.lastYield) >= maxSlice {
		b.yield()
		b.lastYield = time.Now()
	}
	return b.Context.Err()
}
