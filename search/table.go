package search

import "math/bits"

// Table is a hash table that all workers of a search or proof read and write at once
// without locks. They probe it at nearly every node, where a lock would cost more than the
// answer saves.
//
//	if data := table.Bucket(key).Load(key); data != 0 {
//		return unpack(data), true
//	}
//	…
//	slot, _ := table.Bucket(key).Replace(key, value)
//	slot.Store(key, data)
//
// A key is a hash of a position, kept whole. Data is what a search packs into 64 bits,
// never 0, since 0 is an empty slot. A table is not for keys wider than a word, nor for
// data that must not be lost. All methods may be called concurrently.
type Table []Bucket

// NewTable returns an empty table of the given size, at least 1 MiB.
func NewTable(mib int) Table { return make(Table, uint64(max(mib, 1))<<20/BucketBytes) }

// Bucket returns the bucket of a key. The high bits of the key select it, so
// any number of buckets will do.
func (t Table) Bucket(key uint64) *Bucket {
	i, _ := bits.Mul64(key, uint64(len(t)))
	return &t[i]
}

// Bucket is the slots of a [Table] that the entry of one key may be in: a line of the
// cache.
type Bucket [4]Slot

// BucketBytes is the size of a bucket in bytes.
const BucketBytes = 64

// Load returns the data of a key, 0 if the bucket does not have it.
func (b *Bucket) Load(key uint64) (data uint64) {
	for i := range b {
		if data := b[i].Load(key); data != 0 {
			return data
		}
	}
	return 0
}

// Replace returns the slot for a new entry of a key: the one that holds the key,
// with its data, or else the first of the least valuable ones. value is asked
// about data of other keys; an empty slot has value 0.
func (b *Bucket) Replace(key uint64, value func(data uint64) uint64) (slot *Slot, held uint64) {
	least := ^uint64(0)
	for i := range b {
		k, data := b[i].Entry()
		v := uint64(0)
		if data != 0 {
			if k == key {
				return &b[i], data
			}
			v = value(data)
		}
		if v < least {
			slot, least = &b[i], v
		}
	}
	return slot, 0
}
