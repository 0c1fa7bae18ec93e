package endgame_test

import (
	"fmt"

	"thera/game"
	"thera/hermit"
	"thera/hermit/endgame"
)

func ExampleSettled() {
	for _, text := range []string{
		"..../..../..../.... 1",           // too much to work out
		"RRB./..YR/BB.R/.RYY 2",           // two moves are left, each in a part of its own
		"...../...../..B../...../..... 2", // each move can be answered by its image
	} {
		p, err := hermit.Parse(text)
		if err != nil {
			panic(err)
		}
		winners := endgame.Settled(&p)
		fmt.Println(winners == 0, winners == game.Only(p.Turn()))
	}
	// Output:
	// true false
	// false false
	// false false
}

func ExampleField() {
	// The block divides the board.
	pos, err := hermit.Rules().Parse("...R... 1")
	if err != nil {
		panic(err)
	}
	field, err := endgame.NewField(pos)
	if err != nil {
		panic(err)
	}
	whole, err := field.Whole(pos)
	if err != nil {
		panic(err)
	}
	parts, nimber := field.AppendCut(nil, whole)
	fmt.Println(len(parts), "parts, and others with nimber", nimber)
	for i := range parts {
		fmt.Println(len(field.AppendMoves(nil, &parts[i])), "moves")
	}
	// Output:
	// 2 parts, and others with nimber 0
	// 13 moves
	// 13 moves
}

func ExampleMirrored() {
	// Seat 1 has covered the center and now answers each move with its image.
	p, _ := hermit.Parse("...../...../..B../...../..... 2")
	fmt.Println(endgame.Mirrored(&p))
	// Output: true
}
