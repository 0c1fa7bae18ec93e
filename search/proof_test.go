package search_test

import (
	"math/rand/v2"
	"testing"

	"thera/amazons"
	"thera/engine"
	"thera/game"
	"thera/search"
)

// bruteForce finds the exact score of a two-seat position by trying all play,
// remembering what it has seen.
func bruteForce[P comparable, M game.Code, K game.Kernel[P, M]](p P, seen map[P]engine.Score) engine.Score {
	if score, ok := seen[p]; ok {
		return score
	}
	best := engine.LossIn(0)
	if K(&p).Winners().Has(K(&p).Turn()) {
		best = engine.WinIn(0)
	}
	for _, m := range K(&p).AppendMoves(nil) {
		next := p
		K(&next).Play(m)
		switch score := -bruteForce[P, M, K](next, seen); {
		case score.Won():
			best = max(best, score-1)
		case score.Lost():
			best = max(best, score+1)
		}
	}
	seen[p] = best
	return best
}

// randomPositions returns positions after the given number of random turns
// from a start, only such in which the game goes on.
func randomPositions(t *testing.T, g game.Game, start string, turns, count int) []game.Position {
	t.Helper()
	rng := rand.New(rand.NewPCG(5, 6))
	var found []game.Position
	for len(found) < count {
		pos, err := g.Parse(start)
		if err != nil {
			t.Fatal(err)
		}
		for range turns {
			if moves := pos.Moves(); len(moves) > 0 {
				pos, _ = pos.Play(moves[rng.IntN(len(moves))])
			}
		}
		if pos.Winners() == 0 {
			found = append(found, pos)
		}
	}
	return found
}

func testProofs[P comparable, M game.Code, K search.Kernel[P, M]](t *testing.T, positions []game.Position) {
	t.Helper()
	seen := map[P]engine.Score{}
	for _, pos := range positions {
		p, _ := game.KernelOf[P](pos)
		want := bruteForce[P, M, K](p, seen)
		info, err := search.New[P, M, K](search.Options{TableMiB: 1}).Search(t.Context(), engine.Request{Position: pos})
		if err != nil {
			t.Fatal(err)
		}
		if info.Score != want {
			t.Errorf("%s: %s, brute force says %s", pos, info.Score, want)
		}
	}
}

func TestProofsAgainstBruteForce(t *testing.T) {
	t.Run("amazons", func(t *testing.T) {
		testProofs[amazons.Position, amazons.Move](t, randomPositions(t, amazons.Rules(), "1q2/3q/Q3/2Q1 w", 6, 60))
		testProofs[amazons.Position, amazons.Move](t, randomPositions(t, amazons.Rules(), "q3/4/4/3Q w", 5, 60))
	})
}
