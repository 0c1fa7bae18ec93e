package nimber

import "slices"

// numbers is a set of nimbers.
type numbers uint64

func (s numbers) has(n int) bool     { return s>>n&1 != 0 }
func (s numbers) with(n int) numbers { return s | 1<<n }

// lookUp lists the options of a part that are not solved, and reports whether
// one that is solved has the nimber n. It returns, and stores, the nimbers of
// the others, and the numbers of which it is known already that some option has
// them.
//
// The near table is asked first, about all options. Only if that does not
// answer do the parts that are left get names, and the table is asked.
func (w *worker[P, M]) listOptions(p, n int) (reached numbers, found bool) {
	first := len(w.options)
	w.moves = w.game.AppendMoves(w.moves[:0], &w.parts[p])
	for _, m := range w.moves {
		o := option{first: len(w.parts)}
		w.parts, o.nimber = w.game.AppendLeft(w.parts, &w.parts[p], m)
		w.probeCache(&o)
		if o.first < o.last {
			w.options = append(w.options, o)
			continue
		}
		reached = reached.with(o.nimber)
		if found = o.nimber == n; found {
			break
		}
	}
	if !found {
		w.fillNames()
		reached |= w.probeOptions(first)
		found = n != unknown && reached.has(n)
	}
	k := w.names[p].key
	if f := knowledge(reached & (1<<(maxExcluded+1) - 1)); f != 0 {
		w.shared.table.put(k, f)
	}
	if f := w.shared.table.get(k); f&exact == 0 {
		reached |= numbers(f)
	}
	return reached, found
}

// ask asks the table about the options on the stack and keeps those that are not
// solved. It returns the nimbers of the others.
func (w *worker[P, M]) probeOptions(first int) (reached numbers) {
	kept := first
	for _, o := range w.options[first:] {
		w.probeTable(&o)
		if o.first < o.last {
			w.options[kept] = o
			kept++
			continue
		}
		reached = reached.with(o.nimber)
	}
	w.options = w.options[:kept]
	return reached
}

// option returns a whole as an option, with its parts on the stack.
func (w *worker[P, M]) option(whole P) option {
	o := option{first: len(w.parts)}
	w.parts, o.nimber = w.game.AppendCut(w.parts, whole)
	w.probeCache(&o)
	w.fillNames()
	w.probeTable(&o)
	return o
}

// askNear takes those parts of an option off the stack that are in the near
// table. The option has all from its first one to the top of the stack.
func (w *worker[P, M]) probeCache(o *option) {
	o.last = o.first
	for i := o.first; i < len(w.parts); i++ {
		hi, lo := w.game.Key(&w.parts[i])
		if n, known := w.cache.get(key{hi, lo}); known {
			o.nimber ^= n
			continue
		}
		if i > o.last {
			w.parts[o.last] = w.parts[i]
		}
		o.last++
	}
	w.parts = w.parts[:o.last]
}

// giveNames names the parts on the stack that have no name yet. Then it reads
// what the table has about them, all together: memory answers many questions
// at once as fast as one.
func (w *worker[P, M]) fillNames() {
	first := len(w.names)
	w.names = slices.Grow(w.names, len(w.parts)-first)[:len(w.parts)]
	for i := first; i < len(w.parts); i++ {
		k := &w.names[i].key
		k.hi, k.lo = w.game.CanonicalKey(&w.parts[i])
	}
	for i := first; i < len(w.parts); i++ {
		w.touched |= w.shared.table.touch(w.names[i].key)
	}
}

// askTable takes the parts of an option that are solved out of it and puts the
// others in order.
func (w *worker[P, M]) probeTable(o *option) {
	last, excluded := o.first, 0
	for i := o.first; i < o.last; i++ {
		f := w.shared.table.get(w.names[i].key)
		n, known := f.nimber()
		if f == 0 && w.game.IsZero(&w.parts[i]) {
			w.shared.table.put(w.names[i].key, exact)
			n, known = 0, true
		}
		if known {
			o.nimber ^= n
			hi, lo := w.game.Key(&w.parts[i])
			w.cache.put(key{hi, lo}, n)
			continue
		}
		w.names[i].hardness = w.game.Hardness(&w.parts[i])
		last = w.insert(o.first, last, i)
		excluded = f.excludedCount()
	}
	if o.last = last; o.first < o.last {
		o.order = w.names[o.last-1].hardness
	}
	if o.last-o.first == 1 {
		o.order -= excludedBonus * excluded
	}
}

// insert puts part i among those from first to before last, by hardness, and
// returns where they end then. Equal parts cancel: together they are 0.
func (w *worker[P, M]) insert(first, last, i int) (end int) {
	part, name := w.parts[i], w.names[i]
	at := last
	for j := last - 1; j >= first; j-- {
		if w.names[j].key == name.key {
			copy(w.parts[j:last], w.parts[j+1:last])
			copy(w.names[j:last], w.names[j+1:last])
			return last - 1
		}
		if w.names[j].hardness > name.hardness {
			at = j
		}
	}
	copy(w.parts[at+1:last+1], w.parts[at:last])
	copy(w.names[at+1:last+1], w.names[at:last])
	w.parts[at], w.names[at] = part, name
	return last + 1
}
