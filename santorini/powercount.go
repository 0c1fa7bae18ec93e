package santorini

// countPowered returns the number of legal moves with powers, without listing them: the
// number of positions that they lead to.
func (p *Position) countPowered() int {
	r := p.mover()
	switch {
	case p.winners != 0:
		return 0
	case r.own == 0:
		return countPlacements(r.free)
	case r.power == Hermes:
		return r.countHermes()
	}
	return r.countWorker(r.own.First()) + r.countWorker(r.own.Last())
}

// countWorker returns the number of moves of one worker.
func (r *mover) countWorker(from Space) int {
	level := r.Level(from)
	all := r.steps(from, level)
	wins := all & r.winning(level)
	steps := all &^ wins
	free := r.free | Single(from)
	switch r.power {
	case Artemis:
		twice, won := r.again(from, steps)
		wins |= won
		return wins.Len() + adjacent(steps|twice, free)
	case Apollo, Minotaur:
		// A displaced rival takes the square just left, or one more square next to the
		// worker: one square fewer to build on either way.
		return wins.Len() + adjacent(steps, r.free) + (steps & r.free).Len()
	case Atlas:
		return wins.Len() + adjacent(steps, free) + adjacent(steps, free&^r.above[Top-1])
	case Hephaestus:
		return wins.Len() + adjacent(steps, free) + adjacent(steps, free&^r.above[1])
	case Demeter:
		n := wins.Len()
		for ; steps != 0; steps &= steps - 1 {
			builds := (neighbors[steps.First()] & free).Len()
			n += builds * (builds + 1) / 2 // one square or two
		}
		return n
	case Prometheus:
		n := wins.Len() + adjacent(steps, free)
		for level := steps &^ r.above[level]; level != 0; level &= level - 1 {
			n += r.countTwo(from, level.First(), neighbors[level.First()]&free)
		}
		return n
	}
	return wins.Len() + adjacent(steps, free)
}

// countTwo returns how many ways Prometheus has to build before and after a worker goes
// from one square to another without going up, given the squares on which it can build
// after. Two different squares count once, in either order.
func (r *mover) countTwo(from, to Space, lasts Spaces) int {
	firsts := r.firsts(from, to, Nowhere)
	either := firsts & lasts
	twice := either &^ r.above[Top-1]
	pairs := either.Len() * (either.Len() - 1) / 2
	return firsts.Len()*lasts.Len() - either.Len() - pairs + twice.Len()
}

// adjacent counts the ways to choose a square of x and a neighbor of it in y.
func adjacent(x, y Spaces) int { return pairOf(x, 0).adjacent(pairOf(y, 0)) }

// isStuckPowered reports whether the seat to move has workers and no turn, with powers.
// A worker that can go onto a free square can build on the square it left, and so can
// Minotaur after pushing a rival; Apollo's worker has to find another square, and
// Hermes' need not move.
//
// rules/santorini.md 3.2, 5.3
func (p *Position) isStuckPowered() bool {
	r := p.mover()
	for own := r.own; own != 0; own &= own - 1 {
		from := own.First()
		level := r.Level(from)
		steps := r.steps(from, level)
		switch {
		case r.power == Hermes && neighbors[from]&r.free != 0,
			steps&(r.free|r.winning(level)) != 0,
			r.power == Minotaur && steps != 0,
			steps.Spread()&r.free != 0:
			return false
		}
	}
	return r.own != 0
}
