package nimber

import (
	"math/bits"
	"sync/atomic"

	"thera/engine"
)

// numbers is a set of nimbers.
type numbers uint64

func (s numbers) has(n int) bool     { return s>>n&1 != 0 }
func (s numbers) with(n int) numbers { return s | 1<<n }

// listOptions lists the options of a part that are not solved, and reports whether a
// solved one has the nimber n. It returns, and stores, the nimbers of the solved ones,
// together with the numbers already known to be reached by some option.
//
// The cache is asked first, about all options. Only if that does not answer,
// the names of the remaining parts are computed and the table is asked.
func (w *worker[P, M]) listOptions(p, n int) (reached numbers, found bool) {
	first := len(w.options)
	w.moves = w.game.AppendMoves(w.moves[:0], &w.parts[p])
	for _, m := range w.moves {
		o := option{first: len(w.parts)}
		w.parts, o.nimber = w.game.AppendLeft(w.parts, &w.parts[p], m)
		w.probeCache(&o)
		if o.first < o.last {
			w.options = append(w.options, o)
			continue
		}
		reached = reached.with(o.nimber)
		if found = o.nimber == n; found {
			break
		}
	}
	if !found {
		w.fillNames()
		reached |= w.probeOptions(first)
		found = n != unknown && reached.has(n)
	}
	k := w.names[p].key
	if f := knowledge(reached & (1<<(maxExcluded+1) - 1)); f != 0 {
		w.shared.table.put(k, f)
	}
	if f := w.shared.table.get(k); f&exact == 0 {
		reached |= numbers(f)
	}
	return reached, found
}

// probeOptions looks the options on the stack up in the table and keeps those
// that are not solved. It returns the nimbers of the others.
func (w *worker[P, M]) probeOptions(first int) (reached numbers) {
	kept := first
	for _, o := range w.options[first:] {
		w.probeTable(&o)
		if o.first < o.last {
			w.options[kept] = o
			kept++
			continue
		}
		reached = reached.with(o.nimber)
	}
	w.options = w.options[:kept]
	return reached
}

// option returns a whole as an option, with its parts on the stack.
func (w *worker[P, M]) option(whole P) option {
	o := option{first: len(w.parts)}
	w.parts, o.nimber = w.game.AppendCut(w.parts, whole)
	w.probeCache(&o)
	w.fillNames()
	w.probeTable(&o)
	return o
}

// probeCache removes from the stack those parts of an option that are in the
// cache. The option's parts are those from its first to the top of the stack.
func (w *worker[P, M]) probeCache(o *option) {
	o.last = o.first
	for i := o.first; i < len(w.parts); i++ {
		hi, lo := w.game.Key(&w.parts[i])
		if n, known := w.cache.get(key{hi, lo}); known {
			o.nimber ^= n
			continue
		}
		w.parts[o.last] = w.parts[i]
		o.last++
	}
	w.parts = w.parts[:o.last]
}

// fillNames computes the names of the parts on the stack that have none yet.
// Then it touches the table's entries of all of them: memory answers many
// requests at once as fast as one.
func (w *worker[P, M]) fillNames() {
	first := len(w.names)
	for i := first; i < len(w.parts); i++ {
		hi, lo := w.game.CanonicalKey(&w.parts[i])
		w.names = append(w.names, name{key: key{hi, lo}})
	}
	for _, n := range w.names[first:] {
		w.touched |= w.shared.table.touch(n.key)
	}
}

// probeTable removes the solved parts of an option from its section of the stack
// and sorts the others:
//
//	| sorted, not solved | removed | not looked at yet |
//	o.first              unsolved  i                   o.last
func (w *worker[P, M]) probeTable(o *option) {
	unsolved, excluded := o.first, 0
	for i := o.first; i < o.last; i++ {
		k := w.knowledgeOf(i)
		if n, known := k.nimber(); known {
			o.nimber ^= n
			hi, lo := w.game.Key(&w.parts[i])
			w.cache.put(key{hi, lo}, n)
			continue
		}
		w.names[i].hardness = w.game.Hardness(&w.parts[i])
		unsolved = w.insert(o.first, unsolved, i)
		excluded = k.excludedCount()
	}
	if o.last = unsolved; o.first < o.last {
		o.order = w.names[o.last-1].hardness
	}
	if o.last-o.first == 1 {
		o.order -= excludedBonus * excluded
	}
}

// knowledgeOf returns what the table or a theorem says about part i.
func (w *worker[P, M]) knowledgeOf(i int) knowledge {
	k := w.shared.table.get(w.names[i].key)
	if k == 0 && w.game.IsZero(&w.parts[i]) {
		k = exact
		w.shared.table.put(w.names[i].key, k)
	}
	return k
}

// insert puts part i among the parts from first to last, by hardness, and
// returns their new end. Equal parts cancel: the nimber of the two is 0.
func (w *worker[P, M]) insert(first, last, i int) (end int) {
	part, name := w.parts[i], w.names[i]
	at := last
	for j := last - 1; j >= first; j-- {
		if w.names[j].key == name.key {
			copy(w.parts[j:last], w.parts[j+1:last])
			copy(w.names[j:last], w.names[j+1:last])
			return last - 1
		}
		if w.names[j].hardness > name.hardness {
			at = j
		}
	}
	copy(w.parts[at+1:last+1], w.parts[at:last])
	copy(w.names[at+1:last+1], w.names[at:last])
	w.parts[at], w.names[at] = part, name
	return last + 1
}

// cache holds the nimbers of parts that a worker has met lately, by their keys as they
// lie: most parts that a move leaves are small, and come up again and again before any
// symmetry matters. Looking here first saves the canonical form and an access to the
// table. The key selects an entry's place; a new entry replaces the old one.
//
// An entry is key.hi and a word that mixes the whole key invertibly: the
// highest bits select the place, the others stand above the nimber and a 1:
//
//	| other bits of spread | nimber | 1 |
type cache [1 << cacheBits]struct{ hi, rest uint64 }

// cacheBits makes the cache 512 KiB, so that it fits a core's second-level
// cache of 1 to 2 MiB. With it, 5×5 Hermit took 7.1 instead of 9.7 s
// (docs/contributing/experiments.md).
const cacheBits = 15

// golden is 2⁶⁴ divided by the golden ratio, whose multiples spread well
// (Knuth, The Art of Computer Programming, section 6.4).
const golden = 0x9e3779b97f4a7c15

// spread returns a multiplicative hash that differs for all keys with the same key.hi.
func (k key) spread() uint64 { return (k.hi*golden ^ k.lo) * golden }

func (t *cache) get(k key) (n int, known bool) {
	word := k.spread()
	e := &t[word>>(64-cacheBits)]
	data := e.rest ^ word<<cacheBits
	return int(data >> 1), e.hi == k.hi && data>>cacheBits == 0 && data != 0
}

func (t *cache) put(k key, n int) {
	word := k.spread()
	e := &t[word>>(64-cacheBits)]
	e.hi, e.rest = k.hi, word<<cacheBits|uint64(n)<<1|1
}

// knowledge is what is known of a part: its nimber, or numbers that its nimber
// is not. Zero is nothing.
type knowledge uint16

const (
	// exact means that the other bits are the nimber. Without it, bit n says
	// that the nimber is not n.
	exact knowledge = 1 << 15
	// maxExcluded is the largest number that can be excluded.
	maxExcluded = 14
)

func (f knowledge) nimber() (n int, known bool) { return int(f &^ exact), f&exact != 0 }

func (f knowledge) isNimber(n int) (yes, known bool) {
	if m, ok := f.nimber(); ok {
		return m == n, true
	}
	return false, n <= maxExcluded && f>>n&1 != 0
}

// excludedCount returns how many numbers are excluded, if the nimber is not known.
func (f knowledge) excludedCount() int { return bits.OnesCount16(uint16(f)) }

// excluding returns the knowledge with n excluded too.
func (f knowledge) excluding(n int) knowledge {
	if f&exact != 0 || n > maxExcluded {
		return f
	}
	return f | 1<<n
}

// shared is what the workers of one search share. They help each other through the table.
type shared struct {
	table      *table
	meter      *engine.Meter
	inProgress inProgress
	progress   engine.Completion // of the options of the parts next to the root
}

// growCheckInterval is after how many nodes a worker checks whether the table
// should grow, a power of two. Counting nodes, not time, makes one thread take
// the same nodes each time.
const growCheckInterval = 256

// visit counts a node of a worker, and reports whether it has to stop. All
// workers also stop when the table should grow.
func (s *shared) visit(count *engine.Counter) (stop bool) {
	due := count.Visit()
	if count.Nodes%growCheckInterval == 0 && s.table.isCrowded() {
		s.meter.Stop()
		return true
	}
	return due && count.Poll()
}

// inProgress is the set of parts that some worker is searching. A part is in
// the slot that its key selects or, if that is taken, not in the set at all:
// then two workers may search it at once, which only costs time.
type inProgress [1 << inProgressBits]atomic.Uint64

// inProgressBits leaves room for many times the parts that a few workers
// search, one for each ply of their lines.
const inProgressBits = 10

// slot returns the slot of a part, and the mark it holds while the part is searched.
func (b *inProgress) slot(k key) (slot *atomic.Uint64, mark uint64) {
	mark = (k.hi ^ k.lo*golden) | 1
	return &b[mark*golden>>(64-inProgressBits)], mark
}

func (b *inProgress) contains(k key) bool {
	slot, mark := b.slot(k)
	return slot.Load() == mark
}

func (b *inProgress) add(k key) {
	slot, mark := b.slot(k)
	slot.Store(mark)
}

func (b *inProgress) remove(k key) {
	slot, mark := b.slot(k)
	slot.CompareAndSwap(mark, 0)
}
