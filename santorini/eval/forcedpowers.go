package eval

import "thera/santorini"

// appendForcedPowered is [AppendForced] where seats have powers: what parries is
// found by trying all turns, and uses the room behind moves for them.
func appendForcedPowered(p *santorini.Position, moves []santorini.Move) []santorini.Move {
	if p.Players() != 2 && !p.IsTeams() || p.Workers(0) == 0 || p.Workers(1) == 0 {
		return moves
	}
	if win, ok := p.Win(); ok {
		return append(moves, win)
	}
	inCheck := p.IsInCheck()
	if p.Winners() != 0 || !inCheck && !p.MayStalemate() {
		return moves
	}
	before := len(moves)
	moves = p.AppendMoves(moves)
	parries := before
	first := moves[before]
	for _, m := range moves[before:] {
		next := *p
		if next.Play(m); next.Winners() != 0 {
			return append(moves[:before], m)
		}
		if inCheck && !next.CanWin() {
			moves[parries] = m
			parries++
		}
	}
	if inCheck && parries == before {
		return append(moves[:before], first)
	}
	return moves[:parries]
}
