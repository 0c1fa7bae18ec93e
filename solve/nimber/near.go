package nimber

// near has the nimbers of parts that a worker has met lately, by their keys as
// they lie: most parts that a move leaves are small, and met again and again
// before anything turns or moves them. To look here first saves the canonical
// form and a visit to the table. An entry is in the place that the key chooses;
// the last one stays.
//
// An entry is key.hi and a word that is made of all the key by what can be undone: its
// highest bits choose the place, the others stand above the nimber and a 1.
type near [1 << nearBits]struct{ hi, rest uint64 }

// nearBits is chosen so that near fits the second cache of a core, which has 1
// to 2 MiB today: 512 KiB. With near and parts as they lie 5×5 Hermit took 7.1
// instead of 9.7 s (docs/contributing/experiments.md).
const nearBits = 15

// golden is 2⁶⁴ divided by the golden ratio, whose multiples spread (Knuth,
// The Art of Computer Programming, section 6.4).
const golden = 0x9e3779b97f4a7c15

// spread returns a word that is another one for each key.lo with the same key.hi, by
// multiplicative hashing.
func (k key) spread() uint64 { return (k.hi*golden ^ k.lo) * golden }

// get returns the nimber of a part if it is there.
func (t *near) get(k key) (n int, known bool) {
	word := k.spread()
	e := &t[word>>(64-nearBits)]
	data := e.rest ^ word<<nearBits
	return int(data >> 1), e.hi == k.hi && data>>nearBits == 0 && data != 0
}

// put stores the nimber of a part.
func (t *near) put(k key, n int) {
	word := k.spread()
	e := &t[word>>(64-nearBits)]
	e.hi, e.rest = k.hi, word<<nearBits|uint64(n)<<1|1
}
