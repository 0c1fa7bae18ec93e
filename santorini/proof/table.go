package proof

import (
	"math/bits"

	"thera/santorini"
)

// entry is what the table knows of a position for the seat to move. The zero
// value is free.
type entry struct {
	key  uint64
	move santorini.Move // that wins, if win is known; else that settled the question asked last
	// In plies: within so many there is no win, within so many no loss; within
	// so many there is one, 0 if that is not known.
	noWin, noLoss, win, loss uint8
}

// worth says how much work went into an entry, as the depth of a search. What
// took least makes room for what is new.
func (e *entry) worth() uint8 { return max(e.noWin, e.noLoss, e.win, e.loss) }

// table keeps what is known of positions, in buckets of four.
type table struct {
	buckets [][4]entry
	used    uint64 // entries
}

func newTable(mib int) table {
	n := uint(max(mib, 1)) << 20 / 64
	return table{buckets: make([][4]entry, 1<<(bits.Len(n)-1))}
}

// fill returns the share of entries in use.
func (t *table) fill() float64 { return float64(t.used) / float64(4*len(t.buckets)) }

// look returns what is known of a position, an empty entry if nothing is.
func (t *table) look(key uint64) entry {
	for _, e := range &t.buckets[key&uint64(len(t.buckets)-1)] {
		if e.key == key {
			return e
		}
	}
	return entry{key: key}
}

// keep stores an entry in the place of the one of the same position, or else
// of the one into which the least work went.
func (t *table) keep(e entry) {
	bucket := &t.buckets[e.key&uint64(len(t.buckets)-1)]
	place := &bucket[0]
	for i := range bucket {
		if bucket[i].key == e.key {
			place = &bucket[i]
			break
		}
		if bucket[i].worth() < place.worth() {
			place = &bucket[i]
		}
	}
	if place.key == 0 {
		t.used++
	}
	*place = e
}
