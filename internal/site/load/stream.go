package load

import "hash/maphash"

// stream follows the numbers of a game's events as they come to one player.
type stream struct {
	last          int
	lost, doubled int
}

// take notes an event, if it is the next one. One that has come before is
// doubled; those between the last one and a later one are lost, and have to be
// asked for again.
func (s *stream) take(number int) (next bool) {
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

// heard is what was said at a table, as whoever heard it first has heard it: the
// hashes of the events by number.
type heard struct {
	seed   maphash.Seed
	hashes []uint64
}

// same reports whether an event is what others have heard by its number, as far
// as they have.
func (h *heard) same(number int, event []byte) bool {
	hash := maphash.Bytes(h.seed, event)
	if number > len(h.hashes) {
		h.hashes = append(h.hashes, hash) // the players hear one event after the other
	}
	return h.hashes[number-1] == hash
}
