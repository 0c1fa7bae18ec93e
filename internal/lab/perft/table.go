package perft

import (
	"math/bits"

	"thera/internal/lockless"
)

// Table remembers counts by the key of a position and a depth, for many goroutines at once.
// Its size is fixed: when it is full, the smallest counts are replaced, because they are
// the quickest to count again.
type Table struct{ buckets []bucket }

// bucket is a cache line. The data of a slot is the count plus 1, because 0 marks empty
// slots.
type bucket [4]lockless.Slot

// NewTable returns an empty table of the given size in MiB, at least 1. A count takes 16
// bytes.
func NewTable(mib int) *Table {
	return &Table{make([]bucket, uint64(max(mib, 1))<<20/64)}
}

// bucket returns the bucket of a key. The high bits of the key select it, so the number of
// buckets need not be a power of two.
func (t *Table) bucket(key uint64) *bucket {
	i, _ := bits.Mul64(key, uint64(len(t.buckets)))
	return &t.buckets[i]
}

// Load returns the count of a key, if it is known.
func (t *Table) Load(key uint64) (count uint64, ok bool) {
	b := t.bucket(key)
	for i := range b {
		if data := b[i].Load(key); data != 0 {
			return data - 1, true
		}
	}
	return 0, false
}

// Store remembers the count of a key.
func (t *Table) Store(key, count uint64) {
	b := t.bucket(key)
	victim, least := &b[0], ^uint64(0)
	for i := range b {
		k, data := b[i].Entry()
		if k == key && data != 0 {
			return
		}
		if data < least {
			victim, least = &b[i], data
		}
	}
	victim.Store(key, count+1)
}
