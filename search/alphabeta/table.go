package alphabeta

import (
	"math/bits"

	"thera/engine"
	"thera/game"
	"thera/search"
)

// bound says how a stored score relates to the true value, which a search finds
// only if it is inside the window.
type bound uint8

const (
	upper bound = 1 // the value is at most the score
	lower bound = 2 // the value is at least the score
	exact bound = upper | lower
)

// entry is what the table knows of a position: the result of one search, and
// the move that was best or caused the cutoff, 0 if none is known.
type entry[M game.Code] struct {
	move M
	// score counts the plies of a proven result from this position, which can
	// be reached at several plies; the search counts them from the root.
	score int16
	depth uint8
	bound bound
	age   uint8 // 6 bits
}

func (e entry[M]) found() bool { return e.bound != 0 }

// table is the transposition table. The hash selects the bucket with its low
// bits. Workers share it without locks.
//
// A slot holds an entry as move<<32 | score<<16 | depth<<8 | age<<2 | bound.
// That is never 0, since no bound is 0.
type table[M game.Code] struct {
	buckets search.Table
	age     uint8
}

// newTable returns an empty table with as many buckets as fit the memory,
// rounded down to a power of two so that a mask selects one.
func newTable[M game.Code](mib int) table[M] {
	n := uint(mib) << 20 / search.BucketBytes
	return table[M]{buckets: make(search.Table, 1<<(bits.Len(n)-1))}
}

// advance begins a new search: entries of older searches are replaced first.
func (t *table[M]) advance() { t.age = (t.age + 1) & 63 }

// clear empties the table.
func (t *table[M]) clear() {
	clear(t.buckets)
	t.age = 0
}

func (t *table[M]) bucket(key uint64) *search.Bucket {
	return &t.buckets[key&uint64(len(t.buckets)-1)]
}

// probe returns what is known of the position with the key, the zero value if nothing is.
func (t *table[M]) probe(key uint64) entry[M] { return unpack[M](t.bucket(key).Load(key)) }

// store replaces the entry of the same position, or else an empty slot, then an
// entry of an older search, then the shallowest.
func (t *table[M]) store(key uint64, m M, score engine.Score, ply, depth int, b bound) {
	slot, _ := t.bucket(key).Replace(key, func(data uint64) uint64 {
		e := unpack[M](data)
		value := 1 + uint64(e.depth)
		if e.age == t.age {
			value += 1 << 8
		}
		return value
	})
	e := entry[M]{move: m, score: int16(score.Delayed(-ply)), depth: uint8(depth), bound: b, age: t.age}
	slot.Store(key, e.pack())
}

func (e entry[M]) pack() uint64 {
	return uint64(e.move)<<32 | uint64(uint16(e.score))<<16 | uint64(e.depth)<<8 | uint64(e.age)<<2 | uint64(e.bound)
}

func unpack[M game.Code](data uint64) entry[M] {
	return entry[M]{
		move:  M(data >> 32),
		score: int16(data >> 16),
		depth: uint8(data >> 8),
		age:   uint8(data) >> 2,
		bound: bound(data) & exact,
	}
}

// cutoff returns the stored score if it answers a search to depth with the
// given window. A proven score holds at any depth.
func (e entry[M]) cutoff(ply, depth int, alpha, beta engine.Score) (engine.Score, bool) {
	score := engine.Score(e.score).Delayed(ply)
	if int(e.depth) < depth && !score.Won() && !score.Lost() {
		return 0, false
	}
	switch {
	case e.bound == exact,
		e.bound == lower && score >= beta,
		e.bound == upper && score <= alpha:
		return score, true
	}
	return 0, false
}
