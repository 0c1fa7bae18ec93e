package endgame

import (
	"math/rand/v2"
	"strings"
	"testing"

	"thera/game/gametest"
	"thera/hermit"
)

// randomPositions returns positions with at most maxSpots spots, the ends of
// games included, from random games on boards of 3 to 7 files and ranks.
func randomPositions(tb testing.TB, n, maxSpots int) (positions []hermit.Position) {
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

// empty returns an empty board.
func empty(tb testing.TB, files, ranks int) hermit.Position {
	tb.Helper()
	return parse(tb, strings.Repeat("/"+strings.Repeat(".", files), ranks)[1:]+" 1")
}

func parse(tb testing.TB, text string) hermit.Position {
	tb.Helper()
	return gametest.Must(tb, hermit.Parse, text)
}
