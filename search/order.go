package search

import (
	"cmp"
	"slices"

	"thera/game"
)

// history counts for each move, by a hash of its code, how often it refuted
// an opponent's move, with more weight at greater depth (Schaeffer 1989).
type history [1 << historyBits]int32

const historyBits = 16

func historyIndex[M game.Code](m M) uint32 {
	return uint32(m) * 0x9e3779b1 >> (32 - historyBits)
}

// age halves all counts, so that a new search may learn better.
func (h *history) age() {
	for i := range h {
		h[i] /= 2
	}
}

// refuted remembers that m made the rest of the moves of f needless.
func (w *worker[P, M, K]) refuted(f *frame[P, M, K], m M, depth int) {
	h := &w.history[historyIndex(m)]
	*h = min(*h+int32(depth*depth), maxHistory)
	if f.killers[0] != m {
		f.killers[0], f.killers[1] = m, f.killers[0]
	}
}

const (
	maxHistory = 1 << 20
	// Priorities above any guess and history.
	killerPriority = 1 << 28
	tablePriority  = 1 << 30
)

// picker hands out the moves of a node, best first. Each key holds a priority
// in its upper half and the complement of the move's index in its lower half,
// so that larger comes first and equal priorities keep the rules' order. Most
// nodes are done after a few moves, so the first ones are picked by looking
// through all, and only then is the rest sorted.
type picker struct {
	keys []int64
	done int
}

const picksBeforeSort = 6

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
			if k > rest[best] {
				best = i
			}
		}
		rest[0], rest[best] = rest[best], rest[0]
	case p.done == picksBeforeSort:
		slices.SortFunc(rest, func(a, b int64) int { return cmp.Compare(b, a) })
	}
	p.done++
	return int(^uint32(rest[0])), true
}

// rank gives each move of f its priority: the move the table remembers, then
// killers, then by history and the game's own guess.
func (w *worker[P, M, K]) rank(f *frame[P, M, K], remembered M, hit bool) picker {
	n := len(f.moves)
	f.guesses = slices.Grow(f.guesses[:0], n)[:n]
	clear(f.guesses)
	if w.eval.Prioritize != nil {
		w.eval.Prioritize(&f.pos, f.moves, f.guesses)
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
			priority = f.guesses[i] + w.history[historyIndex(m)]
		}
		f.keys[i] = int64(priority)<<32 | int64(^uint32(i))
	}
	return picker{keys: f.keys}
}
