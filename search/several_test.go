package search_test

import (
	"math/rand/v2"
	"testing"

	"thera/engine"
	"thera/game"
	"thera/santorini"
	"thera/search"
)

// forces tells by trying all play whether a seat wins whatever all others do.
// It gives up, with ok false, when that would be too much work.
func forces(p santorini.Position, seat game.Seat, work *int) (wins, ok bool) {
	if *work--; *work < 0 {
		return false, false
	}
	if winners := p.Winners(); winners != 0 {
		return winners.Has(seat), true
	}
	mine := p.Turn() == seat
	for _, m := range p.AppendMoves(nil) {
		next := p
		next.Play(m)
		if wins, ok := forces(next, seat, work); !ok || wins == mine {
			return wins, ok
		}
	}
	return !mine, true
}

// endings returns late positions of random games of several seats, so many
// that are won for the seat to move and so many that are not.
func endings(t *testing.T, variant string, each int) (won, open []game.Position) {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 4))
	for len(won) < each || len(open) < each {
		pos, err := santorini.Rules().Start(variant)
		if err != nil {
			t.Fatal(err)
		}
		for pos.Winners() == 0 {
			work := 2000
			p, _ := game.KernelOf[santorini.Position](pos)
			if wins, ok := forces(p, p.Turn(), &work); ok && pos.Seats().Len() > 2 {
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

// TestProofsOfSeveralSeats wants a win to be proven exactly where the seat to
// move can force it against all others, and a loss only where it can't. The
// tree, in which the others don't stand together, may leave that open.
func TestProofsOfSeveralSeats(t *testing.T) { testBothSantorini(t, testProofsOfSeveralSeats) }

func testProofsOfSeveralSeats(t *testing.T, newEngine func() engine.Engine) {
	for _, variant := range []string{"3p", "4p"} {
		won, open := endings(t, variant, 8)
		for _, pos := range won {
			if info := find(t, newEngine(), engine.Request{Position: pos}); !info.Score.Won() {
				t.Errorf("%s: %s, want a win", pos, info.Score)
			}
		}
		for _, pos := range open {
			if info := find(t, newEngine(), engine.Request{Position: pos, Limits: engine.Limits{Nodes: 20_000}}); info.Score.Won() {
				t.Errorf("%s: %s, but the others can prevent it", pos, info.Score)
			}
		}
	}
}

func testBothSantorini(t *testing.T, test func(t *testing.T, newEngine func() engine.Engine)) {
	t.Run("alpha-beta", func(t *testing.T) {
		test(t, func() engine.Engine {
			return search.New(santoriniEvaluation, search.Options{TableMiB: 1})
		})
	})
	t.Run("tree", func(t *testing.T) {
		test(t, func() engine.Engine {
			return search.NewTree(santoriniEvaluation, search.Options{TableMiB: 4})
		})
	})
}
