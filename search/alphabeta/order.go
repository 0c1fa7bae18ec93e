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
func (w *worker[P, M, K]) rememberCutoff(f *frame[P, M], m M, depth int) {
	h := &w.history[historyIndex(m)]
	*h = min(*h+int32(depth*depth), maxHistory)
	if f.killers[0] != m {
		f.killers[0], f.killers[1] = m, f.killers[0]
	}
}

// order gives each move of f its priority: the move from the table, then
// killers, then by history and the evaluation's guess.
func (w *worker[P, M, K]) order(f *frame[P, M], remembered M, hit bool) picker {
	n := len(f.moves)
	f.priorities = slices.Grow(f.priorities[:0], n)[:n]
	clear(f.priorities)
	if w.eval.Prioritize != nil {
		w.eval.Prioritize(&f.pos, f.moves, f.priorities)
	}
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
	return picker{keys: f.keys}
}

// picker hands out the moves of a node, best first. Each key holds a priority,
// negated, in its upper half and the move's index in its lower half, so that
// smaller comes first and equal priorities keep the rules' order. Most nodes are
// done after a few moves, so the first ones are picked by looking through all,
// and only then is the rest sorted.
type picker struct {
	keys []int64
	done int
}

// picksBeforeSort was chosen by hand, not tuned.
const picksBeforeSort = 16

// next returns the index of the next move, and false when there is none.
func (p *picker) next() (index int, ok bool) {
	rest := p.keys[p.done:]
	if len(rest) == 0 {
		return 0, false
	}
	switch {
	case p.done < picksBeforeSort:
		best := 0
		for i, k := range rest {
			if k < rest[best] {
				best = i
			}
		}
		rest[0], rest[best] = rest[best], rest[0]
	case p.done == picksBeforeSort:
		slices.Sort(rest)
	}
	p.done++
	return int(uint32(rest[0])), true
}
