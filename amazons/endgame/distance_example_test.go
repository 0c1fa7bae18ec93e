package endgame_test

import (
	"fmt"

	"thera/amazons"
	"thera/amazons/endgame"
)

func ExampleGround_QueenStep() {
	// The amazon on a1 is below a wall with a gap at b3.
	p, _ := amazons.Parse("4/*1**/4/Q3 w")
	g := endgame.Over(p.Empty())
	white := endgame.From(p.Amazons(amazons.White))
	for n := 1; g.CanGrow(&white); n++ {
		g.QueenStep(&white)
		fmt.Println(white.Fresh.Len(), "reached with D =", n)
	}
	// Output:
	// 5 reached with D = 1
	// 6 reached with D = 2
	// 1 reached with D = 3
}

func ExampleControlOf() {
	p, _ := amazons.Parse("Q1*1q w")
	c := endgame.ControlOf(&p)
	fmt.Println(c.White.First(), c.Black.First(), c.Contested.IsEmpty())
	// Output: b1 d1 true
}
