package engine

import (
	"math"
	"sync/atomic"
)

// Completion tracks how far a search has come: for the nodes nearest to the root
// on its current line, how many moves are done. The zero value is for a search
// that has not begun. One worker sets it; any goroutine may read it.
type Completion [4]struct{ done, all atomic.Uint32 }

// Set records that done of all moves of the node at a depth are done; the root
// has depth 1. It clears the deeper nodes, which are no longer on the line.
func (c *Completion) Set(depth, done, all int) {
	if depth > len(c) {
		return
	}
	for i := depth; i < len(c); i++ {
		c[i].done.Store(0)
	}
	c[depth-1].done.Store(uint32(done))
	c[depth-1].all.Store(uint32(all))
}

// Fraction returns the estimated fraction of the work that is done, from 0 to
// 1, as if all moves had to be searched and took equal work. A search that may
// stop at the first good move finishes earlier.
func (c *Completion) Fraction() float64 {
	share, width := 0.0, 1.0
	for i := range c {
		all := float64(c[i].all.Load())
		if all == 0 {
			break
		}
		width /= all
		share += width * float64(c[i].done.Load())
	}
	return math.Min(share, 1)
}

// Reset clears the progress.
func (c *Completion) Reset() {
	for i := range c {
		c[i].done.Store(0)
		c[i].all.Store(0)
	}
}
