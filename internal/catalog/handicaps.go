package catalog

import (
	"math"

	"thera/internal/catalog/setup"
)

// amazonsHandicaps are on the standard board, the smallest first. In each, the second
// position is the first one seen from the other side.
func amazonsHandicaps() []setup.Handicap {
	starts := func(white, black string) [2]setup.Start { return startsOf("10x10", white, black) }
	return []setup.Handicap{
		{
			Name: "first-turn",
			Starts: starts(
				"3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 b",
				"3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w",
			),
		},
		{
			// Arrows burn the giver's first rank around the amazons.
			Name: "home-rank",
			Starts: starts(
				"3q2q3/10/10/q8q/10/10/Q8Q/10/10/***Q**Q*** w",
				"***q**q***/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w",
			),
		},
		{
			// The turn is the one that the engine plays first.
			Name: "extra-turn",
			Starts: starts(
				"6q3/10/10/q8q/10/1*8/Q8Q/3q6/10/3Q2Q3 w",
				"3q2q3/10/3Q6/q8q/1*8/10/Q8Q/10/10/6Q3 w",
			),
		},
		{
			// They also burn both ends of the second rank.
			Name: "home-ranks",
			Starts: starts(
				"3q2q3/10/10/q8q/10/10/Q8Q/10/**6**/***Q**Q*** w",
				"***q**q***/**6**/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w",
			),
		},
		{
			Name: "three-amazons",
			Starts: starts(
				"3q2q3/10/10/q8q/10/10/9Q/10/10/3Q2Q3 w",
				"3q2q3/10/10/9q/10/10/Q8Q/10/10/3Q2Q3 w",
			),
		},
	}
}

// timeHandicaps divide the giver's clock. They come with every game.
func timeHandicaps() []setup.Handicap {
	return []setup.Handicap{{Name: "half-time", Time: 2}, {Name: "quarter-time", Time: 4}}
}

// santoriniHandicaps are for two: an extra turn, and powers of which one is better.
func santoriniHandicaps() []setup.Handicap {
	return []setup.Handicap{
		santoriniPowerHandicap("atlas", "pan"),
		santoriniPowerHandicap("minotaur", "hephaestus"),
		santoriniPowerHandicap("pan", "demeter"),
		santoriniPowerHandicap("hermes", "demeter"),
		santoriniPowerHandicap("hermes", "minotaur"),
		santoriniPowerHandicap("mortal", "atlas"),
		{
			// The workers stand so that a quarter turn exchanges the players.
			Name: "extra-turn",
			Starts: startsOf(
				"2p",
				"00100/00000/00000/00000/00000 b3d3,b4c2 1",
				"00000/00000/00001/00000/00000 b3d4,c2c4 1",
			),
		},
	}
}

// santoriniPowerHandicap gives the power of one of two players, who has another one. What
// that is worth follows from the games of the table in docs/research/powers.md.
func santoriniPowerHandicap(giver, receiver string) setup.Handicap {
	given, taken := []string{giver, receiver}, []string{receiver, giver}
	h := setup.Handicap{
		Name: giver + "-" + receiver,
		Starts: [2]setup.Start{
			{Variant: "2p:" + string(setup.ByHand(given))},
			{Variant: "2p:" + string(setup.ByHand(taken))},
		},
	}
	first, ok1 := santoriniRate(taken)
	second, ok2 := santoriniRate(given)
	if ok1 && ok2 {
		won := first.First*float64(first.Games) + (1-second.First)*float64(second.Games)
		h.Measured = []setup.Measurement{{Strength: "10,000 nodes", Won: int(math.Round(won)), Games: first.Games + second.Games}}
	}
	return h
}

// hermitHandicaps give the first turn, on the usual board and on a small one.
func hermitHandicaps() []setup.Handicap {
	first := func(name, variant, board string) setup.Handicap {
		return setup.Handicap{Name: name, Starts: startsOf(variant, board+" 2", board+" 1")}
	}
	return []setup.Handicap{
		first("first-turn", "6x6", "....../....../....../....../....../......"),
		first("first-turn-5x5", "5x5", "...../...../...../...../....."),
	}
}

// startsOf returns the starts in a variant from the positions in which seat 1 and seat 2
// give the handicap.
func startsOf(variant, first, second string) [2]setup.Start {
	return [2]setup.Start{{Variant: variant, Position: first}, {Variant: variant, Position: second}}
}
