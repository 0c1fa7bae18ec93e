package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"thera/engine"
	"thera/game"
)

// ranked returns lines of one move each, written as rank and move.
func ranked(texts ...string) []engine.Info {
	var lines []engine.Info
	for _, text := range texts {
		var i engine.Info
		var m string
		if _, err := fmt.Sscan(text, &i.Rank, &m); err != nil {
			panic(err)
		}
		i.Line = []game.Move{game.Move(m)}
		lines = append(lines, i)
	}
	return lines
}

func TestLines(t *testing.T) {
	for _, test := range []struct {
		name    string
		reports []engine.Info
		best    string
		n       int
		want    string
	}{
		{"one depth", ranked("0 a", "1 b", "2 c"), "0 a", 3, "0 a, 1 b, 2 c"},
		{"a new depth takes over", ranked("0 a", "1 b", "2 c", "0 b", "1 a"), "0 b", 3, "0 b, 1 a"},
		{"the best changed since", ranked("0 a", "1 b", "2 c"), "0 b", 3, "0 b, 1 a, 2 c"},
		{"a best not reported", ranked("0 a", "1 b"), "0 d", 3, "0 d, 1 a, 2 b"},
		{"fewer asked for", ranked("0 a", "1 b", "2 c"), "0 c", 2, "0 c, 1 a"},
		{"no number asked for", ranked("0 a", "1 b"), "0 a", 0, "0 a"},
		{"nothing reported", nil, "0 a", 3, "0 a"},
		{"a rank left out", ranked("0 a", "2 c"), "0 a", 3, "0 a, 1 c"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var lines engine.Lines
			for _, info := range test.reports {
				lines.Report(info)
			}
			var got []string
			for _, info := range lines.With(ranked(test.best)[0], test.n) {
				got = append(got, fmt.Sprint(info.Rank, " ", info.Best()))
			}
			if got := strings.Join(got, ", "); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
