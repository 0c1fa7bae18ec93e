package proof_test

import (
	"context"
	"fmt"
	"log"

	"thera/engine"
	"thera/santorini"
	"thera/santorini/proof"
)

func Example() {
	pos, err := santorini.Rules().Parse("01300/10011/03021/11010/20110 a3a5,c1e2 1")
	if err != nil {
		log.Fatal(err)
	}
	v, err := proof.New(1).Solve(context.Background(), engine.Problem{Position: pos})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("seat", v.Winners, "wins in", v.Plies, "plies by", v.Moves[0])
	// Output:
	// seat 1 wins in 7 plies by a5-b5(a4)
}
