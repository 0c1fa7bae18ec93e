package santorini

// AppendMoves appends the legal moves, ascending by the square the worker
// leaves, then the one it lands on, then the one it builds on; placements by
// their first square, then the second.
func (p *Position) AppendMoves(moves []Move) []Move {
	if p.winners != 0 {
		return moves
	}
	own, occupied := p.workers[p.turn], p.occupied()
	if own == 0 {
		return appendPlacements(moves, board&^occupied)
	}
	for ; own != 0; own &= own - 1 {
		from := own.first()
		free := board&^(occupied|p.above[top]) | single(from)
		tops := p.tops(from)
		for to := p.steps(from, occupied); to != 0; to &= to - 1 {
			s := to.first()
			if tops.has(s) {
				moves = append(moves, newMove(from, s, nowhere))
				continue
			}
			for build := neighbors[s] & free; build != 0; build &= build - 1 {
				moves = append(moves, newMove(from, s, build.first()))
			}
		}
	}
	return moves
}

func appendPlacements(moves []Move, free squares) []Move {
	for ; free != 0; free &= free - 1 {
		first := free.first()
		for rest := free & (free - 1); rest != 0; rest &= rest - 1 {
			moves = append(moves, placement|newMove(first, rest.first(), nowhere))
		}
	}
	return moves
}

// CountMoves returns the number of legal moves without listing them. Who has
// moved can build on the square it left and on each free neighbor of the one
// it landed on; a winning climb is one move without a build.
func (p *Position) CountMoves() int {
	if p.winners != 0 {
		return 0
	}
	own, occupied := p.workers[p.turn], p.occupied()
	if own == 0 {
		n := (board &^ occupied).len()
		return n * (n - 1) / 2
	}
	a, b := own.first(), own.last()
	stepsA, stepsB := p.steps(a, occupied), p.steps(b, occupied)
	free := board &^ (occupied | p.above[top])
	building := pairOf(stepsA&^p.tops(a), stepsB&^p.tops(b))
	return pairOf(stepsA, stepsB).len() + building.adjacent(pairOf(free, free))
}

// tops returns the squares that a worker on s would win by climbing onto, if
// it can move there.
func (p *Position) tops(s square) squares {
	if p.level(s) == top-1 {
		return p.above[top-1]
	}
	return 0
}
