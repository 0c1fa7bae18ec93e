package pns

import (
	"encoding/binary"
	"iter"
	"math/bits"
	"sync/atomic"

	"thera/internal/lockless"
)

// table holds proof numbers by hash: buckets of four slots of 16 bytes, a cache
// line each. The hash selects the bucket with its high bits, so that there may
// be any number of them. Workers share it without locks.
type table struct {
	buckets []bucket
	used    atomic.Int64 // slots
}

// bucket has slots with packed numbers, which are never 0, since win and loss
// are never 0 both.
type bucket [4]lockless.Slot

func newTable(mib int) *table {
	return &table{buckets: make([]bucket, uint64(max(mib, 1))<<20/64)}
}

func (t *table) bucket(hash uint64) *bucket {
	i, _ := bits.Mul64(hash, uint64(len(t.buckets)))
	return &t.buckets[i]
}

// fill returns the share of the table in use, 0 to 1.
func (t *table) fill() float64 {
	return float64(t.used.Load()) / float64(len(t.buckets)*len(bucket{}))
}

func (t *table) probe(hash uint64) (numbers, bool) {
	b := t.bucket(hash)
	for i := range b {
		if data := b[i].Load(hash); data != 0 {
			return unpack(data), true
		}
	}
	return numbers{}, false
}

// store replaces the same position, if it is not proven, or else an empty
// slot, or else what took the fewest nodes to find out. With that a table for a
// tenth of the positions costs 4 % more nodes (docs/research/solving.md).
func (t *table) store(hash uint64, n numbers, nodes uint64) { t.put(hash, n.pack(nodes)) }

func (t *table) put(hash, data uint64) {
	b := t.bucket(hash)
	victim, least := &b[0], uint64(1<<16)
	for i := range b {
		h, d := b[i].Entry()
		if h == hash && d != 0 {
			if unpack(d).proven() {
				return
			}
			victim = &b[i]
			break
		}
		if effort(d) < least {
			victim, least = &b[i], effort(d)
		}
	}
	if victim.Fill(hash, data) {
		t.used.Add(1)
	}
}

// clear empties the table.
func (t *table) clear() {
	clear(t.buckets)
	t.used.Store(0)
}

// recordSize is the size of a slot in a checkpoint: hash and data.
const recordSize = 16

// putRecord puts what stands in a record of a checkpoint.
func (t *table) putRecord(record []byte) {
	t.put(binary.LittleEndian.Uint64(record), binary.LittleEndian.Uint64(record[8:]))
}

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
