package amazons

import (
	"math/rand/v2"
	"testing"

	"thera/game/gametest"
)

// randomPositions returns positions from random games, after 0 to turns turns.
func randomPositions(tb testing.TB, n, turns int) []Position {
	tb.Helper()
	start := gametest.Must(tb, Parse, startText)
	rng := rand.New(rand.NewPCG(3, 4))
	positions := make([]Position, n)
	for i := range positions {
		positions[i] = start
		for range rng.IntN(turns + 1) {
			if positions[i].Winners() == 0 {
				positions[i].Play(randomSteps(&positions[i], rng))
			}
		}
	}
	return positions
}
