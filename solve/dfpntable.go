package solve

import (
	"encoding/binary"
	"iter"
	"math/bits"
)

// numbers are a position's proof numbers, for the seat to move to win and to
// lose. A proven win has win 0 and loss infinite, a proven loss the reverse;
// all others lie between.
type numbers struct{ win, loss uint32 }

// infinite is the proof number of what is impossible.
const infinite = 1<<24 - 1

// proven reports whether the result is known.
func (n numbers) proven() bool { return n.win == 0 || n.loss == 0 }

// proofTable holds proof numbers by hash: buckets of four slots of 16 bytes,
// a cache line each. The hash selects the bucket with its low bits and is
// kept whole beside the data.
type proofTable struct {
	buckets []proofBucket
	used    int // slots
}

type proofBucket [4]proofSlot

// proofSlot holds a hash and win<<40 | loss<<16 | effort. Data 0 is an empty
// slot, since win and loss are never 0 both.
type proofSlot struct{ hash, data uint64 }

// newProofTable returns a table of a size rounded down to a power of two.
func newProofTable(mib int) *proofTable {
	n := uint(max(mib, 1)) << 20 / 64
	return &proofTable{buckets: make([]proofBucket, 1<<(bits.Len(n)-1))}
}

func (t *proofTable) bucket(hash uint64) *proofBucket {
	return &t.buckets[hash&uint64(len(t.buckets)-1)]
}

// fill returns the share of the table in use, 0 to 1.
func (t *proofTable) fill() float64 {
	return float64(t.used) / float64(len(t.buckets)*len(proofBucket{}))
}

func (t *proofTable) probe(hash uint64) (numbers, bool) {
	b := t.bucket(hash)
	for i := range b {
		if s := &b[i]; s.hash == hash && s.data != 0 {
			return numbers{uint32(s.data >> 40), uint32(s.data >> 16 & infinite)}, true
		}
	}
	return numbers{}, false
}

// store replaces the same position, or else an empty slot, or else what took
// the fewest nodes to find out.
func (t *proofTable) store(hash uint64, n numbers, nodes uint64) {
	t.put(proofSlot{hash, uint64(n.win)<<40 | uint64(n.loss)<<16 | magnitude(nodes)})
}

func (t *proofTable) put(s proofSlot) {
	b := t.bucket(s.hash)
	victim := &b[0]
	for i := range b {
		if b[i].hash == s.hash && b[i].data != 0 {
			victim = &b[i]
			break
		}
		if b[i].data&0xffff < victim.data&0xffff {
			victim = &b[i]
		}
	}
	if victim.data == 0 {
		t.used++
	}
	*victim = s
}

// magnitude packs a count into 16 bits, larger ones into larger: its length
// in bits above its four leading digits. It is never 0.
func magnitude(n uint64) uint64 {
	n++
	length := bits.Len64(n)
	return uint64(length)<<4 | n<<(64-length)>>59&15
}

// proofRecord is the size of a slot in a checkpoint: hash and data.
const proofRecord = 16

// putRecord puts what stands in a record of a checkpoint.
func (t *proofTable) putRecord(record []byte) {
	t.put(proofSlot{binary.LittleEndian.Uint64(record), binary.LittleEndian.Uint64(record[8:])})
}

// records returns the slots in use, each valid until the next.
func (t *proofTable) records() iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		var record [proofRecord]byte
		for i := range t.buckets {
			for _, s := range t.buckets[i] {
				if s.data == 0 {
					continue
				}
				binary.LittleEndian.PutUint64(record[:], s.hash)
				binary.LittleEndian.PutUint64(record[8:], s.data)
				if !yield(record[:]) {
					return
				}
			}
		}
	}
}

// clear empties the table.
func (t *proofTable) clear() {
	clear(t.buckets)
	t.used = 0
}
