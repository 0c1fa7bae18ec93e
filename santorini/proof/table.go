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

// table keeps what is known of positions, in buckets of four. It begins with 1 MiB
// and doubles whenever it is half full, up to its size: most proofs are short, and
// to clear what they never use would take longer than they do.
type table struct {
	buckets [][4]entry
	most    int    // buckets at its size
	used    uint64 // entries
}

// mebi is the number of buckets in a MiB.
const mebi = 1 << 20 / 64

func newTable(mib int) table {
	n := uint(max(mib, 1)) * mebi
	return table{buckets: make([][4]entry, mebi), most: 1 << (bits.Len(n) - 1)}
}

// fill returns the share of all entries, at its size, in use.
func (t *table) fill() float64 { return float64(t.used) / float64(4*t.most) }

// grow doubles the table.
func (t *table) grow() {
	old := t.buckets
	t.buckets, t.used = make([][4]entry, 2*len(old)), 0
	for i := range old {
		for _, e := range old[i] {
			if e.key != 0 {
				t.keep(e)
			}
		}
	}
}

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
	fresh := place.key == 0
	*place = e
	if fresh {
		t.used++
		if t.used > uint64(2*len(t.buckets)) && len(t.buckets) < t.most {
			t.grow()
		}
	}
}
