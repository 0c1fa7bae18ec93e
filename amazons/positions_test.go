package amazons

import (
	"math/rand/v2"
	"testing"
)

// randomPositions returns positions from random games, after 0 to turns turns.
func randomPositions(tb testing.TB, n, turns int) []Position {
	tb.Helper()
	start, err := Parse(startText)
	if err != nil {
		tb.Fatal(err)
	}
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
