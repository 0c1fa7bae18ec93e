package amazons

import (
	"math"
	"math/rand/v2"
	"testing"

	"thera/game"
	"thera/game/gametest"
)

// randomSteps returns a legal move chosen in steps: an amazon among those
// that can move, a square among those it can reach, an arrow among those it
// can shoot from there. The game must not be over. Moves of amazons with few
// squares to go to come more often than others.
func randomSteps(p *Position, rng *rand.Rand) Move {
	movable := p.amazons[p.turn].And(p.empty.Spread())
	from := pick(movable, rng)
	to := pick(QueenMoves(from, p.empty), rng)
	return NewMove(from, to, pick(QueenMoves(to, p.empty.With(from)), rng))
}

// pick returns one square of a set that is not empty, each with equal chance.
func pick(set game.Squares, rng *rand.Rand) game.Square {
	for range rng.Uint32N(uint32(set.Len())) {
		set = set.WithoutFirst()
	}
	return set.First()
}

// playRandomly plays from p to the end and returns the number of turns.
func playRandomly(p Position, rng *rand.Rand) int {
	turns := 0
	for p.Winners() == 0 {
		p.Play(randomSteps(&p, rng))
		turns++
	}
	return turns
}

// meanTurns is the mean length of a random game from the start.
const meanTurns = 69.1

// TestRandomGameLength compares the mean length of random games from the
// start with the known mean. A game's length varies by about 6 turns, so the
// mean of 5,000 games is within 0.3 of the truth.
func TestRandomGameLength(t *testing.T) {
	start := gametest.Must(t, Parse, startText)
	const games = 5000
	rng := rand.New(rand.NewPCG(1, 2))
	total := 0
	for range games {
		total += playRandomly(start, rng)
	}
	if mean := float64(total) / games; math.Abs(mean-meanTurns) > 0.3 {
		t.Errorf("%.2f turns a game, want %.1f ± 0.3", mean, meanTurns)
	}
}

// BenchmarkRandomGame plays whole games from the start on one thread.
func BenchmarkRandomGame(b *testing.B) {
	start := gametest.Must(b, Parse, startText)
	rng := rand.New(rand.NewPCG(1, 2))
	turns := 0
	for b.Loop() {
		turns += playRandomly(start, rng)
	}
	if mean := float64(turns) / float64(b.N); b.N > 1000 && math.Abs(mean-meanTurns) > 1 {
		b.Fatalf("%.2f turns a game, want %.1f", mean, meanTurns)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
}
