package nimber

import (
	"thera/engine"
)

// worker is one goroutine's search for nimbers. It keeps all memory that a node needs.
type worker[P, M any] struct {
	game            Parts[P, M]
	shared          *shared
	count           engine.Counter
	depth           int
	reportsProgress bool // updates the shared progress
	stopped         bool // answers are meaningless from now on

	// Stacks on which each visit has a section. A part and its name have the
	// same index, which identifies the part.
	parts   []P
	names   []name
	options []option

	moves   []M    // scratch space, free between visits
	cache   *cache // kept from the worker of this number in an earlier Solve
	touched uint64 // unused; see table.touch
}

// option is what a move leaves: the unsolved parts, from first to before last
// on the stack with the hardest last, and the nimber of the others. Equal parts
// have canceled. Its nimber is n if that of the hardest part is n XOR all the
// others, so the hardest is never determined.
type option struct {
	first, last int
	nimber      int
	order       int // smaller ones are searched first; see excludedBonus
}

// excludedBonus is how much easier an option ranks for each excluded number:
// the fewer numbers remain, the likelier it has the one asked for. On 4×5
// Hermit that saves 8% of the nodes (docs/contributing/experiments.md).
const excludedBonus = 3

// sum returns the nimber of the sum of the remaining parts. It is the only method that
// determines the hardest part too, by asking for 0, 1, 2, … in turn.
func (w *worker[P, M]) sum(rest P) int {
	o := w.option(rest)
	for i := o.first; i < o.last; i++ {
		o.nimber ^= w.nimber(i)
	}
	w.drop(o.first)
	return o.nimber
}

// sumIs reports whether the nimber of the sum of the remaining parts is n.
func (w *worker[P, M]) sumIs(rest P, n int) bool {
	o := w.option(rest)
	yes := w.optionIs(o, n)
	w.drop(o.first)
	return yes
}

// drop removes the parts from first on from the stack.
func (w *worker[P, M]) drop(first int) {
	w.parts, w.names = w.parts[:first], w.names[:first]
}

// unknown stands for a nimber that is not known.
const unknown = -1

func (w *worker[P, M]) nimber(p int) int {
	if n, known := w.shared.table.get(w.names[p].key).nimber(); known {
		return n
	}
	return max(w.enter(p, unknown), 0) // any number will do if the search is stopped
}

func (w *worker[P, M]) is(p, n int) bool {
	if yes, known := w.shared.table.get(w.names[p].key).isNimber(n); known {
		return yes
	}
	return w.enter(p, n) == n
}

// enter visits a part, unless the search is stopped.
func (w *worker[P, M]) enter(p, n int) int {
	if w.stopped = w.stopped || w.shared.visit(&w.count); w.stopped {
		return unknown
	}
	parts, options := len(w.parts), len(w.options)
	w.depth++
	n = w.visit(p, n)
	w.depth--
	w.drop(parts)
	w.options = w.options[:options]
	return n
}

// visit returns the nimber of a part if that is n, or if n is unknown; otherwise
// it may return unknown. The nimber is n if no option has n and some option has
// each smaller number.
func (w *worker[P, M]) visit(p, n int) int {
	q := query{key: w.names[p].key, n: n, answer: unknown}
	first := len(w.options)
	reached, found := w.listOptions(p, n)
	if found {
		return unknown
	}
	// The smaller numbers come after n: if it is not the nimber, usually an option shows it.
	if n != unknown && (w.search(&q, first, n) || q.isOver) {
		return q.answer
	}
	m := 0
	for ; m != n; m++ {
		if !reached.has(m) {
			reached |= w.probeOptions(first)
		}
		if reached.has(m) {
			continue
		}
		found := w.search(&q, first, m)
		if q.isOver {
			return q.answer
		}
		if !found {
			break // m is the mex
		}
		reached = reached.with(m)
	}
	w.shared.table.put(q.key, exact|knowledge(m))
	return m
}

// query is what a visit has to find out.
type query struct {
	key    key
	n      int
	isOver bool // another worker has the answer, or the search is stopped
	answer int
}

// isOver updates and reports whether a query is over.
func (w *worker[P, M]) isOver(q *query) bool {
	if w.stopped {
		q.isOver = true
		return true
	}
	k := w.shared.table.get(q.key)
	if n, known := k.nimber(); known {
		q.isOver, q.answer = true, n
	} else if q.n != unknown {
		_, q.isOver = k.isNimber(q.n)
	}
	return q.isOver
}

// search reports whether one of the options on the stack has the nimber n. It
// ends early when the query is over.
func (w *worker[P, M]) search(q *query, first, n int) (found bool) {
	options := w.options[first:]
	sortOptions(options)
	postponed := 0
	for i := range options {
		rest := options[i:]
		// What is already being searched waits at the end, and is then likely known.
		for postponed < len(rest) && w.shared.inProgress.contains(w.hardest(rest[0])) {
			rotate(rest)
			postponed++
		}
		o := rest[0]
		hardest := w.hardest(o)
		w.shared.inProgress.add(hardest)
		yes := w.optionIs(o, n)
		w.shared.inProgress.remove(hardest)
		if yes && !w.stopped {
			w.shared.table.put(q.key, knowledge(0).excluding(n))
			return true
		}
		if w.isOver(q) {
			return false
		}
		if w.reportsProgress {
			w.shared.progress.Set(w.depth, i+1, len(options))
		}
	}
	return false
}

// rotate moves the first option to the end.
func rotate(options []option) {
	first := options[0]
	copy(options, options[1:])
	options[len(options)-1] = first
}

func (w *worker[P, M]) hardest(o option) key { return w.names[o.last-1].key }

// sortOptions sorts by insertion: about 20, mostly in order when asked about again.
func sortOptions(options []option) {
	for i := 1; i < len(options); i++ {
		o, j := options[i], i
		for ; j > 0 && options[j-1].order > o.order; j-- {
			options[j] = options[j-1]
		}
		options[j] = o
	}
}

func (w *worker[P, M]) optionIs(o option, n int) bool {
	n ^= o.nimber
	if o.first == o.last {
		return n == 0
	}
	for i := o.first; i < o.last-1; i++ {
		n ^= w.nimber(i)
	}
	return w.is(o.last-1, n)
}
