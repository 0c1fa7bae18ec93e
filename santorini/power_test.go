package santorini

import (
	"testing"

	"thera/game"
	"thera/game/gametest"
)

func TestPowersPerft(t *testing.T) { gametest.Perft(t, Rules(), "testdata/powers.perft") }

func TestPowersReference(t *testing.T) {
	gametest.PerftReference(t, naive{}, "testdata/powers.perft")
}

// TestPowersLaws plays with each power against another, for two, three and
// four seats.
func TestPowersLaws(t *testing.T) {
	const middle = "00100/01210/00101/02010/00000 b2d4,b4d2 1 "
	gametest.Laws(t, game.Rules[Position, Move]{
		Name: rules.Name, Parse: Parse, ParseMove: ParseMove, Compose: compose,
	}, gametest.Options{
		Reference: naive{},
		Games:     2,
		Starts: []string{
			middle + "apollo,artemis", middle + "artemis,athena", middle + "athena,atlas", middle + "atlas,demeter",
			middle + "demeter,hephaestus", middle + "hephaestus,hermes", middle + "minotaur,pan", middle + "pan,prometheus",
			middle + "prometheus,apollo", middle + "apollo,minotaur", middle + "athena,artemis", middle + "mortal,athena",
		},
	})
}
