// Package perft remembers the counts of positions for [game.PerftWith].
//
//	n, err := game.PerftWith(ctx, pos, depth, game.PerftOptions{Threads: 2, Memo: perft.NewTable(1024)})
//
// A position is told from others by its 64-bit hash alone. With a billion positions
// in a table the odds that two of them meet are 3 in 100, with a hundred million
// 3 in 10,000; a count without a table excludes it.
package perft

import (
	"math/bits"

	"thera/internal/lockless"
)

// Table is a [game.Memo] of a fixed size. When it is full, the smallest counts
// make room, since they are the quickest to count again.
type Table struct{ buckets []bucket }

// bucket is a line of the cache. The data of a slot is the count and one more,
// as 0 is for empty slots.
type bucket [4]lockless.Slot

// NewTable returns an empty table of so many MiB, at least 1. A count takes 16 bytes.
func NewTable(mib int) *Table {
	return &Table{make([]bucket, uint64(max(mib, 1))<<20/64)}
}

// bucket returns the one of a key: its high bits choose it, so that there may be
// any number of them.
func (t *Table) bucket(key uint64) *bucket {
	i, _ := bits.Mul64(key, uint64(len(t.buckets)))
	return &t.buckets[i]
}

// Load implements [game.Memo].
func (t *Table) Load(key uint64) (count uint64, ok bool) {
	b := t.bucket(key)
	for i := range b {
		if data := b[i].Load(key); data != 0 {
			return data - 1, true
		}
	}
	return 0, false
}

// Store implements [game.Memo].
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
