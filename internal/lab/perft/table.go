// Package perft remembers the counts of positions for [game.PerftWith].
//
//	n, err := game.PerftWith(ctx, pos, depth, game.PerftOptions{Threads: 2, Memo: perft.NewTable(1024)})
//
// A position is told from others by its 64-bit hash alone. With a billion positions
// in a table the odds that two of them meet are 3 in 100, with a hundred million
// 3 in 10,000; a count without a table excludes it.
package perft

import "thera/internal/lockless"

// Table is a [game.Memo] of a fixed size. When it is full, the smallest counts
// make room, since they are the quickest to count again. The data of a slot is
// the count plus one, as 0 is for empty slots.
type Table struct{ counts lockless.Table }

// NewTable returns an empty table of the given size, at least 1 MiB. A count
// takes 16 bytes.
func NewTable(mib int) *Table { return &Table{lockless.NewTable(mib)} }

// Load implements [game.Memo].
func (t *Table) Load(key uint64) (count uint64, ok bool) {
	data := t.counts.Bucket(key).Load(key)
	return max(data, 1) - 1, data != 0
}

// Store implements [game.Memo].
func (t *Table) Store(key, count uint64) {
	slot, held := t.counts.Bucket(key).Replace(key, func(data uint64) uint64 { return data })
	if held == 0 {
		slot.Store(key, count+1)
	}
}
