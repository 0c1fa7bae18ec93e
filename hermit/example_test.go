package hermit_test

import (
	"fmt"

	"thera/game"
	"thera/hermit"
)

func Example() {
	pos, err := hermit.Rules().Start("4x4")
	if err != nil {
		panic(err)
	}
	for _, m := range []game.Move{"Ra4-b4", "Bc4", "Yc3", "Rb1", "Yc1-d1", "Rd3-d2", "Ba2-b2"} {
		if pos, err = pos.Play(m); err != nil {
			panic(err)
		}
	}
	fmt.Print(pos.Board())
	fmt.Println(pos)
	fmt.Println(pos.Moves())
	// Output:
	//  4 R R B .
	//  3 . . Y R
	//  2 B B . R
	//  1 . R Y Y
	//    a b c d
	// RRB./..YR/BB.R/.RYY 2
	// [Ya1 Ya3]
}

func ExampleParse() {
	p, err := hermit.Parse("RRB./..YR/BB.R/.RYY 1")
	if err != nil {
		panic(err)
	}
	for _, m := range p.AppendMoves(nil) {
		next := p
		next.Play(m)
		fmt.Println(m, next.String(), next.CountMoves())
	}
	_, err = hermit.Parse("RRR 1")
	fmt.Println(err)
	// Output:
	// Ya1 RRB./..YR/BB.R/YRYY 2 1
	// Ya3 RRB./Y.YR/BB.R/.RYY 2 1
	// R on b1 touches another block of its color: want blocks of one color apart, each on one square or on two that share a side
}

func ExampleParseMove() {
	for _, text := range []string{"Ya3", "Ya3-b3", "Ya3-a2", "y a2 a3", "Ya3-c3"} {
		m, err := hermit.ParseMove(text)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(m, m.Color(), m.First(), m.Last())
	}
	// Output:
	// Ya3 Y a3 a3
	// Ya3-b3 Y a3 b3
	// Ya3-a2 Y a3 a2
	// Ya3-a2 Y a3 a2
	// block on a3 and c3: want two squares that share a side
}
