package eval

import (
	"math"
	"slices"
	"testing"
)

// TestPrioritizeAddsUp works out each move's priority by itself, from what is true of it.
func TestPrioritizeAddsUp(t *testing.T) {
	for _, p := range randomPositions(t, 60, 80) {
		moves := p.AppendMoves(nil)
		priorities := make([]int32, len(moves))
		Prioritize(&p, moves, priorities)
		for i, m := range moves {
			want := int32(0)
			for _, f := range FeaturesOf(&p, m) {
				want += int32(fittedOrder[f])
			}
			if priorities[i] != want {
				t.Fatalf("%s, %s: priority %d, want %d of %v", &p, m, priorities[i], want, FeaturesOf(&p, m))
			}
		}
	}
}

// TestPrioritizeBounds wants sums of weights to stay below what killers have.
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

func TestPrioritizeAllocatesNothing(t *testing.T) {
	p := randomPositions(t, 1, 10)[0]
	moves := p.AppendMoves(nil)
	priorities := make([]int32, len(moves))
	if allocs := testing.AllocsPerRun(10, func() { Prioritize(&p, moves, priorities) }); allocs != 0 {
		t.Errorf("%v allocations, want none", allocs)
	}
}

func BenchmarkPrioritize(b *testing.B) {
	p := randomPositions(b, 1, 10)[0]
	moves := p.AppendMoves(nil)
	priorities := make([]int32, len(moves))
	for b.Loop() {
		Prioritize(&p, moves, priorities)
	}
	b.ReportMetric(float64(len(moves)), "moves")
}
