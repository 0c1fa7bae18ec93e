package amazons

import "thera/game"

// AppendMoves appends the legal moves, ascending by the square the amazon
// leaves, then the one it lands on, then the one the arrow hits.
func (p *Position) AppendMoves(moves []Move) []Move {
	return AppendTurns(moves, p.amazons[p.turn], p.empty)
}

// AppendTurns appends the turns of a side with the given amazons over the given
// empty squares, in the order of AppendMoves. It serves who plays on a part of
// a board.
//
// rules/amazons.md 2.2, 2.5
func AppendTurns(moves []Move, own, empty game.Squares) []Move {
	for ; !own.IsEmpty(); own = own.WithoutFirst() {
		from := own.First()
		free := empty.With(from)
		for to := Reach(from, empty); !to.IsEmpty(); to = to.WithoutFirst() {
			moves = appendShots(moves, from, to.First(), free)
		}
	}
	return moves
}

// Legal reports whether a move is one of those that AppendMoves appends.
func (p *Position) Legal(m Move) bool { return IsTurn(m, p.amazons[p.turn], p.empty) }

// IsTurn reports whether a move is one of those that AppendTurns appends.
func IsTurn(m Move, own, empty game.Squares) bool {
	from, to := m.From(), m.To()
	return own.Has(from) && Reach(from, empty).Has(to) && Reach(to, empty.With(from)).Has(m.Arrow())
}

// appendShots appends the moves that shoot from to, given the squares free
// for the arrow; to itself is no square of its rays.
//
// rules/amazons.md 2.3
func appendShots(moves []Move, from, to game.Square, free game.Squares) []Move {
	arrows := Reach(to, free)
	prefix := NewMove(from, to, 0)
	for lo := arrows.Lo; lo != 0; lo &= lo - 1 {
		moves = append(moves, prefix|Move(game.Squares{Lo: lo}.First()))
	}
	for hi := arrows.Hi; hi != 0; hi &= hi - 1 {
		moves = append(moves, prefix|Move(game.Squares{Hi: hi}.First()))
	}
	return moves
}
