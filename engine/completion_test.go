package engine_test

import (
	"testing"

	"thera/engine"
)

func TestEstimate(t *testing.T) {
	var e engine.Completion
	want := func(share float64) {
		t.Helper()
		if got := e.Fraction(); got != share {
			t.Errorf("share %v, want %v", got, share)
		}
	}
	want(0)
	e.Set(2, 1, 4) // nothing is known of the root yet
	want(0)
	e.Set(1, 1, 2)
	want(0.5) // the move at depth 2 belonged to another line
	e.Set(2, 1, 4)
	want(0.5 + 0.125)
	e.Set(4, 1, 2) // depth 3 is not known
	e.Set(5, 1, 2) // too deep
	want(0.5 + 0.125)
	e.Set(3, 2, 2)
	want(0.5 + 0.25)
	e.Set(3, 0, 2)
	e.Set(4, 1, 2) // the deepest that counts
	want(0.5 + 0.125 + 1.0/32)
	e.Set(1, 2, 2)
	want(1)
	e.Reset()
	want(0)
	e.Set(2, 1, 4) // nothing is known of the root again
	want(0)
}
