package santorini

// AppendMoves appends the legal moves, ascending by the square the worker leaves, then
// the one it lands on, then the one it builds on; placements by their first square,
// then the second.
//
// rules/santorini.md 2.2, 2.4
func (p *Position) AppendMoves(moves []Move) []Move {
	if p.winners != 0 {
		return moves
	}
	own, occupied := p.workers[p.turn], p.Occupied()
	if own == 0 {
		return appendPlacements(moves, AllSpaces&^occupied)
	}
	if p.powers != 0 {
		return p.appendPowered(moves)
	}
	for ; own != 0; own &= own - 1 {
		from := own.First()
		free := AllSpaces&^(occupied|p.above[Top]) | Single(from)
		tops := p.Tops(from)
		for to := p.Steps(from, occupied); to != 0; to &= to - 1 {
			s := to.First()
			if tops.Has(s) {
				moves = append(moves, PackMove(from, s, Nowhere))
				continue
			}
			for build := neighbors[s] & free; build != 0; build &= build - 1 {
				moves = append(moves, PackMove(from, s, build.First()))
			}
		}
	}
	return moves
}

// rules/santorini.md 1.4
func appendPlacements(moves []Move, free Spaces) []Move {
	for ; free != 0; free &= free - 1 {
		first := free.First()
		for rest := free & (free - 1); rest != 0; rest &= rest - 1 {
			moves = append(moves, placement|PackMove(first, rest.First(), Nowhere))
		}
	}
	return moves
}

func countPlacements(free Spaces) int {
	n := free.Len()
	return n * (n - 1) / 2
}

// CountMoves returns the number of legal moves without listing them. A worker that has
// moved can build on the square it left and on each free neighbor of the one it landed
// on; a winning climb is one move without a build.
func (p *Position) CountMoves() int {
	if p.powers != 0 {
		return p.countPowered()
	}
	if p.winners != 0 {
		return 0
	}
	own, occupied := p.workers[p.turn], p.Occupied()
	if own == 0 {
		return countPlacements(AllSpaces &^ occupied)
	}
	a, b := own.First(), own.Last()
	stepsA, stepsB := p.Steps(a, occupied), p.Steps(b, occupied)
	free := AllSpaces &^ (occupied | p.above[Top])
	building := pairOf(stepsA&^p.Tops(a), stepsB&^p.Tops(b))
	return pairOf(stepsA, stepsB).Len() + building.adjacent(pairOf(free, free))
}

// Tops returns the spaces onto which a worker on s would win by climbing, whether or
// not they are next to it or occupied.
//
// rules/santorini.md 3.1
func (p *Position) Tops(s Space) Spaces {
	if p.Level(s) == Top-1 {
		return p.above[Top-1]
	}
	return 0
}
