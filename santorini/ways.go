package santorini

// AppendAliases appends all codes of the legal moves: each of AppendMoves, and
// after it those that lead to the same position.
func (p *Position) AppendAliases(moves []Move) []Move {
	before := len(moves)
	moves = p.AppendMoves(moves)
	if p.powers == 0 || p.winners != 0 || p.workers[p.turn] == 0 {
		return moves
	}
	r := p.reach()
	appendWays := r.appendWays
	if r.power == Hermes {
		w := r.walks()
		appendWays = w.appendWays
	}
	for _, m := range moves[before:] {
		moves = appendWays(moves, m)
	}
	return moves
}

// appendWays appends the codes that lead to the same position as a move.
func (r *reach) appendWays(moves []Move, m Move) []Move {
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

// appendVias appends the other ways to step twice.
func (r *reach) appendVias(moves []Move, m Move) []Move {
	from, to, build := m.Spaces()
	level := r.Level(from)
	steps := r.steps(from, level) &^ r.winning(level) & neighbors[to]
	for ; steps != 0; steps &= steps - 1 {
		s := steps.First()
		level := r.Level(s)
		way := PackMove(from, to, build).with(Via, s)
		if way != m && !r.tooHigh(level).Has(to) && r.winning(level).Has(to) == (build == Nowhere) {
			moves = append(moves, way)
		}
	}
	return moves
}

// appendWays appends the codes of walks that lead to the same position as one:
// each worker may be named first, and each may go where the other one went.
func (w *walks) appendWays(moves []Move, m Move) []Move {
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
