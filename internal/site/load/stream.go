package load

import "hash/maphash"

// stream checks the numbers of a game's events as one player receives them.
type stream struct {
	last          int
	lost, doubled int
}

// accept counts an event, and reports whether it is the next one. An earlier
// one is doubled; skipped ones are lost and must be requested again.
func (s *stream) accept(number int) (next bool) {
	switch {
	case number <= s.last:
		s.doubled++
		return false
	case number > s.last+1:
		s.lost += number - s.last - 1
		return false
	}
	s.last = number
	return true
}

// eventHashes is the events of a game as the first player received them.
type eventHashes struct {
	seed   maphash.Seed
	hashes []uint64
}

// same reports whether an event is the one that others received with its number.
func (h *eventHashes) same(number int, event []byte) bool {
	hash := maphash.Bytes(h.seed, event)
	if number > len(h.hashes) {
		h.hashes = append(h.hashes, hash) // accept ensures that numbers are consecutive
	}
	return h.hashes[number-1] == hash
}
