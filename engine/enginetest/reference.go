package enginetest

import (
	"math/rand/v2"
	"testing"

	"thera/engine"
	"thera/game"
)

// BruteForce finds the exact score of a two-seat position by trying all play.
// It memoizes results in seen.
func BruteForce[P comparable, M game.Code, K game.Kernel[P, M]](p P, seen map[P]engine.Score) engine.Score {
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
		switch score := -BruteForce[P, M, K](next, seen); {
		case score.Won():
			best = max(best, score-1)
		case score.Lost():
			best = max(best, score+1)
		}
	}
	seen[p] = best
	return best
}

// RandomPositions returns unfinished positions after the given number of random
// turns from a start.
func RandomPositions(tb testing.TB, g game.Game, start string, turns, count int) []game.Position {
	tb.Helper()
	rng := rand.New(rand.NewPCG(5, 6))
	var found []game.Position
	for len(found) < count {
		pos := Parse(tb, g, start)
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

// forces reports, by trying all play, whether a seat wins whatever all others
// do. It gives up, with ok false, when its work is used up.
func forces[P any, M game.Code, K game.Kernel[P, M]](p P, seat game.Seat, work *int) (wins, ok bool) {
	if *work--; *work < 0 {
		return false, false
	}
	if winners := K(&p).Winners(); winners != 0 {
		return winners.Has(seat), true
	}
	own := K(&p).Turn() == seat
	for _, m := range K(&p).AppendMoves(nil) {
		next := p
		K(&next).Play(m)
		if wins, ok := forces[P, M, K](next, seat, work); !ok || wins == own {
			return wins, ok
		}
	}
	return !own, true
}

// endings returns late positions of random games with several seats: each of
// them won for the seat to move, and as many that are not.
func endings[P any, M game.Code, K game.Kernel[P, M]](tb testing.TB, start game.Position, each int) (won, open []game.Position) {
	tb.Helper()
	rng := rand.New(rand.NewPCG(3, 4))
	for len(won) < each || len(open) < each {
		for pos := start; pos.Winners() == 0; {
			work := 500
			p, _ := game.KernelOf[P](pos)
			if wins, ok := forces[P, M, K](p, K(&p).Turn(), &work); ok && pos.Seats().Len() > 2 {
				if wins {
					won = append(won, pos)
				} else {
					open = append(open, pos)
				}
				break
			}
			moves := pos.Moves()
			pos, _ = pos.Play(moves[rng.IntN(len(moves))])
		}
	}
	return won[:each], open[:each]
}

// SeveralSeats tests that a win is proven exactly where the seat to move can
// force it against all others. A loss may stay unproven.
func SeveralSeats[P any, M game.Code, K game.Kernel[P, M]](t *testing.T, newEngine func() engine.Engine, start game.Position) {
	t.Helper()
	each := 8
	if testing.Short() {
		each = 2
	}
	won, open := endings[P, M, K](t, start, each)
	for _, pos := range won {
		if info := Find(t, newEngine(), engine.Request{Position: pos}); !info.Score.Won() {
			t.Errorf("%s: %s, want a win", pos, info.Score)
		}
	}
	for _, pos := range open {
		if info := Find(t, newEngine(), engine.Request{Position: pos, Limits: engine.Limits{Nodes: 20_000}}); info.Score.Won() {
			t.Errorf("%s: %s, but the others can prevent it", pos, info.Score)
		}
	}
}
