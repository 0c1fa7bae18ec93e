package opening

import (
	"strings"
	"testing"

	"thera/game/gametest"
	"thera/santorini"
)

// TestInner places all workers of two, three and four and counts the ways.
func TestInner(t *testing.T) {
	for _, variant := range santorini.Rules().Variants() {
		pos := gametest.Must(t, santorini.Rules().Start, variant)
		pairs := pos.Seats().Len()
		if pos.Board().Teams {
			pairs = 2
		}
		for placed := range pairs {
			moves := Inner(pos)
			if free := 9 - 2*placed; len(moves) != free*(free-1)/2 {
				t.Errorf("%s: %d placements on %d squares", variant, len(moves), free)
			}
			for _, m := range moves {
				if strings.ContainsAny(string(m), "ae15") {
					t.Errorf("%s: %s is not on inner squares", variant, m)
				}
			}
			pos = gametest.Must(t, pos.Play, moves[0])
		}
		if all, got := pos.Moves(), Inner(pos); len(got) != len(all) {
			t.Errorf("%s: %d of %d moves after the placements", variant, len(got), len(all))
		}
	}
}
