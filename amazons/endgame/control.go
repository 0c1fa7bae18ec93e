package endgame

import (
	"thera/amazons"
	"thera/game"
)

// Control says which side gets to each empty square first, by queen moves over the
// squares that are empty now.
type Control struct {
	White, Black game.Squares // squares that this side reaches in fewer moves
	Contested    game.Squares // squares that both reach in the same number of moves
}

// ControlOf returns which side gets to each empty square first, regardless of whose
// turn it is. Squares that neither side can reach are in none of the sets.
func ControlOf(p *amazons.Position) Control {
	var c Control
	g := Over(p.Empty())
	white, black := From(p.Amazons(amazons.White)), From(p.Amazons(amazons.Black))
	for g.CanGrow(&white) || g.CanGrow(&black) {
		g.QueenStep(&white)
		g.QueenStep(&black)
		c.White = c.White.Or(white.Fresh.AndNot(black.All))
		c.Black = c.Black.Or(black.Fresh.AndNot(white.All))
		c.Contested = c.Contested.Or(white.Fresh.And(black.Fresh))
	}
	return c
}
