package eval_test

import (
	"fmt"

	"thera/amazons"
	"thera/amazons/eval"
)

func Example() {
	// Black's amazon is shut in, White's is free.
	p, _ := amazons.Parse("q*3/**3/5/5/Q4 w")
	e := eval.New(eval.Fitted(), eval.FittedNetwork())
	fmt.Println(e.Evaluate(&p, amazons.White) > 0, e.Evaluate(&p, amazons.Black) < 0)
	// Output: true true
}

// Two sets of weights are two evaluations of the same position.
func ExampleNew() {
	p, _ := amazons.Parse("Q2*1/3*1/3*q w")
	reckless := eval.Fitted()
	for board := range reckless {
		for stage := range reckless[board] {
			reckless[board][stage][eval.TermPrivateArea] = 0
		}
	}
	fitted, other := eval.New(eval.Fitted(), eval.FittedNetwork()), eval.New(reckless, nil)
	fmt.Println(fitted.Evaluate(&p, amazons.White) > other.Evaluate(&p, amazons.White))
	// Output: true
}

func ExampleTermsOf() {
	p, _ := amazons.Parse("Q2q1 w")
	terms, contest := eval.TermsOf(&p)
	fmt.Println("contested, in quarters of a square:", contest)
	for i, n := range terms {
		if n != 0 {
			fmt.Println(eval.TermNames[i], n)
		}
	}
	// Output:
	// contested, in quarters of a square: 8
	// move 1
	// tied 2
	// queen -1
	// queen lead -1
	// queen near -32
	// king -1
	// king near -7
	// reach -1
	// freedom -12
	// private -1
}
