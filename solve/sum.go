package solve

import (
	"cmp"
	"slices"
)

// worker is one goroutine's search for nimbers. It asks "is the nimber of this
// part n?", that is, does whoever moves lose the part beside a heap of n, and
// never searches a sum: of the parts that a move leaves, it finds the nimbers
// of all but the hardest, and asks the question of that one (Lemoine and
// Viennot 2012).
type worker[P, M any] struct {
	game    Parts[P, M]
	shared  *shared
	nodes   uint64 // visited since the last report to shared
	depth   int
	leads   bool // it is the one whose progress is told
	stopped bool // the answers given since are worthless

	// Stacks on which each visit has a section.
	parts   []named[P] // visits keep pointers into it, so its elements stay as they are
	options []option
	// Buffers that are free between visits. What a method of game is given a
	// pointer to lives here or on a stack: elsewhere it would be allocated.
	moves []M
	rest  P
	cut   []P
}

// option is what a move leaves: the parts that are not solved, from first to
// before last in worker.parts and the hardest last, and the nimber of the others.
type option struct {
	first, last int
	nimber      int
	order       int // smaller ones are searched first
}

// excludedBonus is how much easier an option counts for each number that is
// excluded: the fewer remain, the likelier it is the one that is asked for.
const excludedBonus = 3

// sum returns the nimber of the sum of parts that are left.
func (w *worker[P, M]) sum(rest P) int {
	o := w.option(rest)
	for i := o.first; i < o.last; i++ {
		o.nimber ^= w.nimber(&w.parts[i])
	}
	w.parts = w.parts[:o.first]
	return o.nimber
}

// sumIs reports whether the nimber of the sum of parts that are left is n.
func (w *worker[P, M]) sumIs(rest P, n int) bool {
	o := w.option(rest)
	yes := w.optionIs(o, n)
	w.parts = w.parts[:o.first]
	return yes
}

// nimber returns the nimber of a part.
func (w *worker[P, M]) nimber(p *named[P]) int {
	for n := 0; !w.stopped; n++ {
		if w.is(p, n) {
			return n
		}
	}
	return 0
}

// is reports whether the nimber of a part is n.
func (w *worker[P, M]) is(p *named[P], n int) bool {
	if yes, known := w.shared.table.get(p.key).is(n); known {
		return yes
	}
	if w.stopped = w.stopped || w.shared.count(&w.nodes); w.stopped {
		return false
	}
	parts, options := len(w.parts), len(w.options)
	w.depth++
	yes := w.visit(p, n)
	w.depth--
	w.parts, w.options = w.parts[:parts], w.options[:options]
	return yes
}

// visit answers the question of is: the nimber is n if no option has n and
// some have each smaller number.
func (w *worker[P, M]) visit(p *named[P], n int) bool {
	first := len(w.options)
	if w.lookUp(p, n) {
		return false
	}
	last := len(w.options)
	slices.SortFunc(w.options[first:last], func(a, b option) int { return cmp.Compare(a.order, b.order) })
	for i, postponed := first, 0; i < last; i++ {
		o := w.options[i]
		hardest := w.parts[o.last-1].key
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
			w.shared.table.put(p.key, facts(0).excluding(n))
			return false
		}
		if yes, known := w.shared.table.get(p.key).is(n); known {
			return yes // by another worker
		}
		if w.leads {
			w.shared.progress.done(w.depth, i+1-first, last-first)
		}
	}
	// Smaller numbers come after the options: where n is not the nimber, most
	// often an option says so.
	for m := range n {
		if w.is(p, m) || w.stopped {
			return false
		}
	}
	w.shared.table.put(p.key, exact|facts(n))
	return true
}

// lookUp lists the options of a part that are not solved, and reports whether
// one that is solved has the nimber n. It stores what the others exclude.
func (w *worker[P, M]) lookUp(p *named[P], n int) (found bool) {
	excluded := facts(0)
	w.moves = w.game.AppendMoves(w.moves[:0], &p.part)
	for _, m := range w.moves {
		w.rest = p.part
		w.game.Play(&w.rest, m)
		o := w.option(w.rest)
		if o.first < o.last {
			w.options = append(w.options, o)
			continue
		}
		excluded = excluded.excluding(o.nimber)
		if found = o.nimber == n; found {
			break
		}
	}
	if excluded != 0 {
		w.shared.table.put(p.key, excluded)
	}
	return found
}

// option returns what is left as an option, with its parts on the stack.
func (w *worker[P, M]) option(rest P) option {
	o := option{first: len(w.parts)}
	w.cut, o.nimber = w.game.AppendCut(w.cut[:0], rest)
	excluded := 0
	for i := range w.cut {
		hi, lo := w.game.Key(&w.cut[i])
		f := w.shared.table.get(key{hi, lo})
		if n, known := f.nimber(); known {
			o.nimber ^= n
			continue
		}
		if f == 0 && w.game.IsZero(&w.cut[i]) {
			w.shared.table.put(key{hi, lo}, exact)
			continue
		}
		w.addPart(o.first, named[P]{w.cut[i], key{hi, lo}, w.game.Hardness(&w.cut[i])})
		excluded = f.count()
	}
	o.last = len(w.parts)
	if o.first < o.last {
		o.order = w.parts[o.last-1].hardness
	}
	if o.last-o.first == 1 {
		o.order -= excludedBonus * excluded
	}
	return o
}

// addPart inserts a part among those from first on, by hardness. Equal parts
// cancel: together they are 0.
func (w *worker[P, M]) addPart(first int, p named[P]) {
	at := len(w.parts)
	for i := len(w.parts) - 1; i >= first; i-- {
		if w.parts[i].key == p.key {
			w.parts = slices.Delete(w.parts, i, i+1)
			return
		}
		if w.parts[i].hardness > p.hardness {
			at = i
		}
	}
	w.parts = slices.Insert(w.parts, at, p)
}

// optionIs reports whether the nimber of an option is n.
func (w *worker[P, M]) optionIs(o option, n int) bool {
	n ^= o.nimber
	if o.first == o.last {
		return n == 0
	}
	for i := o.first; i < o.last-1; i++ {
		n ^= w.nimber(&w.parts[i])
	}
	return w.is(&w.parts[o.last-1], n)
}
