package nimber

import (
	"thera/internal/meter"
)

// worker is one goroutine's search for nimbers. All that it needs for a node it
// keeps.
type worker[P, M any] struct {
	game    Parts[P, M]
	shared  *shared
	count   meter.Counter
	depth   int
	leads   bool // it is the one whose progress is told
	stopped bool // the answers given since are worthless

	// Stacks on which each visit has a section. A part and its name have the
	// same place, by which it is known.
	parts   []P
	names   []name
	options []option

	moves   []M    // a buffer that is free between visits
	near    *near  // has what is known to whoever had it before
	touched uint64 // of no use, see table.touch
}

// option is what a move leaves: the parts that are not solved, from first to
// before last on the stack and the hardest last, and the nimber of the others.
// Equal parts are not there at all, since two of them make 0. Its nimber is n if
// that of the hardest is n XOR all the others, which is why only the hardest is
// never worked out.
type option struct {
	first, last int
	nimber      int
	order       int // smaller ones are searched first
}

// excludedBonus is how much easier an option counts for each number that is
// excluded: the fewer remain, the likelier it is the one that is asked for. On
// 4×5 Hermit that saves 8 % of the nodes (docs/contributing/experiments.md).
const excludedBonus = 3

// sum returns the nimber of the sum of parts that are left. It is the only one
// that works out the hardest part too, by asking for 0, 1, 2, … in turn.
func (w *worker[P, M]) sum(rest P) int {
	o := w.option(rest)
	for i := o.first; i < o.last; i++ {
		o.nimber ^= w.nimber(i)
	}
	w.drop(o.first)
	return o.nimber
}

// sumIs reports whether the nimber of the sum of parts that are left is n.
func (w *worker[P, M]) sumIs(rest P, n int) bool {
	o := w.option(rest)
	yes := w.optionIs(o, n)
	w.drop(o.first)
	return yes
}

// drop takes the parts from first on off the stack.
func (w *worker[P, M]) drop(first int) {
	w.parts, w.names = w.parts[:first], w.names[:first]
}

// unknown stands for a nimber that nobody has found.
const unknown = -1

// nimber returns the nimber of a part.
func (w *worker[P, M]) nimber(p int) int {
	if n, known := w.shared.table.get(w.names[p].key).nimber(); known {
		return n
	}
	return max(w.enter(p, unknown), 0) // anything will do if the search is stopped
}

// is reports whether the nimber of a part is n.
func (w *worker[P, M]) is(p, n int) bool {
	if yes, known := w.shared.table.get(w.names[p].key).is(n); known {
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

// visit returns the nimber of a part if that is n, or if n is unknown; else it may
// return unknown. The nimber is n if no option has n and some have each smaller
// number.
func (w *worker[P, M]) visit(p, n int) int {
	q := query{key: w.names[p].key, n: n, answer: unknown}
	first := len(w.options)
	reached, found := w.lookUp(p, n)
	if found || n != unknown && (w.search(&q, first, n) || q.over) {
		return q.answer
	}
	// Smaller numbers come after n: where that is not the nimber, most often an
	// option says so.
	for m := 0; m != n; m++ {
		if !reached.has(m) {
			reached |= w.ask(first)
		}
		if reached.has(m) {
			continue
		}
		found := w.search(&q, first, m)
		if q.over {
			return q.answer
		}
		if !found {
			n = m
			break
		}
		reached = reached.with(m)
	}
	w.shared.table.put(q.key, exact|facts(n))
	return n
}

// query is what a visit is to find out.
type query struct {
	key    key
	n      int
	over   bool // there is an answer, by another worker, or the search is stopped
	answer int
}

// settled reports whether a query is over.
func (w *worker[P, M]) settled(q *query) bool {
	if w.stopped {
		q.over = true
		return true
	}
	f := w.shared.table.get(q.key)
	if n, known := f.nimber(); known {
		q.over, q.answer = true, n
	} else if q.n != unknown {
		_, q.over = f.is(q.n)
	}
	return q.over
}

// search reports whether one of the options on the stack has the nimber n. It
// ends early when the query is over.
func (w *worker[P, M]) search(q *query, first, n int) (found bool) {
	options := w.options[first:]
	sortOptions(options)
	for i, postponed := 0, 0; i < len(options); i++ {
		o := options[i]
		hardest := w.names[o.last-1].key
		// What another worker is at comes last, and is then perhaps known.
		if postponed < len(options)-i && w.shared.busy.begun(hardest) {
			copy(options[i:], options[i+1:])
			options[len(options)-1] = o
			postponed++
			i--
			continue
		}
		w.shared.busy.begin(hardest)
		yes := w.optionIs(o, n)
		w.shared.busy.end(hardest)
		if yes && !w.stopped {
			w.shared.table.put(q.key, facts(0).excluding(n))
			return true
		}
		if w.settled(q) {
			return false
		}
		if w.leads {
			w.shared.done.Note(w.depth, i+1, len(options))
		}
	}
	return false
}

// sortOptions sorts by insertion: there are some 20, and most are in order already where
// they are asked about again.
func sortOptions(options []option) {
	for i := 1; i < len(options); i++ {
		o, j := options[i], i
		for ; j > 0 && options[j-1].order > o.order; j-- {
			options[j] = options[j-1]
		}
		options[j] = o
	}
}

// optionIs reports whether the nimber of an option is n.
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
