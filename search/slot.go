package search

import "sync/atomic"

// Slot holds an entry of a [Table]: a key and its data. The zero value is empty. All
// methods may be called concurrently. A slot must not be copied while others use it.
//
// A slot is two atomic words: the data, and the exclusive or of key and data (Hyatt and
// Mann, "A lock-less transposition table implementation for parallel search chess engines",
// ICGA Journal 25(1), 2002). Two workers that write the same slot at once may leave one's
// data beside the other's lock. Such a pair fits the key of neither, so a reader takes it
// for the entry of some other position: an entry is lost, but no wrong one is read.
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
