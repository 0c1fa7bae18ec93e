package browser

import (
	"context"
	"time"
)

// breather is the context of a search or a proof. Searches ask it every few hundred nodes
// whether to stop; it takes the opportunity to let others have the thread.
type yieldingContext struct {
	context.Context
	lastYield time.Time // when others last had it
	yield     func()
}

// breath is how long a search keeps the thread at most. It bounds how long the
// page waits for an answer and for the end of a stopped search.
const maxSlice = 12 * time.Millisecond

// Err pauses when it is time to and returns why the search is to stop, if it
// is.
func (b *yieldingContext) Err() error {
	if time.Since(b.lastYield) >= maxSlice {
		b.yield()
		b.lastYield = time.Now()
	}
	return b.Context.Err()
}
