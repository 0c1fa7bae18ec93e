package alphabeta

import (
	"slices"

	"thera/game"
)

// history counts for each move, by a hash of its code, how often it has caused
// a cutoff, weighted by depth (Schaeffer 1989).
type history [1 << historyBits]int32

const (
	// historyBits makes room for 65,536 moves; in games with more, some moves
	// share a count. Chosen by hand.
	historyBits = 16
	// maxHistory keeps counts below killerPriority.
	maxHistory = 1 << 20
	// The priorities of killers and of the table's move are above any guess and history.
	killerPriority = 1 << 28
	tablePriority  = 1 << 30
)

func historyIndex[M game.Code](m M) uint32 {
	// 2³² divided by the golden ratio spreads codes that are close together
	// (Knuth, The Art of Computer Programming, section 6.4).
	return uint32(m) * 0x9e3779b1 >> (32 - historyBits)
}

// age halves all counts, so that the new search can outweigh the old ones.
func (h *history) age() {
	for i := range h {
		h[i] /= 2
	}
}

// recordCutoff notes that m caused a cutoff, by default with the usual weight depth².
func (w *worker[P, M, K]) recordCutoff(f *frame[P, M], m M, depth int) {
	h := &w.history[historyIndex(m)]
	*h = min(*h+int32(w.opt.Constants.HistoryWeight*depth*depth/100), maxHistory)
	if f.killers[0] != m {
		f.killers[0], f.killers[1] = m, f.killers[0]
	}
}

// clearKillers clears a ply's killers: only nodes with the same grandparent share them.
func (w *worker[P, M, K]) clearKillers(ply int) {
	if ply < len(w.frames) {
		w.frames[ply].killers = [2]M{}
	}
}

// picker hands out the moves of a node, best first: the move from the table, killers,
// then all others by history and the evaluation's guess. Most nodes end after the first
// ones. Where these can be tried without listing all moves, the others are listed only on
// demand; if few are wanted, at first only the likely ones.
type picker[M game.Code] struct {
	early      [3]M // tried before any moves are listed
	earlyCount int  // number of moves in early
	earlyTried int  // number of them handed out
	wanted     int  // how many moves to list, unlimited for all
	listed     bool
	partial    bool // there may be more moves than those listed
	rest       heap // the listed moves; ordered after maxScans
	scans      int  // how many were found by scanning
}

// maxScans is how many moves of a node are found by scanning all: most nodes need no
// more, and then scanning is cheaper than making a heap. Chosen by hand.
const maxScans = 3

// pop removes the best of at least one listed move and returns its index.
func (p *picker[M]) pop() int {
	p.scans++
	if p.scans <= maxScans {
		return p.rest.scan()
	}
	if p.scans == maxScans+1 {
		p.rest.init()
	}
	return p.rest.pop()
}

// newPicker returns the picker of a frame's moves, given what the table knows of
// the position and how many moves are to be searched besides the excluded ones. It
// lists no moves unless it has to.
func (w *worker[P, M, K]) newPicker(f *frame[P, M], known entry[M], limit, excluded int) (p picker[M]) {
	f.handedOut = f.handedOut[:0]
	p.wanted = unlimited
	if limit < unlimited {
		p.wanted = limit + excluded
	}
	if f.forced || w.eval.Legal == nil {
		w.list(f, &p, known)
		return p
	}
	add := func(m M) {
		if !slices.Contains(p.early[:p.earlyCount], m) && w.eval.Legal(&f.pos, m) {
			p.early[p.earlyCount] = m
			p.earlyCount++
		}
	}
	if known.found() {
		add(known.move)
	}
	for _, m := range f.killers {
		add(m)
	}
	return p
}

func (w *worker[P, M, K]) next(f *frame[P, M], p *picker[M]) (m M, ok bool) {
	if p.earlyTried < p.earlyCount {
		p.earlyTried++
		return p.early[p.earlyTried-1], true
	}
	if !p.listed {
		w.list(f, p, entry[M]{})
	}
	for {
		for len(p.rest) > 0 {
			m = f.moves[p.pop()]
			if !slices.Contains(p.early[:p.earlyCount], m) && !slices.Contains(f.handedOut, m) {
				return m, true
			}
		}
		if !p.partial {
			return m, false
		}
		f.handedOut = append(f.handedOut, f.moves...)
		p.wanted = unlimited
		w.list(f, p, entry[M]{})
	}
}

// list lists the wanted moves of a frame, unless they are forced and so already
// listed, each with its priority.
func (w *worker[P, M, K]) list(f *frame[P, M], p *picker[M], known entry[M]) {
	p.partial = false
	if w.eval.Likely != nil && p.wanted < unlimited && !f.forced {
		f.moves, f.priorities = w.eval.Likely(&f.pos, p.wanted, f.moves, f.priorities)
		p.partial = len(f.moves) == p.wanted
	} else {
		w.listAll(f)
	}
	n := len(f.moves)
	f.keys = slices.Grow(f.keys[:0], n)[:n]
	for i, m := range f.moves {
		var priority int32
		switch {
		case known.found() && m == known.move:
			priority = tablePriority
		case m == f.killers[0] || m == f.killers[1]:
			priority = killerPriority
		default:
			priority = f.priorities[i] + w.history[historyIndex(m)]
		}
		f.keys[i] = -int64(priority)<<32 | int64(i)
	}
	p.rest, p.scans, p.listed = f.keys, 0, true
}

// listAll lists all moves of a frame with their priorities, unless they are forced.
func (w *worker[P, M, K]) listAll(f *frame[P, M]) {
	if !f.forced {
		f.moves = K(&f.pos).AppendMoves(f.moves[:0])
	}
	n := len(f.moves)
	f.priorities = slices.Grow(f.priorities[:0], n)[:n]
	clear(f.priorities)
	if w.eval.Prioritize != nil {
		w.eval.Prioritize(&f.pos, f.moves, f.priorities)
	}
}

// heap is a binary min-heap (Williams 1964) with a key for each move: the
// negated priority in the upper half, the move's index in the lower half, so
// that the best move is on top and equal priorities keep the order of the
// rules. It is cheaper than sorting when few of many moves are taken.
type heap []int64

// init makes a heap of keys in any order.
func (h heap) init() {
	for i := len(h)/2 - 1; i >= 0; i-- {
		h.siftDown(i)
	}
}

// scan removes the least of at least one key, in any order, and returns its index.
func (h *heap) scan() int {
	keys := *h
	least, at := keys[0], 0
	for i, key := range keys {
		if key < least {
			least, at = key, i
		}
	}
	last := len(keys) - 1
	keys[at] = keys[last]
	*h = keys[:last]
	return int(uint32(least))
}

// pop removes the least of at least one key and returns its index.
func (h *heap) pop() int {
	keys := *h
	top, last := keys[0], len(keys)-1
	keys[0] = keys[last]
	*h = keys[:last]
	h.siftDown(0)
	return int(uint32(top))
}

func (h heap) siftDown(i int) {
	if i >= len(h) {
		return
	}
	key := h[i]
	for {
		child := 2*i + 1
		if child >= len(h) {
			break
		}
		if child+1 < len(h) && h[child+1] < h[child] {
			child++
		}
		if key <= h[child] {
			break
		}
		h[i] = h[child]
		i = child
	}
	h[i] = key
}
