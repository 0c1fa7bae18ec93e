package endgame

import (
	"math/rand/v2"
	"testing"

	"thera/amazons"
	"thera/game"
)

// pick returns one square of a set that is not empty, each with equal chance.
func pick(set game.Squares, rng *rand.Rand) game.Square {
	for range rng.Uint32N(uint32(set.Len())) {
		set = set.WithoutFirst()
	}
	return set.First()
}

// randomTerritory returns a territory of at most size squares in reach of one
// to three amazons, which mostly hangs together badly.
func randomTerritory(rng *rand.Rand, size int) territory {
	board := game.Rectangle(5, 4)
	for {
		var t territory
		for range 1 + rng.IntN(3) {
			t.amazons = t.amazons.With(pick(board, rng))
		}
		for range size {
			t.empty = t.empty.With(pick(board.AndNot(t.amazons), rng))
		}
		if t = t.reachable(); !t.empty.IsEmpty() {
			return t
		}
	}
}

// longest finds how many turns a territory is good for by trying all.
func longest(t territory, seen map[territory]int) int {
	if n, ok := seen[t]; ok {
		return n
	}
	best := 0
	for _, m := range amazons.AppendTurns(nil, t.amazons, t.empty) {
		best = max(best, 1+longest(t.after(m.From(), m.To(), m.Arrow()), seen))
	}
	seen[t] = best
	return best
}

func TestTerritoryTurns(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	seen := map[territory]int{}
	var filled, bounded, total int
	for range 2000 {
		room := randomTerritory(rng, 1+rng.IntN(9))
		want := longest(room, seen)
		if lo, hi := room.turns(1 << 20); lo != want || hi != want {
			t.Fatalf("%+v: %d to %d turns, want %d", room, lo, hi, want)
		}
		if lo, hi := room.turns(20); lo > want || hi < want {
			t.Fatalf("%+v: %d to %d turns, want %d", room, lo, hi, want)
		}
		lo, hi := room.turns(0)
		if lo > want || hi < want {
			t.Fatalf("%+v: %d to %d turns, want %d", room, lo, hi, want)
		}
		total++
		if lo == want {
			filled++
		}
		if lo == hi {
			bounded++
		}
	}
	t.Logf("of %d territories filling finds the longest way in %d and proves it in %d", total, filled, bounded)
	if 20*filled < 19*total {
		t.Errorf("filling finds the longest way in %d of %d territories, want 19 of 20", filled, total)
	}
}
