package eval

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"thera/amazons"
)

// TestLikely compares the likely moves with all legal ones.
func TestLikely(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for _, p := range randomPositions(t, 100, 80) {
		moves := p.AppendMoves(nil)
		priorities := make([]int32, len(moves))
		Prioritize(&p, moves, priorities)
		most := 1 + rng.IntN(300)
		some, given := Likely(&p, most, nil, nil)
		for i, m := range some {
			at := slices.Index(moves, m)
			if at < 0 || priorities[at] != given[i] || slices.Contains(some[:i], m) {
				t.Fatalf("%s: %s is among the likely ones with %d", &p, m, given[i])
			}
		}
		slices.Sort(priorities)
		slices.Sort(given)
		if want := priorities[max(len(priorities)-most, 0):]; !slices.Equal(given, want) {
			t.Fatalf("%s: the %d likely ones have %v, want %v", &p, most, given, want)
		}
	}
}

func TestLikelyAllocatesNothing(t *testing.T) {
	p := randomPositions(t, 1, 10)[0]
	moves, priorities := make([]amazons.Move, 50), make([]int32, 50)
	if allocs := testing.AllocsPerRun(10, func() { Likely(&p, 50, moves, priorities) }); allocs != 0 {
		t.Errorf("%v allocations, want none", allocs)
	}
}

// BenchmarkLikely is to be compared with BenchmarkPrioritize, before which the moves
// have to be listed.
func BenchmarkLikely(b *testing.B) {
	p := randomPositions(b, 1, 10)[0]
	for _, most := range []int{10, 40, 160} {
		b.Run(fmt.Sprint(most), func(b *testing.B) {
			moves, priorities := Likely(&p, most, nil, nil)
			for b.Loop() {
				moves, priorities = Likely(&p, most, moves, priorities)
			}
			if len(moves) != most {
				b.Errorf("%d moves, want %d", len(moves), most)
			}
		})
	}
}
