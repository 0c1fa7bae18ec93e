package santorini

// AppendForced appends the only moves worth a look where the result of all
// others is plain, with two seats: one that wins at once if there is any, or
// else, if the opponent threatens to climb, the builds that prevent it, and if
// there are none the first legal move, which loses like all others. Where
// nothing is forced, it appends nothing.
//
// A search may take these moves for all: the result of the position and its
// distance stay the same.
func (p *Position) AppendForced(moves []Move) []Move {
	own, rivals, occupied := p.workers[p.turn], p.workers[1-p.turn&1], p.occupied()
	if p.seats != 2 || p.winners != 0 || own == 0 || rivals == 0 || own&p.above[top-1] != 0 {
		return moves // who stands on level 3 can also step in the way
	}
	before := len(moves)
	if moves = p.appendClimb(moves, own, occupied); len(moves) > before {
		return moves
	}
	threats := p.threats(rivals, occupied)
	if threats == 0 {
		return p.appendStalemate(moves, rivals, occupied)
	}
	if target := threats.first(); threats == single(target) {
		moves = p.appendBuilds(moves, target, own, occupied)
	}
	if len(moves) == before {
		moves = p.appendFirst(moves, own, occupied)
	}
	return moves
}

// appendClimb appends a climb that wins, if there is one.
func (p *Position) appendClimb(moves []Move, own, occupied squares) []Move {
	for on2 := own & p.above[top-2]; on2 != 0; on2 &= on2 - 1 {
		from := on2.first()
		if tops := neighbors[from] & p.openTops(occupied); tops != 0 {
			return append(moves, newMove(from, tops.first(), nowhere))
		}
	}
	return moves
}

// appendStalemate appends a move after which the opponent can't move, if there
// is one. It takes away at most two of the opponent's steps: the square it
// goes to and the one it builds on.
func (p *Position) appendStalemate(moves []Move, rivals, occupied squares) []Move {
	steps := p.steps(rivals.first(), occupied) | p.steps(rivals.last(), occupied)
	if steps.len() > 2 {
		return moves
	}
	var list [16 * 8]Move // two workers with eight steps and eight builds
	for _, m := range p.AppendMoves(list[:0]) {
		next := *p
		if next.Play(m); next.winners != 0 {
			return append(moves, m)
		}
	}
	return moves
}

// openTops returns the squares of level 3 without a worker.
func (p *Position) openTops(occupied squares) squares {
	return p.above[top-1] &^ (p.above[top] | occupied)
}

// threats returns the squares onto which one of the given workers can climb to
// win.
func (p *Position) threats(workers, occupied squares) (tops squares) {
	for on2 := workers & p.above[top-2] &^ p.above[top-1]; on2 != 0; on2 &= on2 - 1 {
		tops |= neighbors[on2.first()]
	}
	return tops & p.openTops(occupied)
}

// appendBuilds appends the moves of the seat to move that build on a free
// square.
func (p *Position) appendBuilds(moves []Move, target square, own, occupied squares) []Move {
	for ; own != 0; own &= own - 1 {
		from := own.first()
		for to := p.steps(from, occupied) & neighbors[target]; to != 0; to &= to - 1 {
			moves = append(moves, newMove(from, to.first(), target))
		}
	}
	return moves
}

// appendFirst appends the first legal move of a seat that can't climb: who can
// step can build at least where it came from.
func (p *Position) appendFirst(moves []Move, own, occupied squares) []Move {
	for ; own != 0; own &= own - 1 {
		from := own.first()
		if steps := p.steps(from, occupied); steps != 0 {
			to := steps.first()
			free := board&^(occupied|p.above[top]) | single(from)
			return append(moves, newMove(from, to, (neighbors[to]&free).first()))
		}
	}
	return moves
}
