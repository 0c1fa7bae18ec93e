package amazons

import "thera/game"

// AppendMoves appends the legal moves, ascending by the square the amazon
// leaves, then the one it lands on, then the one the arrow hits.
func (p *Position) AppendMoves(moves []Move) []Move {
	for own := p.amazons[p.turn]; !own.IsEmpty(); own = own.WithoutFirst() {
		from := own.First()
		free := p.empty.With(from)
		for to := reach(from, p.empty); !to.IsEmpty(); to = to.WithoutFirst() {
			moves = appendShots(moves, from, to.First(), free)
		}
	}
	return moves
}

// Legal reports whether a move is one of those that AppendMoves appends.
func (p *Position) Legal(m Move) bool {
	from, to := m.From(), m.To()
	return p.amazons[p.turn].Has(from) && reach(from, p.empty).Has(to) && reach(to, p.empty.With(from)).Has(m.Arrow())
}

// appendShots appends the moves that shoot from to, given the squares free
// for the arrow; to itself is no square of its rays.
func appendShots(moves []Move, from, to game.Square, free game.Squares) []Move {
	arrows := reach(to, free)
	prefix := NewMove(from, to, 0)
	for lo := arrows.Lo; lo != 0; lo &= lo - 1 {
		moves = append(moves, prefix|Move(game.Squares{Lo: lo}.First()))
	}
	for hi := arrows.Hi; hi != 0; hi &= hi - 1 {
		moves = append(moves, prefix|Move(game.Squares{Hi: hi}.First()))
	}
	return moves
}
