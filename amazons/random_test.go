package amazons

import (
	"math"
	"math/rand/v2"
	"testing"
)

// playRandomly plays from p to the end and returns the number of turns.
func playRandomly(p Position, rng *rand.Rand, choose func(*Position, *rand.Rand) Move) int {
	turns := 0
	for p.Winners() == 0 {
		p.Play(choose(&p, rng))
		turns++
	}
	return turns
}

var choices = []struct {
	name   string
	choose func(*Position, *rand.Rand) Move
	turns  float64 // mean length of a game from the start
}{
	{"moves", (*Position).RandomMove, 71.4},
	{"steps", (*Position).RandomSteps, 69.1},
}

// TestRandomGameLength compares the mean length of random games from the
// start with known means. A game's length varies by about 6 turns, so the
// mean of 5,000 games is within 0.3 of the truth.
func TestRandomGameLength(t *testing.T) {
	start, err := Parse(startText)
	if err != nil {
		t.Fatal(err)
	}
	const games = 5000
	for _, c := range choices {
		rng := rand.New(rand.NewPCG(1, 2))
		total := 0
		for range games {
			total += playRandomly(start, rng, c.choose)
		}
		if mean := float64(total) / games; math.Abs(mean-c.turns) > 0.3 {
			t.Errorf("random %s: %.2f turns a game, want %.1f ± 0.3", c.name, mean, c.turns)
		}
	}
}

// TestRandomMoveUniform draws from a position with few moves and compares how
// often each comes with chance: χ² over 8 moves is below 24.3 in all but 0.1 %
// of such tests, and the seed is fixed.
func TestRandomMoveUniform(t *testing.T) {
	p, err := Parse("*3q**1/2****1*/1***1**1/**Q*1q*1/*1*****1/*1*Q**1q/*Q*Q1***/*****q1* w")
	if err != nil {
		t.Fatal(err)
	}
	moves := p.AppendMoves(nil)
	counts := map[Move]int{}
	rng := rand.New(rand.NewPCG(1, 2))
	const draws = 8000
	for range draws {
		counts[p.RandomMove(rng)]++
	}
	chi2, expected, seen := 0.0, draws/float64(len(moves)), 0
	for _, m := range moves {
		seen += counts[m]
		chi2 += math.Pow(float64(counts[m])-expected, 2) / expected
	}
	if seen != draws {
		t.Errorf("%d of %d draws are legal moves", seen, draws)
	}
	if chi2 > 24.3 {
		t.Errorf("χ² = %.1f over %d moves: not uniform: %v", chi2, len(moves), counts)
	}
}

// BenchmarkRandomGame plays whole games from the start on one thread.
func BenchmarkRandomGame(b *testing.B) {
	start, err := Parse(startText)
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range choices {
		b.Run(c.name, func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 2))
			turns := 0
			for b.Loop() {
				turns += playRandomly(start, rng, c.choose)
			}
			if mean := float64(turns) / float64(b.N); b.N > 1000 && math.Abs(mean-c.turns) > 1 {
				b.Fatalf("%.2f turns a game, want %.1f", mean, c.turns)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
		})
	}
}
