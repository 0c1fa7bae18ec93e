package gametest

import (
	"math/rand/v2"

	"thera/game"
)

// RandomMove returns a legal move of a position that is not over, each with equal
// chance.
func RandomMove[P any, M game.Code, K game.Kernel[P, M]](p K, rng *rand.Rand) M {
	moves := p.AppendMoves(nil)
	return moves[rng.IntN(len(moves))]
}
