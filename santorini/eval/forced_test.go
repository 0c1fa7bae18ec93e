package eval

import (
	"slices"
	"testing"

	"thera/game/gametest"
	"thera/santorini"
)

// TestForced checks that what is forced is legal, that a win is found, and
// that all moves left out lose at once.
func TestForced(t *testing.T) {
	for _, p := range randomPositions(t) {
		all := p.AppendMoves(nil)
		forced := AppendForced(&p, nil)
		if len(forced) == 0 {
			forced = all
		}
		won := func(m santorini.Move) bool {
			next := after(p, m)
			return next.Winners() != 0
		}
		if slices.ContainsFunc(all, won) && (p.Players() == 2 || p.IsTeams()) {
			if len(forced) != 1 || !won(forced[0]) {
				t.Fatalf("%s: %v forced, want a winning move", &p, forced)
			}
			continue
		}
		for _, m := range forced {
			if !slices.Contains(all, m) {
				t.Fatalf("%s: %s is forced but not legal", &p, m)
			}
		}
		for _, m := range all {
			if !slices.Contains(forced, m) && !wins(after(p, m), 1) {
				t.Fatalf("%s: %s is left out but does not lose at once", &p, m)
			}
		}
	}
}

// TestForcedNothing checks positions in which any move may be good.
func TestForcedNothing(t *testing.T) {
	for name, text := range map[string]string{
		"start":        flat + "-,- 1",
		"quiet":        midgame,
		"on level 3":   "33000/00000/02000/30000/00000 a5c2,b3e3 1",
		"powers":       "32000/00000/00000/00000/00000 b5e1,c3e3 1 mortal,athena^",
		"three seats":  "32000/00000/00000/00000/00000 b5e1,c3e3,a1a2 1",
		"game is over": "30000/00000/00000/00000/00000 a5c2,b3e3 #1",
	} {
		p := gametest.Must(t, santorini.Parse, text)
		if forced := AppendForced(&p, nil); len(forced) > 0 {
			t.Errorf("%s: %s: %v forced, want nothing", name, &p, forced)
		}
	}
}

// BenchmarkForced looks for forced moves in positions of random games, one a
// time.
func BenchmarkForced(b *testing.B) {
	const want = 376 // the forced moves of all
	positions := randomPositions(b)[:1024]
	moves := make([]santorini.Move, 0, 100)
	sum := 0
	for i := 0; b.Loop(); i++ {
		moves = AppendForced(&positions[i&1023], moves[:0])
		sum += len(moves)
		if i&1023 == 1023 {
			if sum != want {
				b.Fatalf("%d forced moves in all, want %d", sum, want)
			}
			sum = 0
		}
	}
}
