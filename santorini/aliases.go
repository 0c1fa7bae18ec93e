package santorini

// AppendAliases appends all codes of the legal moves: those of AppendMoves, and then
// the others that lead to the same positions.
//
// rules/santorini.md 5.4
func (p *Position) AppendAliases(moves []Move) []Move {
	before := len(moves)
	moves = p.AppendMoves(moves)
	if p.powers == 0 || p.winners != 0 || p.workers[p.turn] == 0 {
		return moves
	}
	r := p.mover()
	appendAliases := r.appendAliases
	if r.power == Hermes {
		w := r.walks()
		appendAliases = w.appendAliases
	}
	for _, m := range moves[before:] {
		moves = appendAliases(moves, m)
	}
	return moves
}

// appendAliases appends the other codes that lead to the same position as a move.
func (r *mover) appendAliases(moves []Move, m Move) []Move {
	from, to, build := m.Spaces()
	extra, more, _ := m.Extra()
	turned := PackMove(from, to, more).with(extra, build)
	switch {
	case r.power == Artemis:
		return r.appendVias(moves, m)
	case r.power == Atlas && build != Nowhere && r.above[Top-1].Has(build):
		return append(moves, m.with(Domed, 0))
	case extra == Also && more != build:
		return append(moves, turned)
	case extra == Before && more != build && r.builds(from, to).Has(more) && r.firsts(from, to, more).Has(build):
		return append(moves, turned)
	}
	return moves
}

// appendVias appends the other squares between the two steps of a turn.
func (r *mover) appendVias(moves []Move, m Move) []Move {
	from, to, build := m.Spaces()
	level := r.Level(from)
	steps := r.steps(from, level) &^ r.winning(level) & neighbors[to]
	for ; steps != 0; steps &= steps - 1 {
		s := steps.First()
		level := r.Level(s)
		alias := PackMove(from, to, build).with(Via, s)
		if alias != m && !r.tooHigh(level).Has(to) && r.winning(level).Has(to) == (build == Nowhere) {
			moves = append(moves, alias)
		}
	}
	return moves
}

// appendAliases appends the codes of walks that lead to the same position as a given
// one: either worker may be named first, and each may go where the other one went.
func (w *walks) appendAliases(moves []Move, m Move) []Move {
	from, to, build := m.Spaces()
	x, y := w.a, w.b // where a and b end
	switch {
	case m.is(Both):
		_, _, y = m.Extra()
		x = to
		moves = append(moves, PackMove(w.b, y, build).withWalk(w.a, x))
	case m.IsStill():
	case from == w.a && w.fields.Has(to):
		x = to
	case from == w.b && w.others.Has(to):
		y = to
	default:
		return moves // a step up or down
	}
	if w.meet && x != w.b && y != w.a && w.beside(y).Has(x) {
		moves = append(moves,
			PackMove(w.a, y, build).withWalk(w.b, x),
			PackMove(w.b, x, build).withWalk(w.a, y))
	}
	return moves
}
