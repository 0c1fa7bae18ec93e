package eval

import (
	"math"
	"slices"
	"testing"

	"thera/amazons"
	"thera/amazons/endgame"
	"thera/game/gametest"
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

// TestPrioritizeEnding wants an ending without turns in hand ordered as its position is,
// and of one with such turns the pass first.
func TestPrioritizeEnding(t *testing.T) {
	undivided := gametest.Must(t, amazons.Parse, "3*1*2/1qQq1*2/3*3Q/*1*3q1/2Q1**2/2q*4/1**2Q2/3*4 w")
	e := endgame.New(&undivided)
	moves := e.AppendMoves(nil)
	got, want := make([]int32, len(moves)), make([]int32, len(moves))
	PrioritizeEnding(&e, moves, got)
	if Prioritize(&undivided, moves, want); !slices.Equal(got, want) {
		t.Errorf("%s: priorities %d, want %d", &undivided, got, want)
	}
	passes := 0
	for _, p := range randomPositions(t, 100, 60) {
		e := endgame.New(&p)
		moves := e.AppendMoves(nil)
		last := len(moves) - 1
		if last < 0 || moves[last] != endgame.Pass {
			continue
		}
		passes++
		priorities := make([]int32, len(moves))
		PrioritizeEnding(&e, moves, priorities)
		if i := slices.Index(priorities, slices.Max(priorities)); i != last {
			t.Errorf("%s: %s comes before the pass", &p, moves[i])
		}
	}
	if passes == 0 {
		t.Error("no ending with a pass")
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
