package perft

import (
	"context"
	"sync"
	"sync/atomic"

	"thera/amazons"
	"thera/game"
	"thera/hermit"
	"thera/santorini"
	"thera/search"
)

// Options says how to count. The zero value counts on one goroutine and remembers nothing.
type Options struct {
	// Threads is the number of goroutines that count; 0 means 1.
	Threads int
	// Table, if not nil, remembers the counts of positions, which many move orders lead
	// to. Leave it nil to test moves independently of hashes.
	Table *Table
	// Report, if not nil, is called many times a second, from several goroutines at once,
	// with the sequences counted so far and roughly the fraction of the work done, 0 to 1.
	Report func(counted uint64, done float64)
}

// Count counts the legal sequences of exactly depth moves from pos. When ctx is done, it
// stops and returns the count so far with ctx's error. Positions of games that are not
// listed here are counted by [game.Perft], without the options.
func Count(ctx context.Context, pos game.Position, depth int, opt Options) (uint64, error) {
	if ctx.Err() == nil && depth > 0 {
		if p, ok := game.KernelOf[amazons.Position](pos); ok {
			return count[amazons.Position, amazons.Move](ctx, p, depth, opt)
		}
		if p, ok := game.KernelOf[santorini.Position](pos); ok {
			return count[santorini.Position, santorini.Move](ctx, p, depth, opt)
		}
		if p, ok := game.KernelOf[hermit.Position](pos); ok {
			return count[hermit.Position, hermit.Move](ctx, p, depth, opt)
		}
	}
	return game.Perft(ctx, pos, depth)
}

// kernel is a packed position with a hash that it shares with all its images, which takes
// many times as long to compute as Hash.
type kernel[P any, M game.Code] interface {
	game.Kernel[P, M]
	game.Counter
	ImageHash() uint64
}

// sharedPly is the ply whose positions the goroutines divide among them: usually
// thousands. Each goroutine lists all of them, which costs next to nothing and needs no
// queue.
const sharedPly = 2

// counter is one count. Its goroutines pass the positions of the shared ply in the same
// order, and each counts below those whose number it has taken.
type counter struct {
	ctx      context.Context
	opt      Options
	taken    atomic.Uint64 // the last number taken
	counted  atomic.Uint64 // sequences
	canceled atomic.Bool   // the context ended before the count was complete
}

// count counts the sequences of depth moves, at least 1, from a position.
func count[P any, M game.Code, K kernel[P, M]](ctx context.Context, root P, depth int, opt Options) (uint64, error) {
	c := &counter{ctx: ctx, opt: opt}
	var all sync.WaitGroup
	for range max(opt.Threads, 1) {
		all.Go(func() {
			newWorker[P, M, K](c, root, depth).descend(0)
		})
	}
	all.Wait()
	if c.canceled.Load() {
		return c.counted.Load(), ctx.Err()
	}
	return c.counted.Load(), nil
}

// worker is one goroutine's part of a count, with a position and a move list for each ply
// allocated once.
type worker[P any, M game.Code, K kernel[P, M]] struct {
	*counter
	stack  []P
	moves  [][]M
	tried  []int  // for each ply before the shared one, the index of the current move
	passed uint64 // positions of the shared ply
	mine   uint64 // the number taken
}

func newWorker[P any, M game.Code, K kernel[P, M]](c *counter, root P, depth int) *worker[P, M, K] {
	// Games end long before maxPlies, so a huge depth costs no memory.
	const maxPlies = 1024
	depth = min(depth, maxPlies)
	w := &worker[P, M, K]{
		counter: c, stack: make([]P, depth), moves: make([][]M, depth), tried: make([]int, min(sharedPly, max(depth-2, 0))),
	}
	w.stack[0] = root
	w.mine = c.taken.Add(1)
	return w
}

// descend goes down to the shared ply and counts below the positions that are this
// worker's.
func (w *worker[P, M, K]) descend(ply int) {
	if ply == len(w.tried) {
		if w.passed++; w.passed == w.mine {
			w.mine = w.taken.Add(1)
			n := w.count(ply)
			w.report(w.counted.Add(n))
		}
		return
	}
	w.moves[ply] = K(&w.stack[ply]).AppendMoves(w.moves[ply][:0])
	for i, m := range w.moves[ply] {
		w.tried[ply] = i
		w.play(ply, m)
		if w.descend(ply + 1); w.canceled.Load() {
			return
		}
	}
}

// report reports progress by the moves that are done at the plies before the shared one.
func (w *worker[P, M, K]) report(counted uint64) {
	if w.opt.Report == nil {
		return
	}
	done, width := 0.0, 1.0
	for ply, i := range w.tried {
		width /= float64(len(w.moves[ply]))
		done += width * float64(i)
	}
	w.opt.Report(counted, done)
}

func (w *worker[P, M, K]) play(ply int, m M) {
	w.stack[ply+1] = w.stack[ply]
	K(&w.stack[ply+1]).Play(m)
}

// count returns the number of sequences below a position, or what has been counted when
// the context ends.
func (w *worker[P, M, K]) count(ply int) uint64 {
	if ply == len(w.stack)-1 {
		return uint64(K(&w.stack[ply]).CountMoves())
	}
	if w.opt.Table == nil {
		return w.sum(ply)
	}
	key := w.key(ply)
	if n, ok := w.opt.Table.Load(key); ok {
		return n
	}
	n := w.sum(ply)
	if !w.canceled.Load() {
		w.opt.Table.Store(key, n)
	}
	return n
}

// sum adds up the counts after each move from a position that is not on the last ply.
func (w *worker[P, M, K]) sum(ply int) (n uint64) {
	if w.ctx.Err() != nil {
		w.canceled.Store(true)
		return 0
	}
	p := K(&w.stack[ply])
	if pairs, ok := any(p).(game.PairCounter); ok && ply == len(w.stack)-2 {
		return pairs.CountPairs()
	}
	w.moves[ply] = p.AppendMoves(w.moves[ply][:0])
	for _, m := range w.moves[ply] {
		w.play(ply, m)
		n += w.count(ply + 1)
	}
	return n
}

// imagePlies is how many plies must be left for a position to be counted once for all its
// images. Counting then takes so much longer than hashing the images that the cost of
// unsuccessful lookups does not matter. Up to the shared ply there are so few positions
// that it never matters.
const imagePlies = 3

func (w *worker[P, M, K]) key(ply int) uint64 {
	p, plies := K(&w.stack[ply]), len(w.stack)-ply
	// No square has the number 255, so this is none of the keys of [game.HashKeys] that
	// hashes are made of.
	depth := game.Mix(uint64(plies)<<8 | 255)
	if plies >= imagePlies || ply <= sharedPly {
		return p.ImageHash() ^ depth
	}
	return p.Hash() ^ depth
}

// Table remembers counts by the key of a position and a depth, for many goroutines at once.
// Its size is fixed: when it is full, the smallest counts are replaced, because they are
// the quickest to count again. The data of a slot is the count plus 1, because 0 marks
// empty slots.
type Table struct{ counts search.Table }

// NewTable returns an empty table of the given size, at least 1 MiB. A count takes 16
// bytes.
func NewTable(mib int) *Table { return &Table{search.NewTable(mib)} }

// Load returns the count of a key, if it is known.
func (t *Table) Load(key uint64) (count uint64, ok bool) {
	data := t.counts.Bucket(key).Load(key)
	return max(data, 1) - 1, data != 0
}

// Store remembers the count of a key.
func (t *Table) Store(key, count uint64) {
	slot, held := t.counts.Bucket(key).Replace(key, func(data uint64) uint64 { return data })
	if held == 0 {
		slot.Store(key, count+1)
	}
}
