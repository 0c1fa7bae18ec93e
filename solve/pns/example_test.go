package pns_test

import (
	"context"
	"fmt"
	"log"

	"thera/amazons"
	"thera/amazons/endgame"
	"thera/engine"
	"thera/game"
	"thera/solve/pns"
)

// The rules alone are enough: Black is walled in, so White has only to move.
func Example() {
	pos, err := amazons.Rules().Parse("q**/**1/Q1* w")
	if err != nil {
		log.Fatal(err)
	}
	solver := pns.New[amazons.Position, amazons.Move](pns.Options{TableMiB: 1}, game.KernelOf[amazons.Position])
	v, err := solver.Solve(context.Background(), engine.Problem{Position: pos})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(v.Proven, v.Winners.Has(pos.Turn()), v.Moves)
	// Output:
	// true true [a1-b1(a1)]
}

// A kernel that knows its sums takes fewer nodes: package amazons/endgame
// offers Ending, made of a position.
func ExampleNew() {
	pos, err := amazons.Rules().Parse("1q2**/1*1Qq1/1*1Q*1/1q1***/*Q**Qq/3*2 w")
	if err != nil {
		log.Fatal(err)
	}
	solver := pns.New[endgame.Ending, amazons.Move](pns.Options{TableMiB: 1}, endgame.Read)
	v, err := solver.Solve(context.Background(), engine.Problem{Position: pos})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("seat", v.Winners, "wins,", v.Nodes, "nodes")
	// Output:
	// seat 2 wins, 88866 nodes
}
