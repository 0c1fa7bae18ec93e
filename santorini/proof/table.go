package proof

import (
	"math/bits"

	"thera/santorini"
)

// entry is what the table knows about a position for the seat to move. The zero value
// is free.
type entry struct {
	key  uint64
	move santorini.Move // the winning move, if a win is known; otherwise the move that answered the last question
	// In plies: there is no win within noWin and no loss within noLoss; there is a win
	// within win and a loss within loss, if they are not 0.
	noWin, noLoss, win, loss uint8
}

// depth returns the depth of the deepest search in an entry. The shallowest entry of a
// bucket is replaced first.
func (e *entry) depth() uint8 { return max(e.noWin, e.noLoss, e.win, e.loss) }

// table maps positions to what is known about them, in buckets of four. It starts at 1
// MiB and doubles whenever it is half full, up to its maximum size: most proofs are
// short, and clearing memory they never use would take longer than they do.
type table struct {
	buckets [][4]entry
	most    int    // maximum number of buckets
	used    uint64 // number of entries
}

// mebi is the number of buckets in a MiB.
const mebi = 1 << 20 / 64

func newTable(mib int) table {
	n := uint(max(mib, 1)) * mebi
	return table{buckets: make([][4]entry, mebi), most: 1 << (bits.Len(n) - 1)}
}

// fill returns the share of the table's maximum size in use.
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

// find returns what is known about a position, an empty entry if nothing is.
func (t *table) find(key uint64) entry {
	for _, e := range &t.buckets[key&uint64(len(t.buckets)-1)] {
		if e.key == key {
			return e
		}
	}
	return entry{key: key}
}

// keep stores an entry in place of that of the same position, or else of the shallowest
// one.
func (t *table) keep(e entry) {
	bucket := &t.buckets[e.key&uint64(len(t.buckets)-1)]
	place := &bucket[0]
	for i := range bucket {
		if bucket[i].key == e.key {
			place = &bucket[i]
			break
		}
		if bucket[i].depth() < place.depth() {
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
