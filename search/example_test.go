package search_test

import (
	"context"
	"fmt"
	"log"

	"thera/amazons"
	"thera/amazons/eval"
	"thera/engine"
	"thera/search"
	"thera/search/alphabeta"
)

// Two evaluations of one game are compared by giving them to two engines.
func ExampleEvaluation() {
	pos, err := amazons.Rules().Parse("3q2/6/q4*/*4Q/6/2Q3 w")
	if err != nil {
		log.Fatal(err)
	}
	for _, judge := range []struct {
		name string
		eval search.Evaluation[amazons.Position, amazons.Move]
	}{
		{"fitted", search.Evaluation[amazons.Position, amazons.Move]{Evaluate: eval.New(eval.Fitted(), eval.FittedNetwork()).Evaluate}},
		{"plain", search.Evaluation[amazons.Position, amazons.Move]{Evaluate: eval.Territory}},
	} {
		e := alphabeta.New(judge.eval, search.Options{TableMiB: 1})
		info, err := e.Search(context.Background(), engine.Request{Position: pos, Limits: engine.Limits{Depth: 2}})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(judge.name, info.Best(), info.Score)
	}
	// Output:
	// fitted f3-d5(b3) 74%
	// plain f3-d5(b3) 55%
}

func ExampleNewRandom() {
	pos, err := amazons.Rules().Start("6x6")
	if err != nil {
		log.Fatal(err)
	}
	info, err := search.NewRandom().Search(context.Background(), engine.Request{Position: pos, Seed: 1})
	fmt.Println(info.Best(), err)
	// Output:
	// e1-e4(f3) <nil>
}
