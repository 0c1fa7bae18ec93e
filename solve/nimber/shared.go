package nimber

import (
	"sync/atomic"

	"thera/internal/meter"
)

// shared is what the workers of one search have in common. They help each
// other by what they leave in the table.
type shared struct {
	table      *table
	meter      *meter.Meter
	inProgress inProgress
	progress   meter.Progress // of the options of the parts next to the root
}

// growEvery is after how many nodes of a worker to ask whether it is time for
// the table to grow. That it is a number of nodes, not a time, makes one thread
// take the same nodes each time. A power of two.
const growCheckInterval = 256

// visit counts a node of a worker, and returns whether it has to stop. All stop
// when it is time for the table to grow, too.
func (s *shared) visit(count *meter.Counter) (stop bool) {
	due := count.Visit()
	if count.Nodes%growCheckInterval == 0 && s.table.isCrowded() {
		s.meter.Stop()
		return true
	}
	return due && count.Poll()
}

// busy says which parts some worker is searching, as far as it has room: a part is
// in the slot that its key chooses or is not in it at all. A part that is
// missing may be searched by two workers at once, which costs time and nothing
// else.
type inProgress [1 << inProgressBits]atomic.Uint64

// busyBits leaves room for many times the parts that a few workers are at, one
// for each ply of their lines.
const inProgressBits = 10

// slot returns the slot of a part, and what stands there while a worker is at it.
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
