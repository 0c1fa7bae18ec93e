package santorini

// appendPowered appends the legal moves with powers, one for each position that they
// lead to, in the order of their codes.
//
// rules/santorini.md 5.3, 5.4
func (p *Position) appendPowered(moves []Move) []Move {
	r := p.mover()
	if r.power == Hermes {
		return r.appendHermes(moves)
	}
	for own := r.own; own != 0; own &= own - 1 {
		moves = r.appendWorker(moves, own.First())
	}
	return moves
}

// appendWorker appends the moves of one worker.
func (r *mover) appendWorker(moves []Move, from Space) []Move {
	level := r.Level(from)
	all := r.steps(from, level)
	wins := all & r.winning(level)
	steps := all &^ wins
	once := all
	if r.power == Artemis {
		twice, won := r.again(from, steps)
		steps |= twice
		wins |= won
	}
	for to := steps | wins; to != 0; to &= to - 1 {
		s := to.First()
		if steps.Has(s) {
			move := PackMove(from, s, 0)
			if !once.Has(s) || r.winning(level).Has(s) {
				move = r.via(move, once&^r.winning(level), false)
			}
			moves = r.appendBuilds(moves, move, r.builds(from, s))
		}
		if wins.Has(s) {
			move := PackMove(from, s, Nowhere)
			if !once.Has(s) || !r.winning(level).Has(s) {
				move = r.via(move, once&^r.winning(level), true)
			}
			moves = append(moves, move)
		}
	}
	return moves
}

// via returns a move of two steps with the lowest square between that works.
func (r *mover) via(move Move, steps Spaces, win bool) Move {
	to := move.to()
	for steps &= neighbors[to]; steps != 0; steps &= steps - 1 {
		s := steps.First()
		level := r.Level(s)
		if !r.tooHigh(level).Has(to) && r.winning(level).Has(to) == win {
			return move.with(Via, s)
		}
	}
	return move
}

// appendBuilds appends the turns that continue a move by building.
//
// rules/santorini.md 6.4, 6.5, 6.6, 6.10
func (r *mover) appendBuilds(moves []Move, move Move, builds Spaces) []Move {
	for rest := builds; rest != 0; rest &= rest - 1 {
		s := rest.First()
		built := move | Move(s)<<buildShift
		moves = append(moves, built)
		switch r.power {
		case Atlas:
			if !r.above[Top-1].Has(s) {
				moves = append(moves, built.with(Domed, 0))
			}
		case Demeter:
			for more := rest & (rest - 1); more != 0; more &= more - 1 {
				moves = append(moves, built.with(Also, more.First()))
			}
		case Hephaestus:
			if !r.above[1].Has(s) {
				moves = append(moves, built.with(Also, s))
			}
		case Prometheus:
			firsts := r.firsts(move.from(), move.to(), s)
			if r.firsts(move.from(), move.to(), Nowhere).Has(s) {
				firsts &^= rest & (rest - 1) // the same two squares in the other order
			}
			for ; firsts != 0; firsts &= firsts - 1 {
				moves = append(moves, built.with(Before, firsts.First()))
			}
		}
	}
	return moves
}

// firsts returns the squares on which Prometheus can build before a worker goes from
// one square to another without going up, and builds on last.
//
// rules/santorini.md 6.10
func (r *mover) firsts(from, to, last Space) Spaces {
	level := r.Level(from)
	if r.above[level].Has(to) {
		return 0
	}
	firsts := neighbors[from] & r.free
	if level == 0 || r.above[level-1].Has(to) {
		firsts &^= Single(to) // or the step would go up
	}
	if r.above[Top-1].Has(last) {
		firsts &^= Single(last) // or last would already have a dome
	}
	return firsts
}
