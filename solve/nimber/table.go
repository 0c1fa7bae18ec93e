package nimber

import (
	"math/bits"
	"sync/atomic"

	"thera/game"
)

// table maps keys to knowledge; see victim for what makes room in a full bucket.
// All methods except grow, clear and records may be called concurrently.
//
// An entry is two words of 64 bits. mixed is key.lo XOR a hash of key.hi:
//
//	| 1 | key.hi (63 bits) |    | mixed without its low bits | knowledge (16 bits) |
//
// The low bits of mixed select the bucket. So an entry has its key in full and
// is never taken for another one's. Two words that don't belong together, which
// can be read while another goroutine writes, form the key of some part with
// odds of one in 2⁴⁷: the lock of a search.Slot is not needed, and there
// would be no room for it next to 126 bits of key.
//
// Only the first buckets are in use, and more of them as the table grows, so
// that a search has its entries close together and takes no memory, nor the
// time to get it, before it needs it.
type table struct {
	words []uint64
	shift uint // number of bits that select one of the buckets in use
	used  atomic.Int64
}

const (
	wordsPerEntry  = 2
	wordsPerBucket = 8 // a cache line
	bytesPerBucket = 8 * wordsPerBucket
	knowledgeBits  = 16
	keyBits        = 63 // of each word of a key
	keyMask        = 1<<keyBits - 1
	inUse          = 1 << keyBits
	// minShift takes enough bits of key.lo out of the entry to make room for knowledge.
	minShift = keyBits + knowledgeBits - 64
	// firstShift is for a table of 8 MiB: more than all but the larger boards
	// use, and ready at once.
	firstShift = 17
)

// newTable returns a table that grows up to the given size, but at least to 2 MiB.
func newTable(mib int) *table {
	buckets := max(uint64(mib)<<20/bytesPerBucket, 1<<minShift)
	shift := uint(bits.Len64(buckets)) - 1
	t := &table{words: make([]uint64, wordsPerBucket<<shift), shift: min(shift, firstShift)}
	adviseHugePages(t.words)
	return t
}

// isCrowded reports whether it is time to grow: a quarter of the entries are in
// use. A bucket then has one on average, and is full with odds of 2% (Poisson).
func (t *table) isCrowded() bool {
	inUse := wordsPerBucket << t.shift
	return int(t.used.Load())*wordsPerEntry*4 >= inUse && inUse < len(t.words)
}

// grow doubles the number of buckets in use. One more bit selects the bucket,
// so an entry stays in its bucket or moves to one that was not in use.
func (t *table) grow() {
	half := wordsPerBucket << t.shift
	for at := 0; at < half; at += wordsPerBucket {
		kept, moved := at, at+half
		for i := at; i < at+wordsPerBucket && t.words[i] != 0; i += wordsPerEntry {
			hi, lo := t.words[i], t.words[i+1]
			t.words[i], t.words[i+1] = 0, 0
			to := &kept
			if lo>>knowledgeBits&1 != 0 {
				to = &moved
			}
			t.words[*to], t.words[*to+1] = hi, lo>>(knowledgeBits+1)<<knowledgeBits|lo&(1<<knowledgeBits-1)
			*to += wordsPerEntry
		}
	}
	t.shift++
}

// entry is how a key looks in the table, without knowledge.
type entry struct {
	bucket []uint64
	hi, lo uint64
}

func (t *table) entry(k key) entry {
	mixed := (k.lo ^ game.Mix(k.hi)) & keyMask
	at := mixed & (1<<t.shift - 1) * wordsPerBucket
	return entry{t.words[at : at+wordsPerBucket : at+wordsPerBucket], k.hi | inUse, mixed >> t.shift << knowledgeBits}
}

// key is the inverse of entry, for an entry in the bucket of the given number.
func (t *table) key(hi, lo, bucket uint64) key {
	hi &^= inUse
	return key{hi, (lo>>knowledgeBits<<t.shift | bucket) ^ game.Mix(hi)&keyMask}
}

func (t *table) get(k key) knowledge {
	e := t.entry(k)
	for i := 0; i < wordsPerBucket; i += wordsPerEntry {
		if atomic.LoadUint64(&e.bucket[i]) == e.hi {
			if lo := atomic.LoadUint64(&e.bucket[i+1]); lo>>knowledgeBits<<knowledgeBits == e.lo {
				return knowledge(lo)
			}
		}
	}
	return 0
}

// touch reads the bucket of a part, so that it is in the cache when it is
// looked up. Using the result keeps the compiler from dropping the read.
func (t *table) touch(k key) uint64 { return atomic.LoadUint64(&t.entry(k).bucket[0]) }

// put adds to what is stored of a part.
func (t *table) put(k key, f knowledge) {
	e := t.entry(k)
	for i := 0; i < wordsPerBucket; i += wordsPerEntry {
		hi, lo := atomic.LoadUint64(&e.bucket[i]), atomic.LoadUint64(&e.bucket[i+1])
		if hi == 0 {
			// Each entry is counted once, by the worker that claims it.
			if !atomic.CompareAndSwapUint64(&e.bucket[i], 0, e.hi) {
				continue
			}
			t.used.Add(1)
			atomic.StoreUint64(&e.bucket[i+1], e.lo|uint64(f))
			return
		}
		if hi == e.hi && lo>>knowledgeBits<<knowledgeBits == e.lo {
			if known := knowledge(lo); known&exact == 0 {
				if f&exact == 0 {
					f |= known
				}
				atomic.StoreUint64(&e.bucket[i+1], e.lo|uint64(f))
			}
			return
		}
	}
	victim := t.victim(e, k)
	atomic.StoreUint64(&e.bucket[victim], e.hi)
	atomic.StoreUint64(&e.bucket[victim+1], e.lo|uint64(f))
}

// victim returns where a key goes in its full bucket: of two entries, the one whose key
// has fewer bits set. The key selects the two. Chosen from all four, large parts would
// stay long after they last came up: on 4×6 Hermit, with a table for a sixth of the
// parts, that took 10% more nodes (docs/contributing/experiments.md).
func (t *table) victim(e entry, k key) int {
	first := int(k.spread()>>63) * wordsPerBucket / 2
	second := first + wordsPerEntry
	bucket := (k.lo ^ game.Mix(k.hi)) & (1<<t.shift - 1)
	size := func(i int) int {
		other := t.key(atomic.LoadUint64(&e.bucket[i]), atomic.LoadUint64(&e.bucket[i+1]), bucket)
		return bits.OnesCount64(other.hi) + bits.OnesCount64(other.lo)
	}
	if size(first) <= size(second) {
		return first
	}
	return second
}

// clear empties the table. Nothing else may use it meanwhile.
func (t *table) clear() {
	if t.used.Swap(0) != 0 {
		clear(t.words[:wordsPerBucket<<t.shift])
	}
}

// shrink makes an empty table as small as a new one.
func (t *table) shrink() { t.shift = min(t.shift, firstShift) }

// fill returns the fraction of the table in use, from 0 to 1.
func (t *table) fill() float64 {
	return float64(t.used.Load()) * wordsPerEntry / float64(len(t.words))
}
