package eval

import "thera/santorini"

// AppendForced appends the only moves worth searching if the result of all others is
// obvious, with two seats or teams. That is one move that wins at once if there is any.
// Otherwise, if the opponent threatens to win by a step, it is the moves that prevent
// it, or if there are none the first legal move, which loses like all others. If
// nothing is forced, it appends nothing.
//
// A search may treat these moves as the only ones: the result of the position and its
// distance stay the same. With powers, moves needs spare capacity for all legal moves
// to avoid allocation.
func AppendForced(p *santorini.Position, moves []santorini.Move) []santorini.Move {
	if !p.IsBase() {
		return appendForcedPowered(p, moves)
	}
	own, rivals, occupied := p.Workers(p.Turn()), p.Workers(1-p.Turn()&1), p.Occupied()
	if p.Players() != 2 || p.Winners() != 0 || own == 0 || rivals == 0 || own&p.Above(santorini.Top-1) != 0 {
		return moves // a worker on level 3 can also step in the way
	}
	before := len(moves)
	if moves = appendClimb(p, moves, own, occupied); len(moves) > before {
		return moves
	}
	threats := threats(p, rivals, occupied)
	if threats == 0 {
		return appendStalemate(p, moves, rivals, occupied)
	}
	if target := threats.First(); threats == santorini.Single(target) {
		moves = appendBuilds(p, moves, target, own, occupied)
	}
	if len(moves) == before {
		moves = appendFirst(p, moves, own, occupied)
	}
	return moves
}

// IsQuiet reports whether a network should learn from a position of two seats: nothing
// is forced or, with powers, the seat to move cannot win at once.
func IsQuiet(p *santorini.Position) bool {
	if !p.IsBase() {
		return !CanWin(p)
	}
	var list [16]santorini.Move // at most two workers with eight steps each, and one square to build on
	return len(AppendForced(p, list[:0])) == 0
}

// appendClimb appends a winning climb, if there is one.
func appendClimb(p *santorini.Position, moves []santorini.Move, own, occupied santorini.Spaces) []santorini.Move {
	for on2 := own & p.Above(santorini.Top-2); on2 != 0; on2 &= on2 - 1 {
		from := on2.First()
		if tops := santorini.Neighbors(from) & openTops(p, occupied); tops != 0 {
			return append(moves, santorini.PackMove(from, tops.First(), santorini.Nowhere))
		}
	}
	return moves
}

// appendStalemate appends a move after which the opponent cannot move, if there is one.
// A move takes away at most two of the opponent's steps: the square it goes to and the
// one it builds on.
func appendStalemate(p *santorini.Position, moves []santorini.Move, rivals, occupied santorini.Spaces) []santorini.Move {
	steps := p.Steps(rivals.First(), occupied) | p.Steps(rivals.Last(), occupied)
	if steps.Len() > 2 {
		return moves
	}
	var list [16 * 8]santorini.Move // at most two workers with eight steps and eight builds each
	for _, m := range p.AppendMoves(list[:0]) {
		next := *p
		if next.Play(m); next.Winners() != 0 {
			return append(moves, m)
		}
	}
	return moves
}

// openTops returns the squares of level 3 without a worker.
func openTops(p *santorini.Position, occupied santorini.Spaces) santorini.Spaces {
	return p.Above(santorini.Top-1) &^ (p.Above(santorini.Top) | occupied)
}

// threats returns the squares onto which one of the given workers can climb to win.
func threats(p *santorini.Position, workers, occupied santorini.Spaces) (tops santorini.Spaces) {
	for on2 := workers & p.Above(santorini.Top-2) &^ p.Above(santorini.Top-1); on2 != 0; on2 &= on2 - 1 {
		tops |= santorini.Neighbors(on2.First())
	}
	return tops & openTops(p, occupied)
}

// appendBuilds appends the moves of the seat to move that build on a free square.
func appendBuilds(p *santorini.Position, moves []santorini.Move, target santorini.Space, own, occupied santorini.Spaces) []santorini.Move {
	for ; own != 0; own &= own - 1 {
		from := own.First()
		for to := p.Steps(from, occupied) & santorini.Neighbors(target); to != 0; to &= to - 1 {
			moves = append(moves, santorini.PackMove(from, to.First(), target))
		}
	}
	return moves
}

// appendFirst appends the first legal move of a seat that cannot climb. A worker that
// can step can build at least on the square it left.
func appendFirst(p *santorini.Position, moves []santorini.Move, own, occupied santorini.Spaces) []santorini.Move {
	for ; own != 0; own &= own - 1 {
		from := own.First()
		if steps := p.Steps(from, occupied); steps != 0 {
			to := steps.First()
			free := santorini.AllSpaces&^(occupied|p.Above(santorini.Top)) | santorini.Single(from)
			return append(moves, santorini.PackMove(from, to, (santorini.Neighbors(to)&free).First()))
		}
	}
	return moves
}
