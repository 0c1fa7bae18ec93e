package solve_test

import (
	"context"
	"fmt"
	"log"

	"thera/engine"
	"thera/hermit"
	"thera/hermit/endgame"
	"thera/solve"
	"thera/solve/nimber"
)

// One solver answers all questions, each with too few nodes for the whole board.
func ExampleJobTree() {
	pos, err := hermit.Rules().Parse("R.../..../..../.... 2")
	if err != nil {
		log.Fatal(err)
	}
	tree, err := solve.NewJobTree(pos)
	if err != nil {
		log.Fatal(err)
	}
	for tree.Result() == solve.Open {
		question, _ := tree.Next()
		// A new solver each time, as on another machine.
		v, err := endgame.NewSolver(nimber.Options{TableMiB: 1}).Solve(context.Background(),
			engine.Problem{Position: question, Limits: engine.Limits{Nodes: 1000}})
		if err != nil {
			log.Fatal(err)
		}
		result := solve.Open
		switch {
		case v.Proven && v.Winners.Has(question.Turn()):
			result = solve.Won
		case v.Proven:
			result = solve.Lost
		}
		if err := tree.Answer(question.String(), result); err != nil {
			log.Fatal(err)
		}
	}
	positions, _ := tree.Len()
	fmt.Println("for the seat to move:", tree.Result(), "with more than one question:", positions > 1)
	// Output: for the seat to move: won with more than one question: true
}
