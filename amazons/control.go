package amazons

import "thera/game"

// Control says which side gets first to each empty square, by queen moves
// over the squares that are empty now.
type Control struct {
	White, Black game.Squares // squares that one side reaches in fewer moves
	Contested    game.Squares // squares that both reach in equally many
}

// Control returns who gets first to each empty square. It is what the
// evaluation counts as D (Lieberum 2005), with no regard to who is to move.
func (p *Position) Control() Control {
	var c Control
	f := newFill(p.empty)
	white := frontier{all: p.amazons[White], fresh: p.amazons[White]}
	black := frontier{all: p.amazons[Black], fresh: p.amazons[Black]}
	for f.canGrow(&white) || f.canGrow(&black) {
		f.queenStep(&white)
		f.queenStep(&black)
		c.White = c.White.Or(white.fresh.AndNot(black.all))
		c.Black = c.Black.Or(black.fresh.AndNot(white.all))
		c.Contested = c.Contested.Or(white.fresh.And(black.fresh))
	}
	return c
}
