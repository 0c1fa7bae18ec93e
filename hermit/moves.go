package hermit

import "thera/game"

// AppendMoves appends the legal moves, ascending by color, then placement,
// then square.
//
// rules/hermit.md 2.2
func (p *Position) AppendMoves(moves []Move) []Move {
	for color, open := range p.Spots() {
		for placement := Upright; placement <= Vertical; placement++ {
			prefix := NewMove(Color(color), placement, 0)
			first := room(open, placement)
			for lo := first.Lo; lo != 0; lo &= lo - 1 {
				moves = append(moves, prefix|Move(game.Squares{Lo: lo}.First()))
			}
			for hi := first.Hi; hi != 0; hi &= hi - 1 {
				moves = append(moves, prefix|Move(game.Squares{Hi: hi}.First()))
			}
		}
	}
	return moves
}

// CountMoves returns the number of legal moves without listing them.
func (p *Position) CountMoves() int {
	n := 0
	for _, open := range p.Spots() {
		for placement := Upright; placement <= Vertical; placement++ {
			n += room(open, placement).Len()
		}
	}
	return n
}

// room returns where a block fits on the squares open to its color: its square, or the
// left or upper one of two. The squares of a block do not exclude each other, so it
// fits on any two that are open.
//
// rules/hermit.md 2.2, 2.3
func room(open game.Squares, placement Placement) game.Squares {
	switch placement {
	case Horizontal:
		return open.And(open.Down(1))
	case Vertical:
		return open.And(open.Up(game.Stride))
	default:
		return open
	}
}
