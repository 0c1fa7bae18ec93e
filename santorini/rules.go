package santorini

import "thera/game"

// rules describes the game to package game.
//
// rules/santorini.md 1.3, 1.4
var rules = game.Rules[Position, Move]{
	Name: "santorini",
	Variants: []game.Variant{
		{Name: "2p", Start: "00000/00000/00000/00000/00000 -,- 1"},
		{Name: "3p", Start: "00000/00000/00000/00000/00000 -,-,- 1"},
		{Name: "4p", Start: "00000/00000/00000/00000/00000 -,-,-,- 1"},
		{Name: "teams", Start: "00000/00000/00000/00000/00000 -,-,+,+ 1"},
	},
	Parse:     Parse,
	ParseMove: ParseMove,
	Compose:   compose,
	Choose:    choose,
	Ending:    (*Position).Ending,
	Eliminate: (*Position).Eliminate,
	Aliases:   (*Position).AppendAliases,
	Explain:   (*Position).Explain,
	Image:     Move.Image,
}

// choose returns a start position with the powers of the seats, as in "athena,pan".
//
// rules/santorini.md 5.1
func choose(start Position, powers string) (Position, error) {
	if err := start.parsePowers(powers); err != nil {
		return start, err
	}
	if err := start.checkRisen(); err != nil {
		return start, err
	}
	start.begin()
	return start, nil
}

// Rules returns the game for programs. Its variants are 2p, 3p and 4p, an empty board
// for two, three or four players, and teams, two against two. Powers may follow, as in
// "2p:athena,pan".
func Rules() game.Game { return game.New(rules) }
