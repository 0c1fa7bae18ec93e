package eval

import (
	"math"
	"slices"
	"testing"

	"thera/game/gametest"
	"thera/santorini"
)

// TestPrioritizeAddsUp works out each move's priority by itself, from what is true of
// it.
func TestPrioritizeAddsUp(t *testing.T) {
	for _, p := range append(randomPositions(t), quietPositions(t)...) {
		moves := p.AppendMoves(nil)
		priorities := make([]int32, len(moves))
		Prioritize(&p, moves, priorities)
		for i, m := range moves {
			first, second, _ := m.Spaces()
			var want int32
			switch {
			case m.IsPlacement():
				want = int32(workerValues[0].at[ringOf[first]]) + int32(workerValues[0].at[ringOf[second]])
			case m.IsClimb():
				if priorities[i] < decisive/2 {
					t.Fatalf("%s, %s: priority %d, want it first", &p, m, priorities[i])
				}
				continue
			default:
				for _, f := range FeaturesOf(&p, m) {
					want += int32(fittedOrder[f])
				}
			}
			if priorities[i] != want {
				t.Fatalf("%s, %s: priority %d, want %d of %v", &p, m, priorities[i], want, FeaturesOf(&p, m))
			}
		}
	}
}

// TestPrioritizeBounds wants no sum of weights to come near what wins or goes beyond
// 16 bits.
func TestPrioritizeBounds(t *testing.T) {
	least, most := 0, 0
	for i, from := range featureTables[:MoveFeatures] {
		table := fittedOrder[from:featureTables[i+1]]
		least, most = least+int(slices.Min(table)), most+int(slices.Max(table))
	}
	if least < math.MinInt16 || most > math.MaxInt16 {
		t.Errorf("moves are worth from %d to %d", least, most)
	}
}

// TestPrioritizeFirst checks what comes first, where it is plain.
func TestPrioritizeFirst(t *testing.T) {
	for _, test := range []struct{ name, text, first string }{
		{"climb", "32000/00000/00000/00000/00000 b5e1,c3e3 1", "b5-a5"},
		{"go up, and build in the middle", "00000/00000/00000/01000/00000 b3d4,d1e1 1", "b3-b2(c3)"},
	} {
		p := gametest.Must(t, santorini.Parse, test.text)
		moves := p.AppendMoves(nil)
		guesses := make([]int32, len(moves))
		Prioritize(&p, moves, guesses)
		if first := moves[slices.Index(guesses, slices.Max(guesses))].String(); first != test.first {
			t.Errorf("%s: %s: first %s, want %s", test.name, &p, first, test.first)
		}
	}
}

// BenchmarkPrioritize guesses at all moves of the middle of a game.
func BenchmarkPrioritize(b *testing.B) {
	const want = -44848 // the sum of all
	p := gametest.Must(b, santorini.Parse, midgame)
	moves := p.AppendMoves(nil)
	guesses := make([]int32, len(moves))
	for b.Loop() {
		Prioritize(&p, moves, guesses)
	}
	sum := int32(0)
	for _, g := range guesses {
		sum += g
	}
	if sum != want {
		b.Fatalf("the priorities add up to %d, want %d", sum, want)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(moves)), "ns/move")
}
