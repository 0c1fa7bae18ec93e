package environment

import "thera/game"

// constructors make the environment of each game: n games at start, which is a position
// of the game and has a name as a variant.
var constructors = map[string]func(g game.Game, variant string, start game.Position, n int) (Vector, error){
	"amazons":   newAmazons,
	"hermit":    newHermit,
	"santorini": newSantorini,
}
