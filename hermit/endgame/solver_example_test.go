package endgame_test

import (
	"context"
	"fmt"
	"log"

	"thera/engine"
	"thera/hermit"
	"thera/hermit/endgame"
	"thera/solve/nimber"
)

func ExampleNewSolver() {
	solver := endgame.NewSolver(nimber.Options{TableMiB: 2})
	for _, text := range []string{"..../..../..../.... 1", "R..../..... 2"} {
		pos, err := hermit.Rules().Parse(text)
		if err != nil {
			log.Fatal(err)
		}
		v, err := solver.Solve(context.Background(), engine.Problem{Position: pos})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println("seat", v.Winners, "wins, nimber", v.Grundy, v.Moves)
	}
	// Output:
	// seat 2 wins, nimber 0 []
	// seat 2 wins, nimber 4 [Re2-e1]
}
