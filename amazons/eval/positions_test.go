package eval

import (
	"math/rand/v2"
	"testing"

	"thera/amazons"
	"thera/game"
	"thera/game/gametest"
)

// randomPositions returns positions from random games, after 0 to turns turns.
func randomPositions(tb testing.TB, n, turns int) []amazons.Position {
	tb.Helper()
	start := gametest.Must(tb, amazons.Parse, "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w")
	rng := rand.New(rand.NewPCG(3, 4))
	positions := make([]amazons.Position, n)
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

// randomSteps returns a legal move chosen in steps: an amazon that can move, a square
// that it can reach, an arrow that it can shoot from there.
func randomSteps(p *amazons.Position, rng *rand.Rand) amazons.Move {
	pick := func(set game.Squares) game.Square {
		for range rng.Uint32N(uint32(set.Len())) {
			set = set.WithoutFirst()
		}
		return set.First()
	}
	from := pick(p.Amazons(p.Turn()).And(p.Empty().Spread()))
	to := pick(amazons.QueenMoves(from, p.Empty()))
	return amazons.NewMove(from, to, pick(amazons.QueenMoves(to, p.Empty().With(from))))
}
