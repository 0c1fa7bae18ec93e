package eval

import (
	"thera/game"
	"thera/santorini"
)

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
		return !canWin(p)
	}
	var list [16]santorini.Move // at most two workers with eight steps each, and one square to build on
	return len(AppendForced(p, list[:0])) == 0
}

func appendClimb(p *santorini.Position, moves []santorini.Move, own, occupied santorini.Spaces) []santorini.Move {
	for on2 := own & p.Above(santorini.Top-2); on2 != 0; on2 &= on2 - 1 {
		from := on2.First()
		if tops := santorini.Neighbors(from) & openTops(p, occupied); tops != 0 {
			return append(moves, santorini.NewMove(from, tops.First(), santorini.Nowhere))
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
			moves = append(moves, santorini.NewMove(from, to.First(), target))
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
			return append(moves, santorini.NewMove(from, to, (santorini.Neighbors(to)&free).First()))
		}
	}
	return moves
}

// appendForcedPowered is [AppendForced] with powers. It tries all that might parry a threat.
func appendForcedPowered(p *santorini.Position, moves []santorini.Move) []santorini.Move {
	if !hasTwoSides(p) || p.Winners() != 0 {
		return moves
	}
	wins, threats := canWin(p), p.Wins(next(p))
	if !wins && threats == 0 && !mayStalemate(p) {
		return moves
	}
	before := len(moves)
	moves = p.AppendMoves(moves)
	guard := guard{squares: santorini.AllSpaces}
	if !wins && threats != 0 {
		guard = guardOf(p, threats)
	}
	first, parries := moves[before], before
	for _, m := range moves[before:] {
		if wins && !m.IsClimb() || !guard.mayParry(p, m) {
			continue
		}
		then := *p
		if then.Play(m); then.Winners() != 0 {
			return append(moves[:before], m)
		}
		if threats != 0 && !canWin(&then) {
			moves[parries] = m
			parries++
		}
	}
	if threats != 0 && parries == before {
		return append(moves[:before], first)
	}
	return moves[:parries]
}

// AppendParries appends the moves that may parry a threat to win by a step, with two
// seats or teams and powers; if there are none, the first legal move, which loses like
// all others. It appends nothing if there is no threat, or if the seat to move can win
// at once. Unlike [AppendForced] it does not play the moves to see which of them do
// parry, so it is cheap enough for every node of a search.
//
// moves needs spare capacity for all legal moves to avoid allocation.
func AppendParries(p *santorini.Position, moves []santorini.Move) []santorini.Move {
	if p.IsBase() || !hasTwoSides(p) || p.Winners() != 0 {
		return moves
	}
	threats := p.Wins(next(p))
	if threats == 0 || canWin(p) {
		return moves
	}
	guard := guardOf(p, threats)
	before := len(moves)
	moves = p.AppendMoves(moves)
	kept := before
	for _, m := range moves[before:] {
		if guard.mayParry(p, m) {
			moves[kept] = m
			kept++
		}
	}
	return moves[:max(kept, before+1)]
}

// hasTwoSides reports whether there are two seats or teams that have placed their workers.
func hasTwoSides(p *santorini.Position) bool {
	return (p.Players() == 2 || p.IsTeams()) && p.Workers(0) != 0 && p.Workers(1) != 0
}

// soleParry returns the position after the first move of a seat with powers that
// parries threats to win on the given squares, and how many such moves it found. It
// stops at two.
func soleParry(p *santorini.Position, threats santorini.Spaces) (parry santorini.Position, parries int) {
	var list [1024]santorini.Move // there are rarely more
	guard := guardOf(p, threats)
	for _, m := range p.AppendMoves(list[:0]) {
		if !guard.mayParry(p, m) {
			continue
		}
		then := *p
		if then.Play(m); then.Winners() == 0 && canWin(&then) {
			continue
		}
		if parries++; parries == 2 {
			break
		}
		parry = then
	}
	return parry, parries
}

// guard says which turns may parry threats to win: those that step on, leave or build on
// one of some squares, and with Athena those that go up.
type guard struct {
	squares santorini.Spaces
	athena  bool
}

// guardOf returns the guard against threats to win on the given squares. Its squares are
// those; if the opponent gets there by a power, the squares it may need on the way; and
// the workers that the seat's own power can displace.
func guardOf(p *santorini.Position, threats santorini.Spaces) guard {
	g := guard{squares: threats}
	switch p.Power(next(p)) {
	case santorini.Artemis, santorini.Minotaur:
		g.squares = threats.Spread()
	}
	switch p.Power(p.Turn()) {
	case santorini.Athena:
		g.athena = true
	case santorini.Apollo, santorini.Minotaur:
		g.squares |= p.Workers(next(p))
	}
	return g
}

func (g guard) mayParry(p *santorini.Position, m santorini.Move) bool {
	if g.squares&squares(m) != 0 {
		return true
	}
	from, to, _ := m.Spaces()
	return g.athena && p.Level(to) > p.Level(from)
}

// squares returns the squares that a turn leaves, steps or builds on, and possibly a1.
func squares(m santorini.Move) santorini.Spaces {
	from, to, build := m.Spaces()
	_, more, end := m.Extra()
	return santorini.Single(from) | santorini.Single(to) | santorini.Single(build) | santorini.Single(more) | santorini.Single(end)
}

// canWin reports whether the seat to move has a winning step.
func canWin(p *santorini.Position) bool { return p.Wins(p.Turn()) != 0 }

// IsInCheck reports whether the next seat would have a winning step if it were already
// its turn, with two seats or teams.
func IsInCheck(p *santorini.Position) bool { return p.Wins(next(p)) != 0 }

// next returns the seat after the one to move, with two seats or teams.
func next(p *santorini.Position) game.Seat { return (p.Turn() + 1) % game.Seat(p.Players()) }

// mayStalemate reports whether a turn of the seat to move might leave the next seat
// without a move. It may wrongly report true, but never wrongly false.
//
// A turn takes at most two squares from those that a worker can step onto, one to stand
// on and one to build on, or three with some powers. A worker that is pushed or swapped
// may have none where it lands, while the other worker loses at most two. Steps up do
// not count if Athena may forbid them.
func mayStalemate(p *santorini.Position) bool {
	rivals, mine := p.Workers(next(p)), p.Power(p.Turn())
	a, b := rivals.First(), rivals.Last()
	up := uint(1)
	if mine == santorini.Athena || p.Power(p.Turn()^2) == santorini.Athena {
		up = 0
	}
	steps := func(s santorini.Space) santorini.Spaces {
		ceiling := min(p.Level(s)+up, santorini.Top)
		return santorini.Neighbors(s) &^ (p.Occupied() | p.Above(ceiling))
	}
	fromA, fromB := steps(a), steps(b)
	switch mine {
	case santorini.Apollo, santorini.Minotaur:
		near := p.Workers(p.Turn()).Spread()
		return (fromA|fromB).Len() <= 2 || near.Has(a) && fromB.Len() <= 2 || near.Has(b) && fromA.Len() <= 2
	case santorini.Demeter, santorini.Hermes, santorini.Prometheus:
		return (fromA | fromB).Len() <= 3
	}
	return (fromA | fromB).Len() <= 2
}
