package eval

import "thera/santorini"

// AppendForced appends the only moves worth a look where the result of all
// others is plain, with two seats or teams: one that wins at once if there is any,
// or else, if the opponent threatens to win by a step, the moves that prevent it,
// and if there are none the first legal move, which loses like all others. Where
// nothing is forced, it appends nothing.
//
// A search may take these moves for all: the result of the position and its
// distance stay the same. Where seats have powers, it needs room for all legal
// moves behind those given, so as not to allocate.
func AppendForced(p *santorini.Position, moves []santorini.Move) []santorini.Move {
	if !p.IsBase() {
		return appendForcedPowered(p, moves)
	}
	own, rivals, occupied := p.Workers(p.Turn()), p.Workers(1-p.Turn()&1), p.Occupied()
	if p.Players() != 2 || p.Winners() != 0 || own == 0 || rivals == 0 || own&p.Above(santorini.Top-1) != 0 {
		return moves // who stands on level 3 can also step in the way
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

// IsQuiet reports whether a position of two seats is one that a network learns from:
// nothing is forced, or with powers, the seat to move can't win at once.
func IsQuiet(p *santorini.Position) bool {
	if !p.IsBase() {
		return !CanWin(p)
	}
	var list [16]santorini.Move // two workers with eight steps, and one square to build on
	return len(AppendForced(p, list[:0])) == 0
}

// appendClimb appends a climb that wins, if there is one.
func appendClimb(p *santorini.Position, moves []santorini.Move, own, occupied santorini.Spaces) []santorini.Move {
	for on2 := own & p.Above(santorini.Top-2); on2 != 0; on2 &= on2 - 1 {
		from := on2.First()
		if tops := santorini.Neighbors(from) & openTops(p, occupied); tops != 0 {
			return append(moves, santorini.PackMove(from, tops.First(), santorini.Nowhere))
		}
	}
	return moves
}

// appendStalemate appends a move after which the opponent can't move, if there
// is one. It takes away at most two of the opponent's steps: the square it
// goes to and the one it builds on.
func appendStalemate(p *santorini.Position, moves []santorini.Move, rivals, occupied santorini.Spaces) []santorini.Move {
	steps := p.Steps(rivals.First(), occupied) | p.Steps(rivals.Last(), occupied)
	if steps.Len() > 2 {
		return moves
	}
	var list [16 * 8]santorini.Move // two workers with eight steps and eight builds
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

// threats returns the squares onto which one of the given workers can climb to
// win.
func threats(p *santorini.Position, workers, occupied santorini.Spaces) (tops santorini.Spaces) {
	for on2 := workers & p.Above(santorini.Top-2) &^ p.Above(santorini.Top-1); on2 != 0; on2 &= on2 - 1 {
		tops |= santorini.Neighbors(on2.First())
	}
	return tops & openTops(p, occupied)
}

// appendBuilds appends the moves of the seat to move that build on a free
// square.
func appendBuilds(p *santorini.Position, moves []santorini.Move, target santorini.Space, own, occupied santorini.Spaces) []santorini.Move {
	for ; own != 0; own &= own - 1 {
		from := own.First()
		for to := p.Steps(from, occupied) & santorini.Neighbors(target); to != 0; to &= to - 1 {
			moves = append(moves, santorini.PackMove(from, to.First(), target))
		}
	}
	return moves
}

// appendFirst appends the first legal move of a seat that can't climb: who can
// step can build at least where it came from.
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
