package setup_test

import (
	"testing"

	"thera/internal/catalog/setup"
)

// A worth covers what was measured, and only a narrow one can be rated.
func TestWorth(t *testing.T) {
	even := setup.Measurement{Won: 200, Games: 400}
	clear := setup.Measurement{Won: 300, Games: 400}
	few := setup.Measurement{Won: 15, Games: 20}
	for _, c := range []struct {
		h     setup.Handicap
		want  setup.Worth
		rated bool
	}{
		{setup.Handicap{}, setup.Worth{}, false},
		{setup.Handicap{Measured: []setup.Measurement{even}}, setup.Worth{Elo: 0, Error: 34}, true},
		{setup.Handicap{Measured: []setup.Measurement{clear}}, setup.Worth{Elo: 191, Error: 39}, true},
		{setup.Handicap{Measured: []setup.Measurement{even, clear}}, setup.Worth{Elo: 98, Error: 132}, false},
		{setup.Handicap{Measured: []setup.Measurement{few}}, setup.Worth{Elo: 191, Error: 169}, false},
		{setup.Handicap{Measured: []setup.Measurement{even}, Time: 2}, setup.Worth{Elo: 0, Error: 34}, false},
	} {
		if got := c.h.Worth(); got != c.want || c.h.IsRated() != c.rated {
			t.Errorf("%+v: worth %+v, rated %v, want %+v, %v", c.h, got, c.h.IsRated(), c.want, c.rated)
		}
	}
}
