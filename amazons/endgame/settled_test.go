package endgame

import (
	"testing"

	"thera/amazons"
)

// solved returns the number of plies to the end under best play, positive if
// the side to move wins, by trying all play.
func solved(p amazons.Position, seen map[amazons.Position]int) int {
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

func TestSettled(t *testing.T) {
	for start, least := range map[string]int{ // how many of 750 positions must be settled
		"3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w": 600,
		"2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 w":           540,
		"1q2q1/q4q/6/6/Q4Q/1Q2Q1 w":               390,
		"1q1q1/q3q/5/Q3Q/1Q1Q1 w":                 250,
		"q2/3/3/2Q b":                             210,
	} {
		var settled, exact, total int
		for squares := 3; squares <= 7; squares++ {
			for _, p := range latePositions(t, start, 150, squares) {
				total++
				winners, plies := Settled(&p)
				if winners == 0 {
					continue
				}
				settled++
				want := solved(p, map[amazons.Position]int{})
				got := -plies
				if winners.Has(p.Turn()) {
					got = plies
				}
				if (got > 0) != (want > 0) || max(want, -want) > plies {
					t.Fatalf("%s: settled as %d, by trying all play %d", &p, got, want)
				}
				r := regionsOf(&p)
				white, black := r.amazons[amazons.White], r.amazons[amazons.Black]
				apart := r.reachable(amazons.White).And(r.reachable(amazons.Black)).IsEmpty() &&
					flood(white, r.ground()).And(black).IsEmpty()
				if apart && got != want {
					t.Fatalf("%s: settled as %d, by trying all play %d", &p, got, want)
				}
				if got == want {
					exact++
				}
			}
		}
		t.Logf("%s: %d of %d positions settled, %d with the exact distance", start, settled, total, exact)
		if settled < least {
			t.Errorf("%s: %d positions settled, want at least %d", start, settled, least)
		}
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
					if winners, _ := Settled(&positions[i]); winners != 0 {
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
