package distance_test

import (
	"fmt"

	"thera/amazons"
	"thera/amazons/distance"
)

func ExampleGround_QueenStep() {
	// The amazon on a1 is below a wall with a gap at b3.
	p, _ := amazons.Parse("4/*1**/4/Q3 w")
	g := distance.Over(p.Empty())
	white := distance.From(p.Amazons(amazons.White))
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
	c := distance.ControlOf(&p)
	fmt.Println(c.White.First(), c.Black.First(), c.Contested.IsEmpty())
	// Output: b1 d1 true
}
