package eval_test

import (
	"fmt"
	"slices"

	"thera/santorini"
	"thera/santorini/eval"
)

func Example() {
	// Seat 1 stands higher and in the middle.
	p, _ := santorini.Parse("00000/02000/01100/00000/00000 b4c3,a1e1 2")
	e := eval.New(eval.Fitted())
	fmt.Println(e.Evaluate(&p, 0) > 0, eval.ByHand(&p, 0) > 0)
	// Output: true true
}

func ExampleAppendForced() {
	// The worker on b5 is about to climb onto a5, and one build prevents it.
	p, _ := santorini.Parse("32000/00000/00000/00000/00000 c3e1,b5e3 1")
	fmt.Println(eval.AppendForced(&p, nil))
	// Output: [c3-b4(a5)]
}

func ExamplePrioritize() {
	p, _ := santorini.Parse("32000/00000/00000/00000/00000 b5e1,c3e3 1")
	moves := p.AppendMoves(nil)
	priorities := make([]int32, len(moves))
	eval.Prioritize(&p, moves, priorities)
	fmt.Println(moves[slices.Index(priorities, slices.Max(priorities))])
	// Output: b5-a5
}
