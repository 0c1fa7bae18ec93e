package santorini

// walks is where both workers of Hermes can walk on their levels in one turn. Each may
// take its steps before, between and after those of the other.
//
// rules/santorini.md 6.7
type walks struct {
	*mover
	a, b   Space  // where they start
	fields Spaces // to which a can walk
	others Spaces // to which b can walk; the same as fields if they meet
	meet   bool
	// Workers that meet in a corridor cannot pass each other. Then end is one end of
	// the corridor, and first reports whether a is the worker nearer to it.
	corridor, first bool
	end             Spaces
}

func (r *mover) walks() walks {
	w := walks{mover: r, a: r.own.First(), b: r.own.Last()}
	w.fields, w.others = w.field(w.a), w.field(w.b)
	if w.meet = w.fields.Has(w.b); !w.meet {
		return w
	}
	for rest := w.fields; rest != 0; rest &= rest - 1 {
		s := Single(rest.First())
		switch n := (s.Spread() & w.fields).Len(); {
		case n > 3: // including s itself
			return w
		case n < 3:
			w.end = s
		}
	}
	w.corridor = w.end != 0
	w.first = w.before(w.b).Has(w.a)
	return w
}

// field returns the squares to which a worker can walk without going up or down,
// including its own square, if the other worker makes way.
func (r *mover) field(s Space) Spaces {
	return Single(s).flood((r.free | r.own) & r.On(r.Level(s)))
}

// flood returns the squares of a field that are connected to those of set.
func (set Spaces) flood(field Spaces) Spaces {
	for {
		more := set.Spread() & field
		if more == set {
			return set
		}
		set = more
	}
}

// before returns the squares of a corridor between its end and s.
func (w *walks) before(s Space) Spaces {
	return (w.end &^ Single(s)).flood(w.fields &^ Single(s))
}

// beside returns where b can be at the end of the turn if a ends on s.
func (w *walks) beside(s Space) Spaces {
	switch {
	case !w.meet:
		return w.others
	case !w.corridor:
		return w.fields &^ Single(s)
	case w.first:
		return w.fields &^ (w.before(s) | Single(s))
	default:
		return w.before(s)
	}
}

// pairs returns where b can go if a goes to s, limited to turns whose text needs both
// workers. That excludes turns in which one of them ends where either started, unless
// they cannot pass each other, and of two ways to end on the same squares it keeps the
// first.
func (w *walks) pairs(s Space) Spaces {
	ends := w.beside(s) &^ Single(w.b)
	switch {
	case s == w.a:
		return 0
	case !w.meet || w.corridor:
		return ends
	case s == w.b:
		return 0
	default:
		return ends &^ (Single(w.a) | (Single(s)<<1 - 1))
	}
}

func (r *mover) appendHermes(moves []Move) []Move {
	w := r.walks()
	moves = w.appendFirst(moves)
	moves = w.appendSecond(moves)
	for builds := (neighbors[w.a] | neighbors[w.b]) & r.free; builds != 0; builds &= builds - 1 {
		moves = append(moves, NewMove(Nowhere, Nowhere, builds.First()))
	}
	return moves
}

// appendFirst appends the turns in which a moves, alone or with b.
func (w *walks) appendFirst(moves []Move) []Move {
	level := w.Level(w.a)
	steps := w.steps(w.a, level) &^ w.fields
	for rest := steps | w.fields&^Single(w.a); rest != 0; rest &= rest - 1 {
		to := rest.First()
		if steps.Has(to) {
			moves = w.appendStep(moves, w.a, to, level)
			continue
		}
		alone, pairs := w.alone(w.a, to, w.b), w.pairs(to)
		for builds := w.grounds() &^ Single(to); builds != 0; builds &= builds - 1 {
			s := builds.First()
			move := NewMove(w.a, to, s)
			if alone.Has(s) {
				moves = append(moves, move)
			}
			for ends := reaching(pairs, to, s); ends != 0; ends &= ends - 1 {
				moves = append(moves, move.WithWalk(w.b, ends.First()))
			}
		}
	}
	return moves
}

// appendSecond appends the turns in which b moves alone.
func (w *walks) appendSecond(moves []Move) []Move {
	level := w.Level(w.b)
	steps := w.steps(w.b, level) &^ w.others
	for rest := steps | w.beside(w.a)&^Single(w.b); rest != 0; rest &= rest - 1 {
		to := rest.First()
		if steps.Has(to) {
			moves = w.appendStep(moves, w.b, to, level)
			continue
		}
		for builds := w.alone(w.b, to, w.a); builds != 0; builds &= builds - 1 {
			moves = append(moves, NewMove(w.b, to, builds.First()))
		}
	}
	return moves
}

// appendStep appends the turns with a step up or down.
func (w *walks) appendStep(moves []Move, from, to Space, level uint) []Move {
	if w.winning(level).Has(to) {
		return append(moves, NewMove(from, to, Nowhere))
	}
	return w.appendBuilds(moves, NewMove(from, to, 0), w.builds(from, to))
}

// isLegal reports whether appendHermes appends a turn.
func (w *walks) isLegal(m Move) bool {
	from, to, build := m.Spaces()
	extra, _, end := m.Extra()
	level, field := w.Level(from), w.fields
	if from == w.b {
		field = w.others
	}
	switch {
	case extra == Both:
		return m == NewMove(w.a, to, build).WithWalk(w.b, end) && w.fields.Has(to) &&
			(w.grounds() &^ Single(to)).Has(build) && reaching(w.pairs(to), to, build).Has(end)
	case m != NewMove(from, to, build):
		return false
	case m.IsStill():
		return to == Nowhere && ((neighbors[w.a] | neighbors[w.b]) & w.free).Has(build)
	case !w.own.Has(from):
		return false
	case (w.steps(from, level) &^ field).Has(to):
		if w.winning(level).Has(to) {
			return build == Nowhere
		}
		return w.builds(from, to).Has(build)
	case from == w.a:
		return to != w.a && w.fields.Has(to) && w.alone(w.a, to, w.b).Has(build)
	}
	return to != w.b && w.beside(w.a).Has(to) && w.alone(w.b, to, w.a).Has(build)
}

// grounds returns the squares that can be built on if both workers have left theirs.
func (w *walks) grounds() Spaces { return w.free | w.own }

// alone returns the squares that can be built on if one worker has walked from a square
// to another; none if it cannot do so while the other ends where it started.
func (w *walks) alone(from, to, other Space) Spaces {
	if from == w.a && !w.beside(to).Has(other) {
		return 0
	}
	return (neighbors[to] | neighbors[other]) & (w.free | Single(from)) &^ Single(to)
}

// reaching returns the ends of a walk such that a square can be built on from there, or
// from where the other worker is.
func reaching(ends Spaces, other, build Space) Spaces {
	if neighbors[other].Has(build) {
		return ends &^ Single(build)
	}
	return ends & neighbors[build]
}

func (r *mover) countHermes() int {
	w := r.walks()
	n := ((neighbors[w.a] | neighbors[w.b]) & r.free).Len()
	n += w.countSteps(w.a, w.fields) + w.countSteps(w.b, w.others)
	for rest := w.fields &^ Single(w.a); rest != 0; rest &= rest - 1 {
		to := rest.First()
		n += w.alone(w.a, to, w.b).Len()
		pairs := w.pairs(to)
		for builds := w.grounds() &^ Single(to); pairs != 0 && builds != 0; builds &= builds - 1 {
			n += reaching(pairs, to, builds.First()).Len()
		}
	}
	for rest := w.beside(w.a) &^ Single(w.b); rest != 0; rest &= rest - 1 {
		n += w.alone(w.b, rest.First(), w.a).Len()
	}
	return n
}

// countSteps returns the number of turns with a step up or down, out of a field.
func (w *walks) countSteps(from Space, field Spaces) int {
	level := w.Level(from)
	steps := w.steps(from, level) &^ field
	wins := steps & w.winning(level)
	return wins.Len() + adjacent(steps&^wins, w.free|Single(from))
}
