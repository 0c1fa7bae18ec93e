package alphabeta

import (
	"slices"

	"thera/game"
)

// history counts for each move, by a hash of its code, how often it has
// caused a cutoff, with more weight at greater depth (Schaeffer 1989).
type history [1 << historyBits]int32

const (
	// historyBits makes room for 65,536 moves, chosen by hand: games with more
	// have some of them share a count.
	historyBits = 16
	// maxHistory keeps counts below killerPriority.
	maxHistory = 1 << 20
	// The priorities of killers and of the move from the table are above any
	// guess and history.
	killerPriority = 1 << 28
	tablePriority  = 1 << 30
)

func historyIndex[M game.Code](m M) uint32 {
	// 2³² divided by the golden ratio spreads codes that are close together
	// (Knuth, The Art of Computer Programming, section 6.4).
	return uint32(m) * 0x9e3779b1 >> (32 - historyBits)
}

// age halves all counts, so that a new search may learn better.
func (h *history) age() {
	for i := range h {
		h[i] /= 2
	}
}

// rememberCutoff takes note that m made the rest of the moves of f needless.
// The weight depth² is the usual one and was not tuned.
func (w *worker[P, M, K]) recordCutoff(f *frame[P, M], m M, depth int) {
	h := &w.history[historyIndex(m)]
	*h = min(*h+int32(depth*depth), maxHistory)
	if f.killers[0] != m {
		f.killers[0], f.killers[1] = m, f.killers[0]
	}
}

// forgetKillers begins a part of the tree in which other moves refute what is tried: at
// the nodes of a ply the killers are of those with the same grandparent.
func (w *worker[P, M, K]) clearKillers(ply int) {
	if ply < len(w.frames) {
		w.frames[ply].killers = [2]M{}
	}
}

// picker hands out the moves of a node, best first: the move from the table, then
// killers, then all others by history and the evaluation's guess. Most nodes are
// done after the first ones. Where these can be tried without listing all moves, the
// others are listed only when they are asked for, and if few are wanted, at first
// the likely ones alone.
type picker[M game.Code] struct {
	early      [3]M // tried before any are listed
	earlyCount int  // how many there are
	earlyTried int  // how many were handed out
	wanted     int  // how many are to be listed, if not all
	listed     bool
	partial    bool // there may be more than those listed
	rest       heap // those listed
}

// order returns the picker of a frame's moves, given what the table remembers and how
// many are to be searched. It lists none that can wait.
func (w *worker[P, M, K]) newPicker(f *frame[P, M], remembered M, hit bool, breadth int) (p picker[M]) {
	f.handedOut = f.handedOut[:0]
	p.wanted = unlimited
	if breadth < unlimited {
		p.wanted = breadth + len(f.excluded)
	}
	if f.forced || w.eval.Legal == nil {
		w.list(f, &p, remembered, hit)
		return p
	}
	add := func(m M) {
		if !slices.Contains(p.early[:p.earlyCount], m) && w.eval.Legal(&f.pos, m) {
			p.early[p.earlyCount] = m
			p.earlyCount++
		}
	}
	if hit {
		add(remembered)
	}
	for _, m := range f.killers {
		add(m)
	}
	return p
}

// next returns the next move, and false when there is none.
func (w *worker[P, M, K]) next(f *frame[P, M], p *picker[M]) (m M, ok bool) {
	if p.earlyTried < p.earlyCount {
		p.earlyTried++
		return p.early[p.earlyTried-1], true
	}
	if !p.listed {
		w.list(f, p, m, false)
	}
	for {
		for len(p.rest) > 0 {
			m = f.moves[p.rest.pop()]
			if !slices.Contains(p.early[:p.earlyCount], m) && !slices.Contains(f.handedOut, m) {
				return m, true
			}
		}
		if !p.partial {
			return m, false
		}
		f.handedOut = append(f.handedOut, f.moves...)
		p.wanted = unlimited
		w.list(f, p, m, false)
	}
}

// list lists the moves of a frame that are wanted, if they are not forced, each with
// its priority.
func (w *worker[P, M, K]) list(f *frame[P, M], p *picker[M], remembered M, hit bool) {
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
		case hit && m == remembered:
			priority = tablePriority
		case m == f.killers[0] || m == f.killers[1]:
			priority = killerPriority
		default:
			priority = f.priorities[i] + w.history[historyIndex(m)]
		}
		f.keys[i] = -int64(priority)<<32 | int64(i)
	}
	p.rest, p.listed = f.keys, true
	p.rest.init()
}

// listAll lists all moves of a frame, if they are not forced, and what each is worth.
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

// heap holds a key for each move, each above two that are not less, the least on top
// (Williams 1964): a priority, negated, in its upper half and the move's index in its
// lower half, so that better is less and equal priorities keep the rules' order. To
// make it takes one look at each key, and to take the least off about as many as
// their number has digits, so it costs little where few are wanted of many.
type heap []int64

// order makes a heap of keys in any order.
func (h heap) init() {
	for i := len(h)/2 - 1; i >= 0; i-- {
		h.siftDown(i)
	}
}

// pop takes the least key off, of at least one, and returns the index in it.
func (h *heap) pop() int {
	keys := *h
	top, last := keys[0], len(keys)-1
	keys[0] = keys[last]
	*h = keys[:last]
	h.siftDown(0)
	return int(uint32(top))
}

// sink brings the key at i to its place below.
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
