package endgame

import (
	"math/rand/v2"
	"testing"

	"thera/amazons"
	"thera/game/gametest"
)

// randomPositions returns positions from random games, after 0 to turns turns.
func randomPositions(tb testing.TB, n, turns int) []amazons.Position {
	tb.Helper()
	start, err := amazons.Parse("3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w")
	if err != nil {
		tb.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(3, 4))
	positions := make([]amazons.Position, n)
	for i := range positions {
		positions[i] = start
		for range rng.IntN(turns + 1) {
			if positions[i].Winners() == 0 {
				positions[i].Play(gametest.RandomMove[amazons.Position, amazons.Move](&positions[i], rng))
			}
		}
	}
	return positions
}
