package pns

import (
	"encoding/binary"
	"iter"
	"sync/atomic"

	"thera/search"
)

// table holds proof numbers by hash: slots with packed numbers, which are never
// 0, since win and loss are never both 0. Workers share it without locks.
type table struct {
	buckets search.Table
	used    atomic.Int64 // slots
}

func newTable(mib int) *table { return &table{buckets: search.NewTable(mib)} }

// fill returns the fraction of the table in use, from 0 to 1.
func (t *table) fill() float64 {
	return float64(t.used.Load()) / float64(len(t.buckets)*len(search.Bucket{}))
}

func (t *table) probe(hash uint64) (numbers, bool) {
	data := t.buckets.Bucket(hash).Load(hash)
	return unpack(data), data != 0
}

// store replaces the same position, if it is not proven, or else an empty slot,
// or else the entry that took the fewest nodes to find. With that, a table for a
// tenth of the positions costs 4% more nodes (docs/contributing/experiments.md).
func (t *table) store(hash uint64, n numbers, nodes uint64) { t.put(hash, n.pack(nodes)) }

func (t *table) put(hash, data uint64) {
	slot, held := t.buckets.Bucket(hash).Replace(hash, effort)
	if held != 0 && unpack(held).proven() {
		return
	}
	if slot.Fill(hash, data) {
		t.used.Add(1)
	}
}

func (t *table) clear() {
	clear(t.buckets)
	t.used.Store(0)
}

// recordSize is the size of a slot in a checkpoint: hash and data.
const recordSize = 16

// putRecord stores a record of a checkpoint.
func (t *table) putRecord(record []byte) {
	t.put(binary.LittleEndian.Uint64(record), binary.LittleEndian.Uint64(record[8:]))
}

// recordEffort ranks records by the nodes they took.
func recordEffort(record []byte) int { return int(effort(binary.LittleEndian.Uint64(record[8:]))) }

// records returns the slots in use, each valid until the next. Nothing may
// write to the table meanwhile.
func (t *table) records() iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		var record [recordSize]byte
		for i := range t.buckets {
			for j := range t.buckets[i] {
				hash, data := t.buckets[i][j].Entry()
				if data == 0 {
					continue
				}
				binary.LittleEndian.PutUint64(record[:], hash)
				binary.LittleEndian.PutUint64(record[8:], data)
				if !yield(record[:]) {
					return
				}
			}
		}
	}
}
