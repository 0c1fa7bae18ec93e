package amazons

import (
	"math/rand/v2"
	"testing"
)

// solved returns the number of plies to the end under best play, positive if
// the side to move wins, by trying all play.
func solved(p Position, seen map[Position]int) int {
	if n, ok := seen[p]; ok {
		return n
	}
	best, lost := 0, true
	for _, m := range p.AppendMoves(nil) {
		next := p
		next.Play(m)
		switch n := solved(next, seen); {
		case n <= 0 && (lost || 1-n < best):
			best, lost = 1-n, false
		case n > 0 && lost && -n-1 < best:
			best = -n - 1
		}
	}
	seen[p] = best
	return best
}

// latePositions returns positions from random games that have at most the
// given number of squares left that any amazon can reach, and are not over.
func latePositions(tb testing.TB, start string, n, squares int) []Position {
	tb.Helper()
	first, err := Parse(start)
	if err != nil {
		tb.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(5, uint64(squares)))
	var positions []Position
	for len(positions) < n {
		p := first
		for p.Winners() == 0 {
			p.Play(p.RandomSteps(rng))
			reach := p.canReach(White).Or(p.canReach(Black))
			if reach.Len() <= squares && p.Winners() == 0 {
				positions = append(positions, p)
				break
			}
		}
	}
	return positions
}

func TestSettled(t *testing.T) {
	for _, start := range []string{
		"3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w",
		"2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 w",
		"1q2q1/q4q/6/6/Q4Q/1Q2Q1 w",
		"1q1q1/q3q/5/Q3Q/1Q1Q1 w",
		"q2/3/3/2Q b",
	} {
		var settled, exact, total int
		for squares := 3; squares <= 7; squares++ {
			for _, p := range latePositions(t, start, 150, squares) {
				total++
				winners, plies := p.Settled()
				if winners == 0 {
					continue
				}
				settled++
				want := solved(p, map[Position]int{})
				got := -plies
				if winners.Has(p.turn) {
					got = plies
				}
				if (got > 0) != (want > 0) || max(want, -want) > plies {
					t.Fatalf("%s: settled as %d, by trying all play %d", &p, got, want)
				}
				apart := p.canReach(White).And(p.canReach(Black)).IsEmpty() &&
					flood(p.amazons[White], p.empty.Or(p.amazons[Black]).Or(p.amazons[White])).And(p.amazons[Black]).IsEmpty()
				if apart && got != want {
					t.Fatalf("%s: settled as %d, by trying all play %d", &p, got, want)
				}
				if got == want {
					exact++
				}
			}
		}
		t.Logf("%s: %d of %d positions settled, %d with the exact distance", start, settled, total, exact)
	}
}

// BenchmarkSettled asks about positions of random games by how many squares
// are left, in one pass over 256 of them a time.
func BenchmarkSettled(b *testing.B) {
	for _, c := range []struct {
		name             string
		squares, settled int
	}{
		{"60 squares", 60, 0},
		{"30 squares", 30, 76},
		{"16 squares", 16, 195},
		{"8 squares", 8, 207},
	} {
		positions := latePositions(b, startText, 256, c.squares)
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				settled := 0
				for i := range positions {
					if winners, _ := positions[i].Settled(); winners != 0 {
						settled++
					}
				}
				if settled != c.settled {
					b.Fatalf("%d positions settled, want %d", settled, c.settled)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/256, "ns/position")
		})
	}
}
