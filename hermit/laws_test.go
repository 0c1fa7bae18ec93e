package hermit

import (
	"testing"

	"thera/game/gametest"
)

func TestLaws(t *testing.T) {
	gametest.Laws(t, rules, gametest.Options{
		Reference: naive{},
		Games:     3,
		Starts: []string{
			"RRB./..YR/BB.R/.RYY 1",
			"RRB./..YR/BB.R/.RYY 2",
			"........../........../........../.......... 2",
			"./././././././././. 1",
			".......... 2",
			"R..../...../..Y../...../....B 2",
			". 1",
			"B 2",
		},
	})
}

func TestPlaythroughs(t *testing.T) {
	gametest.Playthroughs(t, Rules(), "testdata/playthroughs")
}
