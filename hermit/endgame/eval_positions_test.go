package endgame

import (
	"math/rand/v2"
	"strings"
	"testing"

	"thera/hermit"
)

// evalRandomPositions returns positions with at most maxSpots spots, the ends of
// games included, from random games on boards of 3 to 7 files and ranks.
func evalRandomPositions(tb testing.TB, n, maxSpots int) (positions []hermit.Position) {
	tb.Helper()
	rng := rand.New(rand.NewPCG(3, 4))
	for len(positions) < n {
		p := evalEmpty(tb, 3+rng.IntN(5), 3+rng.IntN(5))
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

// evalEmpty returns an empty board.
func evalEmpty(tb testing.TB, files, ranks int) hermit.Position {
	tb.Helper()
	return evalParse(tb, strings.Repeat("/"+strings.Repeat(".", files), ranks)[1:]+" 1")
}

func evalParse(tb testing.TB, text string) hermit.Position {
	tb.Helper()
	p, err := hermit.Parse(text)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}
