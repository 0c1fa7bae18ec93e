package handicap_test

import (
	"testing"

	"thera/internal/catalog/handicap"
)

// A worth covers what was measured, and only a narrow one can be rated.
func TestWorth(t *testing.T) {
	even := handicap.Measurement{Won: 200, Games: 400}
	clear := handicap.Measurement{Won: 300, Games: 400}
	few := handicap.Measurement{Won: 15, Games: 20}
	for _, c := range []struct {
		h     handicap.Handicap
		want  handicap.Worth
		rated bool
	}{
		{handicap.Handicap{}, handicap.Worth{}, false},
		{handicap.Handicap{Measured: []handicap.Measurement{even}}, handicap.Worth{Elo: 0, Error: 34}, true},
		{handicap.Handicap{Measured: []handicap.Measurement{clear}}, handicap.Worth{Elo: 191, Error: 39}, true},
		{handicap.Handicap{Measured: []handicap.Measurement{even, clear}}, handicap.Worth{Elo: 98, Error: 132}, false},
		{handicap.Handicap{Measured: []handicap.Measurement{few}}, handicap.Worth{Elo: 191, Error: 169}, false},
		{handicap.Handicap{Measured: []handicap.Measurement{even}, Time: 2}, handicap.Worth{Elo: 0, Error: 34}, false},
	} {
		if got := c.h.Worth(); got != c.want || c.h.IsRated() != c.rated {
			t.Errorf("%+v: worth %+v, rated %v, want %+v, %v", c.h, got, c.h.IsRated(), c.want, c.rated)
		}
	}
}
