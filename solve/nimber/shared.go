package nimber

import (
	"sync/atomic"

	"thera/internal/meter"
)

// shared is what the workers of one search have in common. They help each other
// through the table.
type shared struct {
	table      *table
	meter      *meter.Meter
	inProgress inProgress
	progress   meter.Progress // of the options of the parts next to the root
}

// growCheckInterval is after how many nodes a worker checks whether the table
// should grow, a power of two. Counting nodes, not time, makes one thread take
// the same nodes each time.
const growCheckInterval = 256

// visit counts a node of a worker, and reports whether it has to stop. All
// workers also stop when the table should grow.
func (s *shared) visit(count *meter.Counter) (stop bool) {
	due := count.Visit()
	if count.Nodes%growCheckInterval == 0 && s.table.isCrowded() {
		s.meter.Stop()
		return true
	}
	return due && count.Poll()
}

// inProgress is the set of parts that some worker is searching. A part is in
// the slot that its key selects or, if that is taken, not in the set at all:
// then two workers may search it at once, which only costs time.
type inProgress [1 << inProgressBits]atomic.Uint64

// inProgressBits leaves room for many times the parts that a few workers
// search, one for each ply of their lines.
const inProgressBits = 10

// slot returns the slot of a part, and the mark it holds while the part is searched.
func (b *inProgress) slot(k key) (slot *atomic.Uint64, mark uint64) {
	mark = (k.hi ^ k.lo*golden) | 1
	return &b[mark*golden>>(64-inProgressBits)], mark
}

func (b *inProgress) contains(k key) bool {
	slot, mark := b.slot(k)
	return slot.Load() == mark
}

func (b *inProgress) add(k key) {
	slot, mark := b.slot(k)
	slot.Store(mark)
}

func (b *inProgress) remove(k key) {
	slot, mark := b.slot(k)
	slot.CompareAndSwap(mark, 0)
}
