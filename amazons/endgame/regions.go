package endgame

import (
	"thera/amazons"
	"thera/game"
)

// regions is part of a board: the amazons of each side by seat, and the empty squares.
// All other squares are blocked.
type regions struct {
	amazons [2]game.Squares
	empty   game.Squares
}

// regionsOf returns all regions of a position.
func regionsOf(p *amazons.Position) regions {
	return regions{
		amazons: [2]game.Squares{p.Amazons(amazons.White), p.Amazons(amazons.Black)},
		empty:   p.Empty(),
	}
}

// ground returns all squares that are not blocked.
func (r *regions) ground() game.Squares {
	return r.empty.Or(r.amazons[amazons.White]).Or(r.amazons[amazons.Black])
}

// remove blocks squares.
func (r *regions) remove(squares game.Squares) {
	r.empty = r.empty.AndNot(squares)
	for seat := range r.amazons {
		r.amazons[seat] = r.amazons[seat].AndNot(squares)
	}
}
