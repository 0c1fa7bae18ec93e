package nimber

import (
	"cmp"
	"slices"

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
// 4×5 Hermit that saves 8 % of the nodes (docs/solving.md).
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

// nimber returns the nimber of a part.
func (w *worker[P, M]) nimber(p int) int {
	for n := 0; !w.stopped; n++ {
		if w.is(p, n) {
			return n
		}
	}
	return 0
}

// is reports whether the nimber of a part is n.
func (w *worker[P, M]) is(p, n int) bool {
	if yes, known := w.shared.table.get(w.names[p].key).is(n); known {
		return yes
	}
	if w.stopped = w.stopped || w.shared.visit(&w.count); w.stopped {
		return false
	}
	parts, options := len(w.parts), len(w.options)
	w.depth++
	yes := w.visit(p, n)
	w.depth--
	w.drop(parts)
	w.options = w.options[:options]
	return yes
}

// visit answers the question of is: the nimber is n if no option has n and
// some have each smaller number.
func (w *worker[P, M]) visit(p, n int) bool {
	k := w.names[p].key
	first := len(w.options)
	if w.lookUp(p, n) {
		return false
	}
	last := len(w.options)
	slices.SortFunc(w.options[first:last], func(a, b option) int { return cmp.Compare(a.order, b.order) })
	for i, postponed := first, 0; i < last; i++ {
		o := w.options[i]
		hardest := w.names[o.last-1].key
		// What another worker is at comes last, and is then perhaps known.
		if postponed < last-i && w.shared.busy.begun(hardest) {
			copy(w.options[i:], w.options[i+1:last])
			w.options[last-1] = o
			postponed++
			i--
			continue
		}
		w.shared.busy.begin(hardest)
		yes := w.optionIs(o, n)
		w.shared.busy.end(hardest)
		if w.stopped {
			return false
		}
		if yes {
			w.shared.table.put(k, facts(0).excluding(n))
			return false
		}
		if yes, known := w.shared.table.get(k).is(n); known {
			return yes // by another worker
		}
		if w.leads {
			w.shared.done.Note(w.depth, i+1-first, last-first)
		}
	}
	// Smaller numbers come after the options: where n is not the nimber, most
	// often an option says so.
	for m := range n {
		if w.is(p, m) || w.stopped {
			return false
		}
	}
	w.shared.table.put(k, exact|facts(n))
	return true
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
