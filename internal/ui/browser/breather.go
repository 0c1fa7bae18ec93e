package browser

import (
	"context"
	"time"
)

// breather is the context of a search or a proof. Searches ask it every few hundred nodes
// whether to stop; it takes the opportunity to let others have the thread.
type breather struct {
	context.Context
	last  time.Time // when others last had it
	pause func()
}

// breath is how long a search keeps the thread at most. It bounds how long the
// page waits for an answer and for the end of a stopped search.
const breath = 12 * time.Millisecond

// Err pauses when it is time to and returns why the search is to stop, if it
// is.
func (b *breather) Err() error {
	if time.Since(b.last) >= breath {
		b.pause()
		b.last = time.Now()
	}
	return b.Context.Err()
}
