package amazons

import "thera/game"

// AppendMoves appends the legal moves, ascending by the square the amazon leaves, then
// the one it lands on, then the one the arrow hits.
func (p *Position) AppendMoves(moves []Move) []Move {
	return AppendTurns(moves, p.amazons[p.turn], p.empty)
}

// AppendTurns appends the turns of a side with the given amazons over the given empty
// squares, in the order of AppendMoves. It is for play on part of a board.
//
// rules/amazons.md 2.2, 2.5
func AppendTurns(moves []Move, own, empty game.Squares) []Move {
	for ; !own.IsEmpty(); own = own.WithoutFirst() {
		from := own.First()
		free := empty.With(from)
		for to := QueenMoves(from, empty); !to.IsEmpty(); to = to.WithoutFirst() {
			moves = appendShots(moves, from, to.First(), free)
		}
	}
	return moves
}

// Legal reports whether AppendMoves would append a move.
func (p *Position) Legal(m Move) bool { return IsTurn(m, p.amazons[p.turn], p.empty) }

// IsTurn reports whether AppendTurns would append a move.
func IsTurn(m Move, own, empty game.Squares) bool {
	from, to := m.From(), m.To()
	return own.Has(from) && QueenMoves(from, empty).Has(to) && QueenMoves(to, empty.With(from)).Has(m.Arrow())
}

// appendShots appends the moves that shoot from to, given the squares free for the
// arrow. The square to itself need not be excluded: it is not on its own rays.
//
// rules/amazons.md 2.3
func appendShots(moves []Move, from, to game.Square, free game.Squares) []Move {
	arrows := QueenMoves(to, free)
	prefix := NewMove(from, to, 0)
	for lo := arrows.Lo; lo != 0; lo &= lo - 1 {
		moves = append(moves, prefix|Move(game.Squares{Lo: lo}.First()))
	}
	for hi := arrows.Hi; hi != 0; hi &= hi - 1 {
		moves = append(moves, prefix|Move(game.Squares{Hi: hi}.First()))
	}
	return moves
}
