package amazons

import (
	"testing"

	"thera/game/gametest"
)

func TestLaws(t *testing.T) {
	gametest.Laws(t, rules, gametest.Options{
		Reference: naive{},
		Games:     3,
		Starts: []string{
			"1q1q1/q3q/5/Q3Q/1Q1Q1 w",
			"1q1q1/q3q/5/5/Q3Q/1Q1Q1 b",
			"q9/10/9Q b",
			"Q/1/1/1/1/1/1/1/1/q w",
			"qQ3Qq3 w",
			"1 w",
		},
	})
}

func TestPerft(t *testing.T) { gametest.Perft(t, Rules(), "testdata/amazons.perft") }

func TestPlaythroughs(t *testing.T) {
	gametest.Playthroughs(t, Rules(), "testdata/playthroughs")
}
