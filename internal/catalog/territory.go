package catalog

import (
	"thera/amazons"
	"thera/amazons/endgame"
	"thera/game"
)

// amazonsTerritory returns for each cell of the board who can move there first:
// one seat, both at once, or neither.
func amazonsTerritory(pos game.Position) []game.Seats {
	p, ok := game.KernelOf[amazons.Position](pos)
	if !ok {
		return nil
	}
	control := endgame.ControlOf(&p)
	var owners []game.Seats
	for s := range pos.Board().All() {
		var seats game.Seats
		switch {
		case control.White.Has(s):
			seats = game.Only(amazons.White)
		case control.Black.Has(s):
			seats = game.Only(amazons.Black)
		case control.Contested.Has(s):
			seats = game.Only(amazons.White) | game.Only(amazons.Black)
		}
		owners = append(owners, seats)
	}
	return owners
}
