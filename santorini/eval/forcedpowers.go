package eval

import (
	"thera/game"
	"thera/santorini"
)

// appendForcedPowered is [AppendForced] with powers. It finds the moves that parry a
// threat by trying all that might.
func appendForcedPowered(p *santorini.Position, moves []santorini.Move) []santorini.Move {
	if p.Players() != 2 && !p.IsTeams() || p.Workers(0) == 0 || p.Workers(1) == 0 || p.Winners() != 0 {
		return moves
	}
	canWin, threats := CanWin(p), p.Wins(next(p))
	if !canWin && threats == 0 && !mayStalemate(p) {
		return moves
	}
	before := len(moves)
	moves = p.AppendMoves(moves)
	touch := santorini.AllSpaces
	if !canWin && threats != 0 {
		touch = touching(p, threats)
	}
	first, parries := moves[before], before
	for _, m := range moves[before:] {
		if canWin && !m.IsClimb() || touch&squares(m) == 0 {
			continue
		}
		then := *p
		if then.Play(m); then.Winners() != 0 {
			return append(moves[:before], m)
		}
		if threats != 0 && !CanWin(&then) {
			moves[parries] = m
			parries++
		}
	}
	if threats != 0 && parries == before {
		return append(moves[:before], first)
	}
	return moves[:parries]
}

// soleParry returns the position after the first move of a seat with powers that
// parries threats to win on the given squares, and how many such moves it found. It
// stops at two.
func soleParry(p *santorini.Position, threats santorini.Spaces) (parry santorini.Position, parries int) {
	var list [1024]santorini.Move // there are rarely more
	touch := touching(p, threats)
	for _, m := range p.AppendMoves(list[:0]) {
		if touch&squares(m) == 0 {
			continue
		}
		then := *p
		if then.Play(m); then.Winners() == 0 && CanWin(&then) {
			continue
		}
		if parries++; parries == 2 {
			break
		}
		parry = then
	}
	return parry, parries
}

// touching returns squares such that a turn must step on, leave or build on one of them
// to parry threats to win on the given squares. It returns those squares; if the
// opponent gets there by a power, the squares it may need on the way; and the workers
// that the seat's own power can displace. With Athena, any step up may parry.
func touching(p *santorini.Position, threats santorini.Spaces) santorini.Spaces {
	switch p.Power(next(p)) {
	case santorini.Artemis, santorini.Minotaur:
		threats = threats.Spread()
	}
	switch p.Power(p.Turn()) {
	case santorini.Athena:
		return santorini.AllSpaces
	case santorini.Apollo, santorini.Minotaur:
		threats |= p.Workers(next(p))
	}
	return threats
}

// squares returns the squares that a turn steps on, leaves or builds on, and possibly
// a1.
func squares(m santorini.Move) santorini.Spaces {
	from, to, build := m.Spaces()
	_, more, end := m.Extra()
	return santorini.Single(from) | santorini.Single(to) | santorini.Single(build) | santorini.Single(more) | santorini.Single(end)
}

// CanWin reports whether the seat to move has a winning step.
func CanWin(p *santorini.Position) bool { return p.Wins(p.Turn()) != 0 }

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
