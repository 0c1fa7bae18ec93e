package perft

import "thera/internal/lockless"

// Table remembers counts by the key of a position and a depth, for many goroutines at once.
// Its size is fixed: when it is full, the smallest counts are replaced, because they are
// the quickest to count again. The data of a slot is the count plus 1, because 0 marks
// empty slots.
type Table struct{ counts lockless.Table }

// NewTable returns an empty table of the given size, at least 1 MiB. A count takes 16
// bytes.
func NewTable(mib int) *Table { return &Table{lockless.NewTable(mib)} }

// Load returns the count of a key, if it is known.
func (t *Table) Load(key uint64) (count uint64, ok bool) {
	data := t.counts.Bucket(key).Load(key)
	return max(data, 1) - 1, data != 0
}

// Store remembers the count of a key.
func (t *Table) Store(key, count uint64) {
	slot, held := t.counts.Bucket(key).Replace(key, func(data uint64) uint64 { return data })
	if held == 0 {
		slot.Store(key, count+1)
	}
}
