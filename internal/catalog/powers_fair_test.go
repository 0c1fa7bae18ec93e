package catalog

import "testing"

// There are even pairs to draw, and no unfair ones among them.
func TestFairPowers(t *testing.T) {
	cards := Santorini().Cards
	fair := cards.Fair(2)
	if len(fair) < 2 {
		t.Errorf("fair are %v: want something to draw from", fair)
	}
	for _, powers := range fair {
		if rate, ok := cards.Rate(powers); !ok || rate.Unfair() {
			t.Errorf("%v: %+v", powers, rate)
		}
	}
}
