package solve

import (
	"encoding/binary"
	"iter"
	"math/bits"
	"sync/atomic"
)

// numbers are a position's proof numbers, for the seat to move to win and to
// lose. A proven win has win 0 and loss infinite, a proven loss the reverse;
// all others lie between.
type numbers struct{ win, loss uint32 }

// infinite is the proof number of what is impossible.
const infinite = 1<<24 - 1

// proven reports whether the result is known.
func (n numbers) proven() bool { return n.win == 0 || n.loss == 0 }

// unknown are the numbers of a position of which nothing is known.
var unknown = numbers{1, 1}

// proofTable holds proof numbers by hash: buckets of four slots of 16 bytes,
// a cache line each. The hash selects the bucket with its high bits and is
// kept whole beside the data. Workers share it without locks.
type proofTable struct {
	buckets []proofBucket
	used    atomic.Int64 // slots
}

type proofBucket [4]proofSlot

// proofSlot holds win<<40 | loss<<16 | effort, and beside it the exclusive or
// of hash and data, so that words which two workers wrote at once fit no hash
// (Hyatt and Mann 2002). Data 0 is an empty slot, since win and loss are never
// 0 both.
type proofSlot struct{ lock, data atomic.Uint64 }

// load returns hash and data.
func (s *proofSlot) load() (hash, data uint64) {
	data = s.data.Load()
	return s.lock.Load() ^ data, data
}

func (s *proofSlot) store(hash, data uint64) {
	s.lock.Store(hash ^ data)
	s.data.Store(data)
}

func newProofTable(mib int) *proofTable {
	return &proofTable{buckets: make([]proofBucket, uint64(max(mib, 1))<<20/64)}
}

func (t *proofTable) bucket(hash uint64) *proofBucket {
	i, _ := bits.Mul64(hash, uint64(len(t.buckets)))
	return &t.buckets[i]
}

// fill returns the share of the table in use, 0 to 1.
func (t *proofTable) fill() float64 {
	return float64(t.used.Load()) / float64(len(t.buckets)*len(proofBucket{}))
}

func (t *proofTable) probe(hash uint64) (numbers, bool) {
	b := t.bucket(hash)
	for i := range b {
		if h, data := b[i].load(); h == hash && data != 0 {
			return unpackNumbers(data), true
		}
	}
	return numbers{}, false
}

func unpackNumbers(data uint64) numbers {
	return numbers{uint32(data >> 40), uint32(data >> 16 & infinite)}
}

// store replaces the same position, if it is not proven, or else an empty
// slot, or else what took the fewest nodes to find out.
func (t *proofTable) store(hash uint64, n numbers, nodes uint64) {
	t.put(hash, uint64(n.win)<<40|uint64(n.loss)<<16|magnitude(nodes))
}

func (t *proofTable) put(hash, data uint64) {
	b := t.bucket(hash)
	victim, least := &b[0], uint64(1<<16)
	for i := range b {
		h, d := b[i].load()
		if h == hash && d != 0 {
			if unpackNumbers(d).proven() {
				return
			}
			victim = &b[i]
			break
		}
		if d&0xffff < least {
			victim, least = &b[i], d&0xffff
		}
	}
	// Each slot is counted once, whoever else takes it.
	if victim.data.CompareAndSwap(0, data) {
		t.used.Add(1)
	}
	victim.store(hash, data)
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
	t.put(binary.LittleEndian.Uint64(record), binary.LittleEndian.Uint64(record[8:]))
}

// records returns the slots in use, each valid until the next. Nothing may
// write to the table meanwhile.
func (t *proofTable) records() iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		var record [proofRecord]byte
		for i := range t.buckets {
			for j := range t.buckets[i] {
				hash, data := t.buckets[i][j].load()
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

// clear empties the table.
func (t *proofTable) clear() {
	clear(t.buckets)
	t.used.Store(0)
}
