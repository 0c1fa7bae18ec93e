package game

import (
	"context"
	"sync"
	"sync/atomic"
)

// sharedPly is the ply whose positions are the tasks that goroutines share:
// thousands as a rule, and each goroutine lists them all by itself, which costs
// next to nothing and needs no queue.
const sharedPly = 2

// perftCount is one count over a kernel. Its goroutines pass the positions of the
// shared ply in the same order, and each counts below those whose number it has
// drawn.
type perftCount struct {
	ctx     context.Context
	opt     PerftOptions
	drawn   atomic.Uint64 // numbers of tasks given out
	counted atomic.Uint64 // sequences
	broken  atomic.Bool   // the context has ended before the count
}

// countPerft counts the sequences of depth moves, at least 1, from a position.
func countPerft[P any, M Code, K Kernel[P, M]](ctx context.Context, root P, depth int, opt PerftOptions) (uint64, error) {
	c := &perftCount{ctx: ctx, opt: opt}
	var all sync.WaitGroup
	for range max(opt.Threads, 1) {
		all.Go(func() {
			newPerftWorker[P, M, K](c, root, depth).share(0)
		})
	}
	all.Wait()
	if c.broken.Load() {
		return c.counted.Load(), ctx.Err()
	}
	return c.counted.Load(), nil
}

// perftWorker is one goroutine's count, with a position and a move list for
// each ply allocated once.
type perftWorker[P any, M Code, K Kernel[P, M]] struct {
	*perftCount
	stack  []P
	moves  [][]M
	tried  []int   // moves of the plies before the shared one that are done with
	last   Counter // of the last position on the stack, nil if it can't count
	passed uint64  // tasks
	mine   uint64  // the number drawn
}

func newPerftWorker[P any, M Code, K Kernel[P, M]](c *perftCount, root P, depth int) *perftWorker[P, M, K] {
	// Games end long before maxPlies, so a huge depth costs no memory.
	const maxPlies = 1024
	depth = min(depth, maxPlies)
	w := &perftWorker[P, M, K]{
		perftCount: c, stack: make([]P, depth), moves: make([][]M, depth), tried: make([]int, min(sharedPly, max(depth-2, 0))),
	}
	w.stack[0] = root
	w.last, _ = any(K(&w.stack[depth-1])).(Counter)
	w.mine = c.drawn.Add(1)
	return w
}

// share goes down to the shared ply and counts below the positions that are the
// goroutine's own.
func (w *perftWorker[P, M, K]) share(ply int) {
	if ply == len(w.tried) {
		if w.passed++; w.passed == w.mine {
			w.mine = w.drawn.Add(1)
			n := w.count(ply)
			w.tell(w.counted.Add(n))
		}
		return
	}
	w.moves[ply] = K(&w.stack[ply]).AppendMoves(w.moves[ply][:0])
	for i, m := range w.moves[ply] {
		w.tried[ply] = i
		w.descend(ply, m)
		if w.share(ply + 1); w.broken.Load() {
			return
		}
	}
}

// tell reports, by how many moves are done at the plies before the shared one.
func (w *perftWorker[P, M, K]) tell(counted uint64) {
	if w.opt.Report == nil {
		return
	}
	share, width := 0.0, 1.0
	for ply, i := range w.tried {
		width /= float64(len(w.moves[ply]))
		share += width * float64(i)
	}
	w.opt.Report(counted, share)
}

// descend plays a move into the next frame.
func (w *perftWorker[P, M, K]) descend(ply int, m M) {
	w.stack[ply+1] = w.stack[ply]
	K(&w.stack[ply+1]).Play(m)
}

// count returns the sequences below a position. After the end of the context
// it is what has been counted.
func (w *perftWorker[P, M, K]) count(ply int) uint64 {
	p := K(&w.stack[ply])
	last := ply == len(w.stack)-1
	if last && w.last != nil {
		return uint64(w.last.CountMoves())
	}
	if last {
		w.moves[ply] = p.AppendMoves(w.moves[ply][:0])
		return uint64(len(w.moves[ply]))
	}
	var key uint64
	if w.opt.Memo != nil {
		key = w.key(ply)
		if n, ok := w.opt.Memo.Load(key); ok {
			return n
		}
	}
	if w.ctx.Err() != nil {
		w.broken.Store(true)
		return 0
	}
	n := w.step(ply)
	if w.opt.Memo != nil && !w.broken.Load() {
		w.opt.Memo.Store(key, n)
	}
	return n
}

// imagePlies is how many plies have to follow for a position to be counted once with
// its images: then counting takes so much longer than finding out what they are that
// it does not matter how often that is for nothing. Up to the shared ply there are so
// few positions that it never matters.
const imagePlies = 3

// key returns what a count is remembered by.
func (w *perftWorker[P, M, K]) key(ply int) uint64 {
	p, plies := K(&w.stack[ply]), len(w.stack)-ply
	// No square has the number 255, so this is none of the keys of [HashKeys], of
	// which hashes are made.
	depth := Mix(uint64(plies)<<8 | 255)
	if imaged, ok := any(p).(Imaged); ok && (plies >= imagePlies || ply <= sharedPly) {
		return imaged.ImageHash() ^ depth
	}
	return p.Hash() ^ depth
}

// step returns the sequences below a position that is not on the last ply.
func (w *perftWorker[P, M, K]) step(ply int) (n uint64) {
	p := K(&w.stack[ply])
	if pairs, ok := any(p).(PairCounter); ok && ply == len(w.stack)-2 {
		return pairs.CountPairs()
	}
	w.moves[ply] = p.AppendMoves(w.moves[ply][:0])
	for _, m := range w.moves[ply] {
		w.descend(ply, m)
		n += w.count(ply + 1)
	}
	return n
}
