package amazons

import "thera/game"

// rules describes the game to package game. 8x8 is the layout of Botzone and OpenSpiel.
//
// rules/amazons.md 1.2
var rules = game.Rules[Position, Move]{
	Name: "amazons",
	Variants: []game.Variant{
		{Name: "10x10", Start: "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w"},
		{Name: "8x8", Start: "2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 w"},
		{Name: "6x6", Start: "1q2q1/q4q/6/6/Q4Q/1Q2Q1 w"},
	},
	Parse:     Parse,
	ParseMove: ParseMove,
	Compose:   compose,
	Image: func(m Move, y game.Symmetry) Move {
		return NewMove(y.Square(m.From()), y.Square(m.To()), y.Square(m.Arrow()))
	},
}

// Rules returns the game for programs, with the variants 10x10, 8x8 and 6x6.
func Rules() game.Game { return game.New(rules) }
