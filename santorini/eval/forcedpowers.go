package eval

import (
	"thera/game"
	"thera/santorini"
)

// appendForcedPowered is [AppendForced] where seats have powers. What parries is
// found by trying the turns that may.
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
// parries threats to win on the given squares, and how many such moves it has found:
// it looks for no more than two.
func soleParry(p *santorini.Position, threats santorini.Spaces) (parry santorini.Position, parries int) {
	var list [1024]santorini.Move // there are seldom more
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

// touching returns squares of which a turn has to step on, leave or build on one
// to parry threats to win on the given ones: these and, where the other seat comes
// there by a power, those that it may need for that; and the workers that the own
// power can drive away. Athena's may parry by any step up.
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

// squares returns those that a turn steps on, leaves or builds on, and perhaps a1.
func squares(m santorini.Move) santorini.Spaces {
	from, to, build := m.Spaces()
	_, more, end := m.Extra()
	return santorini.Single(from) | santorini.Single(to) | santorini.Single(build) | santorini.Single(more) | santorini.Single(end)
}

// CanWin reports whether the seat to move has a step that wins.
func CanWin(p *santorini.Position) bool { return p.Wins(p.Turn()) != 0 }

// IsInCheck reports whether the seat that moves after the one to move would have a
// step that wins if it were its turn already, with two seats or teams.
func IsInCheck(p *santorini.Position) bool { return p.Wins(next(p)) != 0 }

// next returns the seat that moves after the one to move, with two seats or teams.
func next(p *santorini.Position) game.Seat { return (p.Turn() + 1) % game.Seat(p.Players()) }

// mayStalemate reports whether a turn of the seat to move might leave the next one
// without any. It errs on one side alone: where it says no, none does.
//
// A turn takes at most two squares from those that a worker can step onto, one to
// stand on and one that is built on, or three with some powers. Who is pushed or
// swapped away may find none where it lands, while the other worker loses two at
// most. Whether workers can go up is not counted on where Athena may forbid it.
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
