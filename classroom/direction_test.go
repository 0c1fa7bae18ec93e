package classroom_test

import (
	"testing"

	"thera/classroom"
)

// TestDirections goes two squares and one square in each direction.
func TestDirections(t *testing.T) {
	tests := []struct {
		english, dutch string
		row, col       int
	}{
		{"N", "N", -1, 0},
		{"NE", "NO", -1, 1},
		{"E", "O", 0, 1},
		{"SE", "ZO", 1, 1},
		{"S", "Z", 1, 0},
		{"SW", "ZW", 1, -1},
		{"W", "W", 0, -1},
		{"NW", "NW", -1, -1},
	}
	for _, test := range tests {
		for language, direction := range map[classroom.Language]string{
			classroom.English: test.english,
			classroom.Dutch:   test.dutch,
		} {
			board := classroom.NewAmazons(language)
			east := map[classroom.Language]string{classroom.English: "E", classroom.Dutch: "O"}[language]
			must(must(board.MoveAmazon('a', east, 4)).ShootArrow('a', direction, 2))
			want := at(6+2*test.row, 4+2*test.col)
			if got := board.Arrows()[0]; got != want {
				t.Errorf("an arrow shot %s from (6, 4) lands at %v, want %v", direction, got, want)
			}
			want = at(6+test.row, 4+test.col)
			if got := must(must(board.MoveAmazon('a', direction, 1)).Position('a')); got != want {
				t.Errorf("an amazon moved %s from (6, 4) stands at %v, want %v", direction, got, want)
			}
		}

		positions := []classroom.Square{at(2, 2), at(0, 0), at(0, 4), at(4, 0)}
		board := must(classroom.NewSantorini(positions))
		must(must(board.BuildTower('A', test.english)).MoveWorker('A', test.english))
		want := at(2+test.row, 2+test.col)
		if got := board.Workers()[0].Square; got != want || must(board.Level('A')) != 1 {
			t.Errorf("a worker that builds and moves %s from (2, 2) stands at %v, want %v on level 1", test.english, got, want)
		}
	}
}
