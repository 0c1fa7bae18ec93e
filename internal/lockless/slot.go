// Package lockless holds the slot of hash tables that many workers read and
// write at once without locks.
//
// All workers of a search share its table of positions and probe it at nearly every node.
// A lock for each slot would cost more than the answer saves, so a slot is two atomic
// words: the data, and the exclusive or of key and data (Hyatt and Mann, "A lock-less
// transposition table implementation for parallel search chess engines", ICGA Journal
// 25(1), 2002). Two workers that write the same slot at once may leave one's data beside
// the other's lock. Such a pair fits the key of neither, so a reader takes it for the
// entry of some other position: an entry is lost, but no wrong one is read.
//
// Vocabulary: the key is a hash of the position, kept whole; the data is what the
// table packs into 64 bits, never 0, since 0 is an empty slot. A [Bucket] is the
// slots that one key may be in. A [Table] of buckets is shared by all workers:
//
//	if data := table.Bucket(key).Load(key); data != 0 {
//		return unpack(data), true
//	}
//	…
//	slot, _ := table.Bucket(key).Replace(key, value)
//	slot.Store(key, data)
//
// The package is not for keys wider than a word, nor for data that must not be lost.
package lockless

import "sync/atomic"

// Slot holds an entry of a table. The zero value is empty. All methods may be
// called concurrently. A slot must not be copied while others use it.
type Slot struct{ lock, data atomic.Uint64 }

// Load returns the data of a key, 0 if the slot is empty or holds another key's.
func (s *Slot) Load(key uint64) (data uint64) {
	data = s.data.Load()
	if s.lock.Load()^data != key {
		return 0
	}
	return data
}

// Entry returns key and data, whichever they are. Data 0 is an empty slot,
// and its key says nothing.
func (s *Slot) Entry() (key, data uint64) {
	data = s.data.Load()
	return s.lock.Load() ^ data, data
}

// Store puts an entry in place of what is there. Data is not 0.
func (s *Slot) Store(key, data uint64) {
	s.lock.Store(key ^ data)
	s.data.Store(data)
}

// Fill stores an entry as Store does, and reports whether the slot was empty
// before. Exactly one of the workers that fill an empty slot gets true, which
// makes it possible to count the slots in use.
func (s *Slot) Fill(key, data uint64) (first bool) {
	first = s.data.CompareAndSwap(0, data)
	s.Store(key, data)
	return first
}
