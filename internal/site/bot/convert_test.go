package bot

import (
	"slices"
	"testing"

	"thera/hermit"
	"thera/internal/catalog/setup"
	"thera/internal/site/play"
)

// TestStateWithShorterClock says what each player's clock has and gains, if one of them has a quarter
// of the other's times.
func TestStateWithShorterClock(t *testing.T) {
	gameSetup := play.Setup{
		Game: "hermit", Variant: "3x3", Control: play.Control{Initial: 240_000, Increment: 8000},
		Handicap: &setup.Given{Name: "quarter-time", Giver: 2, Time: 4},
		Players:  []play.Player{{ID: "a", Kind: play.Bot}, {ID: "b", Kind: play.Bot}},
	}
	state, _, err := play.Create(hermit.Rules(), gameSetup, 0)
	if err != nil {
		t.Fatal(err)
	}
	s := StateOf(state, 0)
	if want := []play.Millis{240_000, 60_000}; !slices.Equal(s.Clocks, want) || s.WTime != want[0] || s.BTime != want[1] {
		t.Errorf("%d and %d ms are left, %v; want %v", s.WTime, s.BTime, s.Clocks, want)
	}
	if s.WInc != 8000 || s.BInc != 2000 {
		t.Errorf("a turn adds %d and %d ms, want 8000 and 2000", s.WInc, s.BInc)
	}
}
