package hermit

import (
	"math/rand/v2"
	"testing"
)

// randomPositions returns positions with at most maxSpots spots, the ends of
// games included, from random games on boards of 3 to 7 files and ranks.
func randomPositions(tb testing.TB, n, maxSpots int) (positions []Position) {
	tb.Helper()
	rng := rand.New(rand.NewPCG(3, 4))
	for len(positions) < n {
		p := empty(tb, 3+rng.IntN(5), 3+rng.IntN(5))
		for {
			if p.Spots().Len() <= maxSpots {
				positions = append(positions, p)
			}
			moves := p.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			p.Play(moves[rng.IntN(len(moves))])
		}
	}
	return positions[:n]
}
