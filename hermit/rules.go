package hermit

import (
	"fmt"
	"strings"

	"thera/game"
)

// rules describes the game to package game.
//
// rules/hermit.md 1.2
var rules = game.Rules[Position, Move]{
	Name: "hermit",
	Variants: []game.Variant{
		emptyBoard(6), emptyBoard(3), emptyBoard(4), emptyBoard(5), emptyBoard(7), emptyBoard(8), emptyBoard(9), emptyBoard(10),
	},
	Parse:     Parse,
	ParseMove: ParseMove,
	Compose:   compose,
	Image:     image,
	Alike:     kinds[:],
}

// emptyBoard returns the variant on an empty n×n board.
func emptyBoard(n int) game.Variant {
	rank := "/" + strings.Repeat(".", n)
	return game.Variant{
		Name:  fmt.Sprintf("%dx%d", n, n),
		Start: strings.Repeat(rank, n)[1:] + " 1",
	}
}

// Rules returns the game for programs, with the square boards 6x6 (the default), 3x3,
// 4x4, 5x5, 7x7, 8x8, 9x9 and 10x10 as variants.
func Rules() game.Game { return game.New(rules) }
