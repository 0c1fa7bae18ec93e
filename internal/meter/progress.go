package meter

import (
	"math"
	"sync/atomic"
)

// Estimate says how far a search has come: of the nodes next to the root on its
// line, how many moves are done with. The zero value is for a search that has
// not begun. One worker notes, any may ask.
type Progress [4]struct{ done, all atomic.Uint32 }

// Note takes down that of the moves of the node at a depth, 1 for the root's, so
// many are done. It forgets the deeper nodes, which are no longer on the line.
func (e *Progress) Set(depth, done, all int) {
	if depth > len(e) {
		return
	}
	for i := depth; i < len(e); i++ {
		e[i].done.Store(0)
	}
	e[depth-1].done.Store(uint32(done))
	e[depth-1].all.Store(uint32(all))
}

// Share returns the share of the work that is done, 0 to 1, as if all moves had
// to be searched and took the same work. A search that may stop at the first
// good move is done sooner.
func (e *Progress) Fraction() float64 {
	share, width := 0.0, 1.0
	for i := range e {
		all := float64(e[i].all.Load())
		if all == 0 {
			break
		}
		width /= all
		share += width * float64(e[i].done.Load())
	}
	return math.Min(share, 1)
}

// Reset begins anew.
func (e *Progress) Reset() {
	for i := range e {
		e[i].done.Store(0)
		e[i].all.Store(0)
	}
}
