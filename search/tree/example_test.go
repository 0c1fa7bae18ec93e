package tree_test

import (
	"context"
	"fmt"
	"log"

	"thera/amazons"
	"thera/amazons/eval"
	"thera/engine"
	"thera/search"
	"thera/search/tree"
)

// Turns of Amazons have two parts, a queen move and a shot: the search looks
// at shots only after queen moves that are worth it.
func Example() {
	fitted := eval.New(eval.Fitted(), eval.FittedNetwork())
	evaluation := search.Evaluation[amazons.Position, amazons.Move]{
		Evaluate:      fitted.Evaluate,
		First:         (*amazons.Position).AppendFirst,
		Rest:          (*amazons.Position).AppendRest,
		EvaluateFirst: fitted.EvaluateFirst,
	}
	pos, err := amazons.Rules().Parse("1q2/4/**Q1/4 w")
	if err != nil {
		log.Fatal(err)
	}
	e := tree.New(evaluation, search.Options{TableMiB: 1})
	info, err := e.Search(context.Background(), engine.Request{Position: pos})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(info.Best(), info.Score)
	// Output:
	// c2-c3(c4) win in 9
}
