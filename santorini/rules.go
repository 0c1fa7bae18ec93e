package santorini

import "thera/game"

// rules is the game as package game describes games.
var rules = game.Rules[Position, Move]{
	Name: "santorini",
	Variants: []game.Variant{
		{Name: "2p", Start: "00000/00000/00000/00000/00000 -,- 1"},
		{Name: "3p", Start: "00000/00000/00000/00000/00000 -,-,- 1"},
		{Name: "4p", Start: "00000/00000/00000/00000/00000 -,-,-,- 1"},
	},
	Parse:     Parse,
	ParseMove: ParseMove,
	Compose:   compose,
}

// Rules returns the game as programs see it, with the variants 2p, 3p and 4p:
// an empty board for two, three or four players.
func Rules() game.Game { return game.New(rules) }
